import {
  CONTRIBUTION_WIDTH,
  type Contribution,
  type JournalLine,
  type PlayerId,
  type Rater,
  RaterFault,
  type Match as RaterMatch,
  type RatingChange,
  ratedParticipants,
  type Verdict,
  verdicts,
} from '@openladder/rating';
import { contributionsOf } from '../match-log/match.js';
import type { RaterChoice, RatingSystem } from '../raters/rating-system.js';
import { isGrownBefore, type RatingSnapshot, ratingAt } from './rating.js';

/** The change that one match made to one participant, and the result of their side. */
export type RatedLine = Pick<RatingChange<unknown>, 'player' | 'before' | 'after' | 'contributions'> & {
  readonly verdict: Verdict;
  /** The part of the state after it that the journal stores; null if the rater stores nothing. */
  readonly memory: readonly number[] | null;
  /** `before` grown until the match; omitted if time changes nothing, or the growth is unknown. */
  readonly justBefore?: () => RatingSnapshot;
};

/**
 * The lines of the journal of a rated match, in the match's order. They contain no states, which are whole histories for some
 * raters.
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

/** How many numbers the lines of a league store besides value and deviation, from which its rater restores states. */
export function memoryWidth({ rater, settings }: RaterChoice): number {
  return rater.restore?.memory?.width(settings) ?? 0;
}

/** The part of the state after a match that its line stores; null if its rater stores nothing. */
export function memoryOf({ rater, settings }: RaterChoice, stateAfter: unknown): readonly number[] | null {
  const width = memoryWidth({ rater, settings });
  if (width === 0) return null;
  const memory = rater.restore!.memory!.of(stateAfter, settings);
  if (memory.length === width && memory.every(Number.isFinite)) return memory;
  throw new RaterFault(`restore.memory of ${rater.key} must be ${width} finite numbers, not ${JSON.stringify(memory)}`);
}

/** The column of the stored state, if the rater stores any. */
export function memoryColumn(choice: RaterChoice): string {
  return memoryWidth(choice) > 0 ? 'memory' : 'NULL::double precision[] AS memory';
}

/** A row of the journal, from which a state can be restored. */
export interface StateRow {
  readonly played_at: Date;
  readonly after_value: number | null;
  readonly after_deviation: number | null;
  readonly memory: readonly number[] | null;
  /** Omitted if no state is restored from them. */
  readonly contributions?: number[] | null;
  /** Which of the player's lines it is; omitted if no state is restored from it, or if all of them are read. */
  readonly number?: number;
}

/** In the form that the rater gets. */
export function toJournalLine(row: StateRow, number = row.number): JournalLine {
  return {
    playedAt: row.played_at.getTime(),
    after: { value: row.after_value, deviation: row.after_deviation },
    contributions: readContributions(row.contributions ?? []),
    ...(row.memory && { memory: row.memory }),
    ...(number !== undefined && { number }),
  };
}

/** Packs contributions for the journal: opponent, their value, expected, actual, weight, delta; NaN stands for null. */
export function packContributions(contributions: readonly Contribution[]): number[] {
  const packed = new Array<number>(CONTRIBUTION_WIDTH * contributions.length);
  packInto(packed, 0, contributions);
  return packed;
}

/** Packs contributions into a column, from a position on. */
export function packInto(column: number[] | Float64Array, at: number, contributions: readonly Contribution[]): void {
  for (const { opponent, opponentValue, expected, actual, weight, delta } of contributions) {
    column[at++] = Number(opponent);
    column[at++] = opponentValue ?? Number.NaN;
    column[at++] = expected;
    column[at++] = actual;
    column[at++] = weight;
    column[at++] = delta ?? Number.NaN;
  }
}

export function readContributions(packed: readonly number[]): Contribution[] {
  return Array.from({ length: packed.length / CONTRIBUTION_WIDTH }, (_, index) => {
    const at = index * CONTRIBUTION_WIDTH;
    return {
      opponent: packed[at]!,
      opponentValue: numberOrNull(packed[at + 1]!),
      expected: packed[at + 2]!,
      actual: packed[at + 3]!,
      weight: packed[at + 4]!,
      delta: numberOrNull(packed[at + 5]!),
    };
  });
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Most contributions of a match that the journal stores: those of a free-for-all of 20. More are derived on reading. */
export const MAX_STORED_CONTRIBUTIONS = 400;

/**
 * Whether the journal stores the contributions of a match. Their number, `contributionsOf`, grows with the square of the players, so those of
 * large matches are not stored if they can be derived from the journal.
 */
export function storesContributions(rater: Rater, match: Parameters<typeof contributionsOf>[0]): boolean {
  return !canDeriveContributions(rater) || contributionsOf(match) <= MAX_STORED_CONTRIBUTIONS;
}

/** Whether the states before a match can be restored from one line of each player, and the number of their lines, without contributions. */
export function canDeriveContributions(rater: Rater): boolean {
  return rater.restore !== undefined && rater.restore.needs !== 'all' && !readsContributions(rater);
}

/** Work for each line of a player whose state is restored, in points: for reading all of them, or for counting them. */
export function pointsPerLine({ restore }: Rater): number {
  if (restore?.needs === 'all') return 2;
  return restore?.needs === 'count' ? 0.02 : 0;
}

/** Whether the rater restores states from contributions; otherwise from the values of lines. */
export function readsContributions({ restore }: Rater): boolean {
  return restore?.readsContributions ?? true;
}
