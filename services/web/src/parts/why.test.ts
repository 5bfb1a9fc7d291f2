import { expect, test } from 'vitest';
import { addingUp } from './why.js';

const sumOf = (parts: readonly number[]) => Math.round(10 * parts.reduce((sum, part) => sum + part, 0)) / 10;

test('parts add up as they are shown, and the nearest to the next tenth are adjusted', () => {
  expect(addingUp([1.04, 1.04, 1.04], 3.12)).toEqual([1, 1, 1.1].toSorted((one, other) => other - one));
  expect(addingUp([0.36, 0.37, 0.28], 1.01)).toEqual([0.3, 0.4, 0.3]);
  expect(addingUp([-2.34, 5.55, -0.06], 3.15)).toEqual([-2.3, 5.6, -0.1]);
  for (const parts of [
    [7.25, -7.25],
    [0.05, 0.05, 0.05],
    [-3.33, -3.33, -3.34],
    [12.3, -0.1],
  ]) {
    const total = parts.reduce((sum, part) => sum + part, 0);
    expect(sumOf(addingUp(parts, total)), String(parts)).toBe(Math.round(10 * total) / 10);
  }
});

test('parts that need no rounding stay, and parts of another total are rounded one by one', () => {
  expect(addingUp([12.3, -0.1, 0], 12.2)).toEqual([12.3, -0.1, 0]);
  expect(addingUp([1.04, 1.04], 9)).toEqual([1, 1]);
  expect(addingUp([], 0)).toEqual([]);
});
