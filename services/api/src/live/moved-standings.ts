import type { NeedsReads } from '../kit/needs.js';
import { listRatedPlayers } from '../match-log/match.repository.js';
import { byPlace } from '../rating/board.js';
import type { Rating, Standing } from '../rating/rating.js';
import { listRatings } from '../rating/rating.repository.js';
import type { BoardChange } from './board-changes.js';

/**
 * The current standings of the players in the matches of a change, best first, without hidden ones.
 * @param countAbove counts ranked players above a given one
 * @returns null if anyone may have moved
 */
export async function listMoved(
  { reads }: NeedsReads,
  { leagueId, kind, sequences }: BoardChange,
  first: number,
  countAbove: (rating: Rating) => Promise<number>,
): Promise<Standing[] | null> {
  if (kind !== 'MATCHES_RATED') return null;
  const players = await listRatedPlayers(reads, leagueId, sequences ?? []);
  const listed = (await listRatings(reads, leagueId, players)).filter(({ isHidden }) => !isHidden);
  const ratings = listed.toSorted(byPlace).slice(0, first);
  return Promise.all(
    ratings.map(async (rating) => ({ rating, rank: isOnBoard(rating) ? 1 + (await countAbove(rating)) : null })),
  );
}

function isOnBoard({ isProvisional, score }: Rating): boolean {
  return !isProvisional && score !== null;
}
