import { CONTRIBUTION_WIDTH, type Contribution, type Rater } from '@openladder/rating';
import { weightOf } from '../match-log/weight.js';

/** Packs contributions for the journal: opponent, their value, expected, actual, weight, delta; NaN stands for null. */
export function packContributions(contributions: readonly Contribution[]): number[] {
  const packed = new Array<number>(CONTRIBUTION_WIDTH * contributions.length);
  packInto(packed, 0, contributions);
  return packed;
}

/** Packs contributions into a column, from a place on. */
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
      opponentValue: orNull(packed[at + 1]!),
      expected: packed[at + 2]!,
      actual: packed[at + 3]!,
      weight: packed[at + 4]!,
      delta: orNull(packed[at + 5]!),
    };
  });
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Contributions of one match that the journal stores: those of a free-for-all of 20. More are derived when they are read. */
export const MAX_STORED_CONTRIBUTIONS = 400;

/**
 * Whether the journal stores the contributions of a match. It has as many as `weightOf` says, which grows with the square of the
 * players; so those of large matches are left out where rating the match again from the journal makes the same ones.
 */
export function storesContributions(rater: Rater, match: Parameters<typeof weightOf>[0]): boolean {
  return !canDeriveContributions(rater) || weightOf(match) <= MAX_STORED_CONTRIBUTIONS;
}

/** Whether the states before a match come back from one line of each player, without contributions. */
export function canDeriveContributions(rater: Rater): boolean {
  return rater.restore?.needs === 'last' && !readsContributions(rater);
}

/** Whether the rater's states come back from contributions; else the values of lines are enough. */
export function readsContributions({ restore }: Rater): boolean {
  return restore?.readsContributions ?? true;
}
