import {
  type PlayerId,
  RaterFault,
  type Match as RaterMatch,
  type RatingChange,
  ratedParticipants,
  type Verdict,
  verdicts,
} from '@openladder/rating';
import type { RaterChoice, RatingSystem } from '../raters/rating-system.js';
import { isGrownBefore, type RatingSnapshot, ratingAt } from './rating.js';

/** The change that one match made to one participant, and the result of their side. */
export type RatedLine = Pick<RatingChange<unknown>, 'player' | 'before' | 'after' | 'contributions'> & {
  readonly verdict: Verdict;
  /** What the journal keeps of the state after it; null if the rater keeps nothing. */
  readonly memory: readonly number[] | null;
  /** `before` grown until the match; omitted if time changes nothing, or the growth cannot be known. */
  readonly justBefore?: () => RatingSnapshot;
};

/**
 * The lines of the journal of a rated match, in the match's order. They hold no states, which are whole histories for some raters.
 * @param isShown whether to include `justBefore`, if time changes ratings
 */
export function journalLines(
  match: RaterMatch,
  changes: readonly RatingChange<unknown>[],
  system: RatingSystem,
  isShown: boolean,
): RatedLine[] {
  if (changes.length === 0) return [];
  const verdictOf = verdicts(match);
  const rated = ratedParticipants(match);
  const isGrown = isShown && isGrownBefore(system);
  return changes.map(({ player, stateBefore, stateAfter, before, after, contributions }, place) => ({
    player,
    before,
    after,
    contributions,
    verdict: verdictOf[rated[place]!.side]!,
    memory: memoryOf(system, stateAfter),
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

/** How many numbers the lines of a league keep beside value and deviation, from which its rater's states come back. */
export function memoryWidth({ rater, settings }: RaterChoice): number {
  return rater.restore?.memory?.width(settings) ?? 0;
}

/** What the line of a match keeps of the state after it; null if its rater keeps nothing. */
export function memoryOf({ rater, settings }: RaterChoice, stateAfter: unknown): readonly number[] | null {
  const width = memoryWidth({ rater, settings });
  if (width === 0) return null;
  const memory = rater.restore!.memory!.of(stateAfter, settings);
  if (memory.length === width && memory.every(Number.isFinite)) return memory;
  throw new RaterFault(`restore.memory of ${rater.key} must be ${width} finite numbers, not ${JSON.stringify(memory)}`);
}

/** The column of what lines keep, where the rater keeps something. */
export function memoryColumn(choice: RaterChoice): string {
  return memoryWidth(choice) > 0 ? 'memory' : 'NULL::double precision[] AS memory';
}

/** As a line hands it to the rater. */
export function readMemory(memory: readonly number[] | null | undefined): { readonly memory?: readonly number[] } {
  return memory ? { memory } : {};
}
