import { displayRating, type RatingValue, stateAt } from '@openladder/rating';
import type { PlacedWait } from '../match-log/log-wait.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { stateAfter } from './waits.js';

/** What a board shows of a player. */
export type ShownRating = RatingValue & { readonly display: string };

/**
 * What the board shows of a state: as it has grown, if nothing was played since, by the last nightly run.
 * @param waits those that the state does not know of yet
 */
export function shownRating(system: RatingSystem, state: unknown, waits: readonly PlacedWait[] = []): ShownRating {
  const { rater, settings, shownThrough } = system;
  if (!shownThrough) return { ...rater.rating(state, settings), display: displayRating(rater, state, settings) };
  const told = stateAfter(
    system,
    state,
    waits.filter(({ at }) => at <= shownThrough),
  );
  const shown = stateAt(rater, settings, told, shownThrough.getTime());
  return { ...rater.rating(shown, settings), display: displayRating(rater, shown, settings) };
}
