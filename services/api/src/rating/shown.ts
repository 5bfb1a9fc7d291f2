import { displayRating, type RatingValue, stateAt } from '@openladder/rating';
import type { RatingSystem } from './rating-system.js';

/** What a board shows of a player. */
export type ShownRating = RatingValue & { readonly display: string };

/** What the board shows of a state: as it has grown, if nothing was played since, by the last nightly run. */
export function shownRating({ rater, settings, shownThrough }: RatingSystem, state: unknown): ShownRating {
  const shown = shownThrough ? stateAt(rater, settings, state, shownThrough.getTime()) : state;
  return { ...rater.rating(shown, settings), display: displayRating(rater, shown, settings) };
}
