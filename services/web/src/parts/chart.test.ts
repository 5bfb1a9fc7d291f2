import { expect, test } from 'vitest';
import { rankLinesOf, scaleOf } from './chart.js';

const points = (...values: readonly number[]) =>
  values.map((value) => ({ at: '2026-01-01T00:00:00Z', value, deviation: null }));

test.each([
  [
    [1512, 1898],
    [1900, 1800, 1700, 1600, 1500],
  ],
  [
    [1000, 1003],
    [1003, 1002, 1001, 1000],
  ],
  [
    [5, 5],
    [5.5, 5],
  ],
  [
    [-20, 70],
    [75, 50, 25, 0, -25],
  ],
] as const)('values from %j have lines at %j', (values, lines) => {
  const { low, high, lines: found } = scaleOf(points(...values));
  expect(found.map((line) => Math.round(line * 100) / 100)).toEqual(lines);
  expect(low).toBeLessThanOrEqual(Math.min(...values));
  expect(high).toBeGreaterThanOrEqual(Math.max(...values));
});

test('the band has room as well', () => {
  const { low, high } = scaleOf([{ at: '2026-01-01T00:00:00Z', value: 1500, deviation: 350 }]);
  expect([low, high]).toEqual([1000, 2000]);
});

test.each([
  [[1], [1, 2]],
  [
    [3, 1, 2],
    [1, 2, 3],
  ],
  [
    [17, 4],
    [1, 5, 9, 13, 17],
  ],
  [[120], [1, 25, 49, 73, 97, 121]],
])('ranks %j have lines at %j', (ranks, lines) => {
  expect(rankLinesOf(ranks)).toEqual(lines);
});
