import type { PlayerId, RatingValue } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { ratedPlayersOf, toRaterMatch } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { isOtherVersion } from '../raters/rating-system.js';
import { States } from '../rating/cached-states.js';
import { listChangesAt } from '../rating/journal.repository.js';
import type { Tally } from '../rating/journal-line.js';
import { rateMatches } from '../rating/rate-anywhere.js';
import type { RatingMove, RatingSnapshot } from '../rating/rating.js';
import { loadStatesAt, loadTalliesAt } from '../rating/states.js';
import type { AppliedChange } from './applied-change.js';

/** The rating of a player before and after a match. */
interface Line {
  readonly before: RatingSnapshot | RatingValue;
  readonly after: RatingSnapshot | RatingValue;
}

/**
 * The ratings of the players of a corrected match just after it: as the journal has them, and as corrected. An old correction may move
 * nobody today, and was a great deal then. It rates this match only, by the states just before it, which its correction leaves as they are.
 * @param tx in which the log is corrected, and the journal is not
 * @returns null where more than one match was corrected, it has moved, or the rater cannot restore earlier states
 */
export async function movesAtMatch(
  tx: Sql,
  league: League,
  { at, system, seeds }: AppliedChange,
): Promise<readonly RatingMove[] | null> {
  if (!at || !system.rater.restore || isOtherVersion(league, system)) return null;
  const [match] = await listMatchesBySequence(tx, league.id, [at.sequence]);
  const then = new Map((await listChangesAt(tx, league, seeds, at)).map((change) => [change.playerId, change]));
  const now = new Map<number, Line>();
  if (match!.status === 'RATED') {
    const players = ratedPlayersOf(match!.sides).map((player) => ({ player, before: at }));
    const states = new States();
    const tallies = new Map<PlayerId, Tally>();
    await loadStatesAt(tx, league, system, players, states);
    await loadTalliesAt(tx, league, players, tallies);
    const rated = { ...toRaterMatch(match!), sequence: at.sequence };
    const [result] = await rateMatches(system, [rated], states, tallies, { areNew: false, isShown: false });
    if (result!.kind === 'failed') return null;
    for (const line of result!.lines) now.set(Number(line.player), line);
  }
  const moves: RatingMove[] = [];
  for (const playerId of new Set([...then.keys(), ...now.keys()])) {
    const [old, own] = [then.get(playerId), now.get(playerId)];
    // A match that does not count leaves its players as they were.
    const [before, after] = [old?.after ?? own!.before, own?.after ?? old!.before];
    moves.push({ playerId, before: shown(before), after: shown(after) });
  }
  return moves;
}

function shown({ value, deviation }: RatingSnapshot | RatingValue): RatingSnapshot {
  return { value: value ?? null, deviation: deviation ?? null };
}
