import { expect, test } from 'vitest';
import { luckDiscount } from './luck.js';

test.each([
  // Merits by the table of the README of Timed Glicko, twice minus one: P, and for a surprise of 0.9.
  [
    { deservedOutcomeProbability: 0.9, weighting: 'quadratic' },
    { deserved: 0.9, even: 0.8, upset: 0.496 },
  ],
  [
    { deservedOutcomeProbability: 0.9, weighting: 'linear' },
    { deserved: 0.9, even: 0.8, upset: 0.64 },
  ],
  [
    { deservedOutcomeProbability: 0.834, weighting: 'quadratic' },
    { deserved: 0.834, even: 0.668, upset: 0.16336 },
  ],
])('results count by %o', (settings, { deserved, even, upset }) => {
  const close = (value: number) => expect.closeTo(value, 12);
  expect(luckDiscount(settings)).toEqual({ deserved, even: close(even), upset: close(upset) });
});

test.each([
  { deservedOutcomeProbability: 1, weighting: 'quadratic' },
  { deservedOutcomeProbability: 0.9, weighting: 'none' },
  { initialRating: 1500 },
])('nothing counts as luck by %o', (settings) => {
  expect(luckDiscount(settings)).toBeNull();
});
