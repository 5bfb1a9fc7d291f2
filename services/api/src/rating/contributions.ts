import { CONTRIBUTION_WIDTH, type Contribution, type Rater } from '@openladder/rating';
import { contributionsOf } from '../match-log/contribution-count.js';

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

/** Most contributions of a match that the journal stores: those of a free-for-all of 20. More are derived on reading. */
export const MAX_STORED_CONTRIBUTIONS = 400;

/**
 * Whether the journal stores the contributions of a match. Their number, `contributionsOf`, grows with the square of the players, so those of
 * large matches are not stored if they can be derived from the journal.
 */
export function storesContributions(rater: Rater, match: Parameters<typeof contributionsOf>[0]): boolean {
  return !canDeriveContributions(rater) || contributionsOf(match) <= MAX_STORED_CONTRIBUTIONS;
}

/** Whether the states before a match can be restored from one line of each player, without contributions. */
export function canDeriveContributions(rater: Rater): boolean {
  return rater.restore?.needs === 'last' && !readsContributions(rater);
}

/** Whether the rater restores states from contributions; otherwise from the values of lines. */
export function readsContributions({ restore }: Rater): boolean {
  return restore?.readsContributions ?? true;
}
