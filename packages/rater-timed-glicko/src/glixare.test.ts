import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayGlixare, glixare, winProbability } from './timed-glicko.js';

test('published percentages are reproduced', () => {
  expect(displayGlixare(2051, 0)).toBe('89.30%');
  expect(displayGlixare(1991.41, 52.49)).toBe('86.77%');
});

test('it follows the formula of the source ("Timed Glicko Rating")', () => {
  const published = (rating: number, deviation: number) =>
    Math.round(
      10000 /
        (1 +
          10 **
            (((1500 - rating) * Math.PI) /
              Math.sqrt(
                3 * Math.log(10) ** 2 * deviation ** 2 + 2500 * (64 * Math.PI ** 2 + 147 * Math.log(10) ** 2),
              ))),
    ) / 100;
  for (const rating of [-200, 900, 1404.5, 1500, 1733, 2400]) {
    for (const deviation of [0, 33.3, 99.9, 350]) {
      expect(displayGlixare(rating, deviation)).toBe(`${published(rating, deviation).toFixed(2)}%`);
    }
  }
});

test('it is the chance of beating a new player', () => {
  const rating = fc.double({ min: -5000, max: 8000, noNaN: true });
  const deviation = fc.double({ min: 0, max: 350, noNaN: true });
  fc.assert(
    fc.property(rating, deviation, (rating, deviation) => {
      const chance = winProbability({ rating, deviation }, { rating: 1500, deviation: 350 });
      expect(glixare(rating, deviation) / 100).toBeCloseTo(chance, 14);
    }),
  );
});

test('it stays within 0 and 100 for any rating', () => {
  expect(glixare(1e9, 0)).toBe(100);
  expect(glixare(-1e9, 0)).toBe(0);
  expect(glixare(1500, 350)).toBe(50);
});
