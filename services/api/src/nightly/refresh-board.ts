import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { NeedsRaters } from '../raters/raters.js';
import { ratingSystemOf } from '../raters/rating-system.js';
import { States } from '../rating/cached-states.js';
import { listPlayed } from '../rating/members.js';
import { updateInactive, updateListed, updateShownRatings } from '../rating/rating.repository.js';
import { shownRating } from '../rating/shown-rating.js';
import { loadStates } from '../rating/states.js';

const PAGE = 1000;

/**
 * Shows every state as it has grown by the league's newest midnight, and takes the ranks of players who have been away for too long.
 * What is stored of the states stays as it is.
 * @param isRankingDue whether the league ranks others than before
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
    const states = new States();
    await loadStates(tx, league, system, players, states);
    const shown = players.map((playerId) => ({
      playerId,
      ...shownRating(system, states.get(playerId), states.waits.get(playerId)),
    }));
    await updateShownRatings(tx, league, shown);
  } while (players.length === PAGE);
}
