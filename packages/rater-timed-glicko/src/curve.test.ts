import { expectedScore } from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import type { Weighting } from './settings.js';
import { merit, reliability, VARIANCE_FACTOR, winProbability } from './timed-glicko.js';

describe('the source\'s statements ("Timed Glicko Rating")', () => {
  test('a player performs within one deviation of their rating 72% of the time, and above it 14%', () => {
    // A logistic distribution of standard deviation s has the scale s sqrt(3) / pi.
    const below = expectedScore(200, (200 * Math.sqrt(3)) / Math.PI);
    expect(100 * (2 * below - 1)).toBeCloseTo(71.96408702925471, 10);
    expect(100 * (1 - below)).toBeCloseTo(14.017956485372647, 10);
  });

  test('85% is a lead of roughly 300 points between certain strengths', () => {
    const certain = (rating: number) => ({ rating, deviation: 0 });
    expect(winProbability(certain(301.33106666344463), certain(0))).toBeCloseTo(0.85, 14);
  });

  test('3 ln(10)^2 / (400 pi)^2 is about 0.0000100724', () => {
    expect(VARIANCE_FACTOR).toBeCloseTo(1.007239860196398e-5, 19);
  });
});

test('g is 1 for certain strengths and falls with their variance', () => {
  expect(reliability(0)).toBe(1);
  expect(reliability(350 ** 2)).toBeCloseTo(
    1 / Math.sqrt(1 + (3 * (Math.LN10 / 400) ** 2 * 350 ** 2) / Math.PI ** 2),
    14,
  );
});

test('the chances of both players add up to 1, and stay above 0 for the underdog', () => {
  const strong = { rating: 9000, deviation: 0 };
  const weak = { rating: 0, deviation: 0 };
  expect(winProbability(strong, weak) + winProbability(weak, strong)).toBe(1);
  expect(winProbability(weak, strong)).toBeCloseTo(10 ** -22.5, 30);
});

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
])(
  'merit at P = 0.9 ("Timed Glicko Rating", PMERIT) with weighting %s and surprise %d is %d',
  (weighting, surprise, expected) => {
    expect(merit(surprise, weighting, 0.9)).toBeCloseTo(expected, 15);
  },
);

test('if every outcome is deserved, all results are on merit', () => {
  for (const weighting of ['quadratic', 'linear', 'none'] as const) expect(merit(0.77, weighting, 1)).toBe(1);
});
