import { displayRating, type RatingValue, stateAt } from '@openladder/rating';
import type { PlacedWait } from '../match-log/log-wait.js';
import type { RaterChoice, RatingSystem } from '../raters/rating-system.js';
import type { RatingSnapshot } from './rating.js';
import { stateAfter } from './waits.js';

/** A player's rating as a board shows it. */
export type ShownRating = RatingValue & { readonly display: string };

/**
 * A state as the board shows it: grown until the newest midnight, if nothing was played since.
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

/** The rating of a state at a time, if nothing is played until then. @param state with all waits before that time */
export function ratingAt({ rater, settings }: RaterChoice, state: unknown, at: Date): RatingSnapshot {
  const { value, deviation } = rater.rating(stateAt(rater, settings, state, at.getTime()), settings);
  return { value, deviation };
}

/**
 * Whether what time did to a player before a match is shown: the journal has the rating after the player's previous match,
 * and where the rater restores states, that state can grow until the match. Other raters' lines are shown as they are.
 */
export function isGrownBefore({ rater }: RaterChoice): boolean {
  return rater.idle !== undefined && rater.restore !== undefined;
}
