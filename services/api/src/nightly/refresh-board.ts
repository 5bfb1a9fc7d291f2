import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { NeedsRaters } from '../raters/raters.js';
import { ratingSystemOf } from '../raters/rating-system.js';
import { listPlayed } from '../rating/members.repository.js';
import { updateInactive, updateListed } from '../rating/rating.repository.js';
import { showRatings } from '../rating/show-ratings.js';

const PAGE = 1000;

/**
 * Shows every state as it has grown by the league's newest midnight, and removes the ranks of players who have been away for too long.
 * Stored states do not change.
 * @param isRankingDue whether the league has changed whom it ranks
 */
export async function refreshBoard(
  needs: NeedsRaters,
  tx: EntityManager,
  league: League,
  isRankingDue = false,
): Promise<void> {
  const system = ratingSystemOf(needs.raters, league);
  if (!system.rater.idle) return isRankingDue ? updateListed(tx, league) : updateInactive(tx, league);
  let players: number[] = [];
  do {
    players = await listPlayed(tx, league.id, { limit: PAGE, after: players.at(-1) ?? 0 });
    await showRatings(tx, league, system, players);
  } while (players.length === PAGE);
}
