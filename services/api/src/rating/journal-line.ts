import {
  type Match as RaterMatch,
  type RatingChange,
  ratedParticipants,
  type Verdict,
  verdicts,
} from '@openladder/rating';
import type { RatingSystem } from '../raters/rating-system.js';
import type { RatingSnapshot } from './rating.js';
import { isGrownBefore, ratingAt } from './shown.js';

/** What one match did to one participant, and its result for their side. */
export type JournalLine = Pick<RatingChange<unknown>, 'player' | 'before' | 'after' | 'contributions'> & {
  readonly verdict: Verdict;
  /** What `before` had become by the moment of the match; left out where time changes nothing, or is not to be known. */
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
): JournalLine[] {
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
