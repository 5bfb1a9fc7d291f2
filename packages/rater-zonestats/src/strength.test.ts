import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GREATEST_LEAD, strengthOf } from './strength.js';

const lead = fc.double({ min: -GREATEST_LEAD, max: GREATEST_LEAD, minExcluded: true, maxExcluded: true, noNaN: true });

test('a strength is e to the lead', () => {
  fc.assert(
    fc.property(lead, (lead) => {
      expect(Math.abs(strengthOf(lead) / Math.exp(lead) - 1)).toBeLessThanOrEqual(2 * Number.EPSILON);
    }),
    { numRuns: 10_000 },
  );
});

test('the strength of no lead is 1, and the greatest leads have finite ones', () => {
  expect(strengthOf(0)).toBe(1);
  expect(strengthOf(-GREATEST_LEAD) * strengthOf(GREATEST_LEAD)).toBeCloseTo(1, 14);
});

test('a player who is ahead is no weaker', () => {
  fc.assert(
    fc.property(lead, lead, (a, b) => {
      expect(strengthOf(Math.max(a, b))).toBeGreaterThanOrEqual(strengthOf(Math.min(a, b)));
    }),
    { numRuns: 10_000 },
  );
});
