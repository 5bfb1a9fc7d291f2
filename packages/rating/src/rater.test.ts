import { expect, it } from 'vitest';
import { elo } from '../test/elo.js';
import { displayRating } from './rater.js';

const settings = { k: 24, initialRating: 1500 };

it('a rating is shown as its value, rounded to the nearest whole number, halves upwards', () => {
  expect(displayRating(elo, { points: 1532.4 }, settings)).toBe('1532');
  expect(displayRating(elo, { points: 1532.5 }, settings)).toBe('1533');
  expect(displayRating(elo, { points: -0.5 }, settings)).toBe('0');
});

it('a player without a value is unrated', () => {
  const unrated = { value: null, deviation: null, score: null, isProvisional: true };
  expect(displayRating({ ...elo, rating: () => unrated }, { points: 0 }, settings)).toBe('unrated');
});

it('a rater may show ratings in its own words', () => {
  expect(displayRating({ ...elo, display: ({ points }) => `${points} Elo` }, { points: 1500 }, settings)).toBe(
    '1500 Elo',
  );
});
