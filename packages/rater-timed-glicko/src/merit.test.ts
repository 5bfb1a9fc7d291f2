import { describe, expect, test } from 'vitest';
import { merit, type Weighting } from './merit.js';

describe('merit at P = 0.9 ("Timed Glicko Rating", PMERIT)', () => {
  test.each<[Weighting, number, number]>([
    ['quadratic', 0, 1],
    ['linear', 0, 1],
    ['none', 0, 1],
    ['quadratic', 0.5, 0.9],
    ['linear', 0.5, 0.9],
    ['none', 0.5, 1],
    ['quadratic', 1, 0.7],
    ['linear', 1, 0.8],
    ['none', 1, 1],
  ])('with weighting %s and surprise %d is %d', (weighting, surprise, expected) => {
    expect(merit(surprise, weighting, 0.9)).toBeCloseTo(expected, 15);
  });
});

test('where every outcome is deserved, all results are on merit', () => {
  for (const weighting of ['quadratic', 'linear', 'none'] as const) expect(merit(0.77, weighting, 1)).toBe(1);
});
