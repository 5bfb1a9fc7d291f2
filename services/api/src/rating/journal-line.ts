import {
  type Match as RaterMatch,
  type RatingChange,
  ratedParticipants,
  type Verdict,
  verdicts,
} from '@openladder/rating';

/** What one match did to one participant, and what it was for his side. */
export type JournalLine = Pick<RatingChange<unknown>, 'player' | 'before' | 'after' | 'contributions'> & {
  readonly verdict: Verdict;
};

/**
 * The lines of the journal that a rated match makes, in the match's order. They let go of the states: a whole history
 * each for some raters, two for every line.
 */
export function journalLines(match: RaterMatch, changes: readonly RatingChange<unknown>[]): JournalLine[] {
  if (changes.length === 0) return [];
  const verdictOf = verdicts(match);
  const rated = ratedParticipants(match);
  return changes.map(({ player, before, after, contributions }, place) => ({
    player,
    before,
    after,
    contributions,
    verdict: verdictOf[rated[place]!.side]!,
  }));
}
