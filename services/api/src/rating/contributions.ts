import { CONTRIBUTION_WIDTH, type Contribution, type Rater } from '@openladder/rating';

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

export function unpackContributions(packed: readonly number[]): Contribution[] {
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

/** Whether the rater's states come back from contributions; else the values of lines are enough. */
export function readsContributions({ restore }: Rater): boolean {
  return restore?.readsContributions ?? true;
}
