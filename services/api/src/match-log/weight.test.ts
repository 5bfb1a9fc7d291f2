import { expect, test } from 'vitest';
import { lightParts, MAX_WEIGHT, weightOf } from './weight.js';

const sidesOf = (...sizes: number[]) => ({ sides: sizes.map((size) => ({ participants: Array(size).fill(null) })) });

test.each([
  ['a duel', [1, 1], 2],
  ['five against five', [5, 5], 50],
  ['a free-for-all of ten', Array(10).fill(1), 90],
  ['one against nine', [1, 9], 18],
])('%s weighs as many opponents as all have', (_, sizes, weight) => {
  expect(weightOf(sidesOf(...sizes))).toBe(weight);
});

test('parts are as heavy as they may be, and one element may be heavier', () => {
  const half = MAX_WEIGHT / 2;
  expect(lightParts([half, half, 1, MAX_WEIGHT + 1, 1, MAX_WEIGHT], (weight) => weight)).toEqual([
    [half, half],
    [1],
    [MAX_WEIGHT + 1],
    [1],
    [MAX_WEIGHT],
  ]);
  expect(lightParts([], () => 1)).toEqual([]);
});
