import { defaultSettings, displayRating, evaluate, type Match, rateMatch } from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
import { seededRandom } from '@openladder/rating/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rater, type ZoneStatsSettings } from './index.js';

const defaults = defaultSettings<ZoneStatsSettings>(rater.settings);

testRater(rater, {
  test,
  settings: [
    {},
    { comparison: 'score', cap: 'everyPlayer' },
    { comparison: 'headToHead', spread: 173.7, gameMultiplier: 1.6 },
    { maxGameLength: 60, initialRating: 0 },
  ],
});

/** The source's pseudocode and its steps for a duel, line by line. */
function duelOfTheSource(
  a: { rating: number; score: number; minutes: number },
  b: { rating: number; score: number; minutes: number },
): [number, number] {
  const scorePerHour = ({ score, minutes }: { score: number; minutes: number }) => score / (minutes / 60);
  const delta = a.rating - b.rating;
  const predictedOutcome = 1.0 / (1.0 + Math.exp(-delta / 120.0));
  let ratingAdjustment = 0.5 - predictedOutcome;
  if (scorePerHour(a) > scorePerHour(b)) ratingAdjustment = 1.0 - predictedOutcome;
  if (scorePerHour(a) < scorePerHour(b)) ratingAdjustment = 0.0 - predictedOutcome;
  let time = 20.0;
  if (a.minutes < time) time = a.minutes;
  if (b.minutes < time) time = b.minutes;
  ratingAdjustment = ratingAdjustment * 2.0 * time;
  return [a.rating + ratingAdjustment, b.rating - ratingAdjustment];
}

test('a duel goes as the pseudocode of the source has it', () => {
  const player = fc.record({
    rating: fc.integer({ min: -2000, max: 3000 }),
    score: fc.integer({ min: 0, max: 200 }),
    // Powers of two, for which the quotients of the source are exact.
    minutes: fc.constantFrom(0.5, 1, 2, 4, 8, 16, 32, 64),
  });
  fc.assert(
    fc.property(player, player, (a, b) => {
      const match: Match = {
        playedAt: 0,
        sides: [a, b].map(({ score, minutes }, index) => ({
          participants: [{ player: index, score, minutesPlayed: minutes }],
        })),
      };
      const states = new Map([a, b].map(({ rating }, index) => [index, { rating }]));
      rateMatch(rater, defaults, match, states);
      const [expectedA, expectedB] = duelOfTheSource(a, b);
      expect(states.get(0)!.rating).toBeCloseTo(expectedA, 9);
      expect(states.get(1)!.rating).toBeCloseTo(expectedB, 9);
    }),
  );
});

describe('predictions', () => {
  test('of teams go by the difference of their means, and the luck of many evens out', () => {
    const [first, second] = rater.predict([[{ rating: 600 }, { rating: 400 }], [{ rating: 450 }]], defaults);
    expect(first).toBeCloseTo(1 / (1 + Math.exp((-50 / 120) * Math.sqrt(4 / 3))), 15);
    expect(first! + second!).toBeCloseTo(1, 15);
  });

  test.each([3, 20])('of free-for-alls of up to %i are what happens that often', (most) => {
    const random = seededRandom(most);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const players = Array.from({ length: 60 }, (_, player) => ({ player, skill: normal() }));
    const log = Array.from({ length: 1000 }, (): Match => {
      const order = random
        .shuffle([...players])
        .slice(0, random.integer(3, most))
        .map(({ player, skill }) => ({ player, performance: skill + 1.1 * normal() }))
        .sort((a, b) => b.performance - a.performance);
      const sides = order.map(({ player }, place) => ({ placement: place + 1, participants: [{ player }] }));
      return { playedAt: 0, sides };
    });
    const { calibration } = evaluate(rater, defaults, log);
    const full = calibration.filter(({ count }) => count >= 100);
    expect(full.length).toBeGreaterThan(3);
    for (const { predicted, actual } of full) expect(Math.abs(predicted - actual)).toBeLessThan(0.05);
    if (most === 20) expect(full.at(-1)!.predicted).toBeGreaterThan(2 / 10);
  });

  test('of a free-for-all of equals give everybody the same chance', () => {
    expect(rater.predict([[{ rating: 500 }], [{ rating: 500 }], [{ rating: 500 }]], defaults)).toEqual([
      1 / 3,
      1 / 3,
      1 / 3,
    ]);
  });
});

test('a board shows the rounded rating, and nobody is provisional', () => {
  expect(displayRating(rater, { rating: 511.5 }, defaults)).toBe('512');
  expect(rater.rating({ rating: 511.5 }, defaults)).toEqual({
    value: 511.5,
    deviation: null,
    score: 511.5,
    isProvisional: false,
  });
});

test('a state comes back from the newest line of its journal', () => {
  const line = { playedAt: 0, after: { value: 517.123456789012, deviation: null }, contributions: [] };
  expect(rater.restore!.from([{ ...line, after: { value: 1, deviation: null } }, line], defaults)).toEqual({
    rating: 517.123456789012,
  });
});
