import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { States } from './cached-states.js';
import { shownRating } from './rating.js';
import { updateShownRatings } from './rating.repository.js';
import { loadStates } from './states.js';

/**
 * Writes the ratings of players as of the league's newest midnight, with ranks by the board rule. Stored states do not change.
 * @param playerIds players with a rated match
 */
export async function showRatings(
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  playerIds: readonly number[],
): Promise<void> {
  const states = new States();
  await loadStates(tx, league, system, playerIds, states);
  const shown = playerIds.map((playerId) => ({
    playerId,
    ...shownRating(system, states.get(playerId), states.waits.get(playerId)),
  }));
  await updateShownRatings(tx, league, shown);
}
