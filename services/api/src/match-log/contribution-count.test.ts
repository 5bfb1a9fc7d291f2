import { expect, test } from 'vitest';
import { contributionsOf, MAX_HELD_CONTRIBUTIONS, splitByContributions } from './match.js';

const sidesOf = (...sizes: number[]) => ({ sides: sizes.map((size) => ({ participants: Array(size).fill(null) })) });

test.each([
  ['a duel', [1, 1], 2],
  ['five against five', [5, 5], 50],
  ['a free-for-all of ten', Array(10).fill(1), 90],
  ['one against nine', [1, 9], 18],
])('%s has a contribution for each opponent of each participant', (_, sizes, count) => {
  expect(contributionsOf(sidesOf(...sizes))).toBe(count);
});

test('parts are as large as they may be, and one element may be larger', () => {
  const half = MAX_HELD_CONTRIBUTIONS / 2;
  expect(
    splitByContributions([half, half, 1, MAX_HELD_CONTRIBUTIONS + 1, 1, MAX_HELD_CONTRIBUTIONS], (count) => count),
  ).toEqual([[half, half], [1], [MAX_HELD_CONTRIBUTIONS + 1], [1], [MAX_HELD_CONTRIBUTIONS]]);
  expect(splitByContributions([], () => 1)).toEqual([]);
});
