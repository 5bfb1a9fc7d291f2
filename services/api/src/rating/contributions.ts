import type { Contribution } from '@openladder/rating';

const WIDTH = 6;

/** Packs contributions for the journal: opponent, his value, expected, actual, weight, delta; NaN stands for null. */
export function packContributions(contributions: readonly Contribution[]): number[] {
  const packed: number[] = [];
  for (const { opponent, opponentValue, expected, actual, weight, delta } of contributions) {
    packed.push(Number(opponent), opponentValue ?? Number.NaN, expected, actual, weight, delta ?? Number.NaN);
  }
  return packed;
}

export function unpackContributions(packed: readonly number[]): Contribution[] {
  return Array.from({ length: packed.length / WIDTH }, (_, index) => {
    const at = index * WIDTH;
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
