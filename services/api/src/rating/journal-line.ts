import {
  type Match as RaterMatch,
  type RatingChange,
  ratedParticipants,
  type Verdict,
  verdicts,
} from '@openladder/rating';
import type { RatingSystem } from '../raters/rating-system.js';
import type { RatingSnapshot } from './rating.js';
import { isGrownBefore, ratingAt } from './shown-rating.js';

/** The change that one match made to one participant, and the result of their side. */
export type RatedLine = Pick<RatingChange<unknown>, 'player' | 'before' | 'after' | 'contributions'> & {
  readonly verdict: Verdict;
  /** `before` grown until the match; left out where time changes nothing, or the growth cannot be known. */
  readonly justBefore?: () => RatingSnapshot;
};

/**
 * The lines of the journal that a rated match makes, in the match's order. They let go of the states: a whole history
 * each for some raters, two for every line.
 * @param system where it is given, and time changes ratings by it, lines also tell what time had done before the match
 */
export function journalLines(
  match: RaterMatch,
  changes: readonly RatingChange<unknown>[],
  system?: RatingSystem,
): RatedLine[] {
  if (changes.length === 0) return [];
  const verdictOf = verdicts(match);
  const rated = ratedParticipants(match);
  const isGrown = system && isGrownBefore(system);
  return changes.map(({ player, stateBefore, before, after, contributions }, place) => ({
    player,
    before,
    after,
    contributions,
    verdict: verdictOf[rated[place]!.side]!,
    ...(isGrown && { justBefore: () => ratingAt(system, stateBefore, new Date(match.playedAt)) }),
  }));
}
