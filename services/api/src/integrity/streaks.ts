import type { ExpectedGame } from './games.js';
import { mostFirst } from './meetings.js';
import type { Signal } from './signal.js';

const LEAST_WINS = 15;
/** A streak must be as improbable as one in 10 to this power. In a million games chance alone reaches 6, and underrated newcomers more. */
const LEAST_POWER = 10;

/** The present row of wins. */
interface Row {
  readonly matches: number[];
  /** Games against each opponent. */
  readonly opponents: Map<number, number>;
  /** Its probability is one in 10 to this power. */
  power: number;
}

/** The least probable row of wins of each player, if it is too improbable. */
export function improbableStreaks(games: readonly ExpectedGame[], players: number): Signal[] {
  const rows = Array.from({ length: players }, emptyRow);
  const worst = new Map<number, Row>();
  const tell = (player: number, other: number, sequence: number, score: number, expected: number) => {
    const row = rows[player]!;
    if (score < 1) {
      rows[player] = emptyRow();
      return;
    }
    row.matches.push(sequence);
    row.opponents.set(other, (row.opponents.get(other) ?? 0) + 1);
    row.power -= Math.log10(Math.max(expected, 1e-9));
    if (row.matches.length < LEAST_WINS || row.power < LEAST_POWER) return;
    if (row.power > (worst.get(player)?.power ?? 0)) worst.set(player, row);
  };
  for (const { one, other, sequence, score, expected } of games) {
    tell(one, other, sequence, score, expected);
    tell(other, one, sequence, 1 - score, 1 - expected);
  }
  return [...worst].map(([player, { matches, opponents, power }]) => {
    const figures = { wins: matches.length, oneIn: power, opponents: opponents.size };
    return { kind: 'STREAK', player, others: mostFirst(opponents), submitter: null, figures, matches };
  });
}

function emptyRow(): Row {
  return { matches: [], opponents: new Map(), power: 0 };
}
