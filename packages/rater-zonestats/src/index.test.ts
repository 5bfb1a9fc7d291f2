import { defaultSettings, displayRating, type Match, rateMatch } from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
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
    { maxGameLength: 60, gameMultiplier: 1, initialRating: 0 },
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

test('a duel agrees with the pseudocode of the source', () => {
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
  test('of teams use the difference of their means, and the luck of many evens out', () => {
    const [first, second] = rater.predict([[{ rating: 600 }, { rating: 400 }], [{ rating: 450 }]], defaults);
    expect(first).toBeCloseTo(1 / (1 + Math.exp((-50 / 120) * Math.sqrt(4 / 3))), 15);
    expect(first! + second!).toBeCloseTo(1, 15);
  });

  test('of races discount leads, the more the further a match moves ratings', () => {
    const field = [620, 500, 470, 410].map((rating) => [{ rating }]);
    const [favourite, , , last] = rater.predict(field, defaults);
    const asTheyAre = field.map(([state]) => Math.exp(state!.rating / defaults.spread));
    const sum = asTheyAre.reduce((total, each) => total + each, 0);
    expect(favourite!).toBeLessThan(asTheyAre[0]! / sum);
    expect(favourite!).toBeGreaterThan(1 / 4);
    expect(last!).toBeGreaterThan(asTheyAre[3]! / sum);
    const [further] = rater.predict(field, { ...defaults, gameMultiplier: 4 });
    expect(further!).toBeLessThan(favourite!);
  });

  test('of several teams use the ratings unchanged', () => {
    const teams = [[620, 500], [470, 410], [530]].map((side) => side.map((rating) => ({ rating })));
    const [first, , last] = rater.predict(teams, defaults);
    const lead = (means: number, own: number, others: number) =>
      (means / 120) * Math.sqrt((2 * own * others) / (own + others));
    const strengths = [
      (lead(120, 2, 2) + lead(30, 2, 1)) / 3,
      (lead(-120, 2, 2) + lead(-90, 2, 1)) / 3,
      (lead(-30, 1, 2) + lead(90, 1, 2)) / 3,
    ].map(Math.exp);
    const sum = strengths.reduce((total, each) => total + each, 0);
    expect(first).toBeCloseTo(strengths[0]! / sum, 14);
    expect(last).toBeCloseTo(strengths[2]! / sum, 14);
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
