import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { States } from './cached-states.js';
import { askInSlices, SHOW } from './rater-work.js';
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
  const waiting = playerIds.map((playerId) => ({ state: states.get(playerId), waits: states.waits.get(playerId) }));
  const shown = await askInSlices(system, SHOW, waiting);
  await updateShownRatings(
    tx,
    league,
    playerIds.map((playerId, index) => ({ playerId, ...shown[index]! })),
  );
}
