import { beginChild, sendToService } from '../kit/child/in-child.js';
import { type GameColumns, gamesIn } from './read-games.js';
import type { Signal } from './signal.js';
import { findSignals } from './signals.js';

/** The findings of a check, with the stored parts of each signal. */
export interface FoundSignals {
  /** How many signals there are. */
  readonly count: number;
  readonly signals: readonly (Signal & { readonly matchCount: number })[];
}

const MAX_SIGNALS = 100;
const MAX_MATCHES = 1000;
const MAX_OTHERS = 100;

const columns: Partial<GameColumns> = {};
for await (const column of beginChild<Partial<GameColumns>>()) {
  Object.assign(columns, column);
  if ('players' in column) sendToService(findIn(columns as GameColumns));
}

function findIn(columns: GameColumns): FoundSignals {
  const signals = findSignals(() => gamesIn(columns), columns.players.length);
  return {
    count: signals.length,
    signals: signals.slice(0, MAX_SIGNALS).map(({ others, matches, ...signal }) => ({
      ...signal,
      others: others.slice(0, MAX_OTHERS),
      matchCount: matches.length,
      matches: matches.slice(-MAX_MATCHES),
    })),
  };
}
