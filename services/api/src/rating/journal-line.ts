import {
  type PlayerId,
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
  /** `before` grown until the match; left out if time changes nothing, or the growth cannot be known. */
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

/** Counts over a player's rated matches. */
export interface Tally {
  matchesPlayed: number;
  wins: number;
  draws: number;
  losses: number;
  /** Highest value after a match; null while they have none. */
  peak: number | null;
  /** Milliseconds since 1970; null before the first rated match. */
  lastPlayedAt: number | null;
}

export function emptyTally(): Tally {
  return { matchesPlayed: 0, wins: 0, draws: 0, losses: 0, peak: null, lastPlayedAt: null };
}

const COUNTED = { won: 'wins', drawn: 'draws', lost: 'losses' } as const;

/** Counts one match's lines for their players. */
export function countLines(tallies: Map<PlayerId, Tally>, playedAt: number, lines: readonly RatedLine[]): void {
  for (const { player, after, verdict } of lines) {
    let tally = tallies.get(player);
    if (!tally) {
      tally = emptyTally();
      tallies.set(player, tally);
    }
    tally.matchesPlayed++;
    tally[COUNTED[verdict]]++;
    tally.lastPlayedAt = playedAt;
    if (after.value !== null && (tally.peak === null || after.value > tally.peak)) tally.peak = after.value;
  }
}
