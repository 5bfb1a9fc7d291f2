import { expect, test } from 'vitest';
import { changeLine, remainder } from './adjustments.js';

const rating = (value: number) => ({ value, deviation: null, score: value, isProvisional: false });

/** A change from 1500 of which the contributions leave this many points unexplained. */
function lineThatLeaves(points: number) {
  const contribution = { opponent: 9, opponentValue: 1500, expected: 0.5, actual: 1, weight: 16, delta: 8 };
  return changeLine({ before: rating(1500), after: rating(1508 + points), contributions: [contribution] });
}

test.each([-3, 1e-3, 2.7e-7, 1e-8])('%d points outside the contributions have a reason', (points) => {
  const [adjustment] = remainder(lineThatLeaves(points), 'luck');
  expect(adjustment!.reason).toBe('luck');
  expect(adjustment!.points).toBeCloseTo(points, 11);
});

test.each([0, 1e-10, -1e-12])('%d points are rounding', (points) => {
  expect(remainder(lineThatLeaves(points), 'luck')).toEqual([]);
});
