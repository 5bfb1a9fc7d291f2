import type { PlayerId } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { listWaits } from '../match-log/log-wait.repository.js';
import { type Match, toRaterMatch } from '../match-log/match.js';
import { type LogPosition, listLog } from '../match-log/match.repository.js';
import { lightParts, weightOf } from '../match-log/weight.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type JournalLine, journalLines } from '../rating/journal-line.js';
import type { States } from '../rating/resident-states.js';
import { countLines, type Tally } from '../rating/tally.js';
import { addWait, rateAfterWaits } from '../rating/waits.js';
import type { StateStore } from '../replay/states/state-store.js';

const PAGE = 1000;

/** What a replay leaves behind. */
export interface Replay {
  readonly states: StateStore;
  readonly tallies: Map<PlayerId, Tally>;
}

/** One match of the log, and what the replay makes of it. */
export interface Step extends LogPosition {
  /** None where nobody could be rated. */
  readonly changes: readonly JournalLine[];
  /** Why the match could not be rated, though it is in the log. */
  readonly fault: string | null;
}

/** Replays the league's log in its total order, some matches at a time. `replay` grows with every step. */
export async function* replayLog(
  tx: Sql,
  league: League,
  system: RatingSystem,
  replay: Replay,
): AsyncGenerator<readonly Step[]> {
  let after: LogPosition | null = null;
  for (;;) {
    const matches: Match[] = await listLog(tx, league.id, { limit: PAGE, after });
    const waits = await listWaits(tx, league.id, after, matches.at(-1) ?? null);
    for (const wait of system.rater.waited ? waits : []) addWait(replay.states, wait.playerId, wait);
    if (matches.length === 0) return;
    for (const part of lightParts(matches, weightOf)) yield part.map((match) => replayMatch(match, system, replay));
    after = matches.at(-1)!;
  }
}

function replayMatch(match: Match, system: RatingSystem, { states: store, tallies }: Replay): Step {
  const players = match.sides.flatMap(({ participants }) => participants.map(({ playerId }) => playerId));
  const states = store.pick(players);
  const step = rateStep(match, system, states, tallies);
  store.keep(players, states);
  return step;
}

function rateStep(match: Match, system: RatingSystem, states: States, tallies: Replay['tallies']): Step {
  const { playedAt, sequence } = match;
  try {
    const raterMatch = toRaterMatch(match);
    const changes = journalLines(raterMatch, rateAfterWaits(system, raterMatch, states, sequence));
    countLines(tallies, raterMatch.playedAt, changes);
    return { playedAt, sequence, changes, fault: null };
  } catch (error) {
    return { playedAt, sequence, changes: [], fault: (error as Error).message };
  }
}
