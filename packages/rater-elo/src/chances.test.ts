import {
  defaultSettings,
  EvaluationSums,
  expectedScore,
  greatestMiss,
  type Match,
  scoreLog,
  shareOfPairs,
} from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';
import { describe, expect, test } from 'vitest';
import { type EloSettings, type EloState, rater } from './index.js';

const defaults = defaultSettings<EloSettings>(rater.settings);
const SCALE = 400 / Math.LN10;
const players = (played: number, ...ratings: number[]): EloState[] => ratings.map((rating) => ({ rating, played }));

test.each([0, 1, 30, 1000])('of a duel are E, after any number of matches: %i', (played) => {
  const [own] = players(played, 1612.3);
  const [other] = players(7, 1471.9);
  expect(rater.predict([[own!], [other!]], defaults)).toEqual([
    expectedScore(1612.3 - 1471.9, SCALE),
    1 - expectedScore(1612.3 - 1471.9, SCALE),
  ]);
});

describe('of teams', () => {
  const teams = (played: number) => [players(played, 1560, 1540, 1520), players(played, 1480, 1500, 1490)];
  const plain = expectedScore(50, SCALE);

  test('give ratings after few matches more weight, and less and less of it', () => {
    const [few, some, many] = [10, 40, 1000].map((played) => rater.predict(teams(played), defaults)[0]!);
    expect(few).toBeGreaterThan(some! + 0.05);
    expect(some).toBeGreaterThan(many! + 0.05);
    expect(many).toBeCloseTo(plain, 1);
    expect(rater.predict(teams(0), defaults)[0]).toBeCloseTo(plain, 15);
  });

  test("give newcomers' ratings the weight of their own K as long as they are newcomers", () => {
    const newcomers = { ...defaults, newcomerMatches: 20, newcomerK: 64 };
    expect(rater.predict(teams(20), newcomers)).toEqual(rater.predict(teams(20), { ...defaults, k: 64 }));
    expect(rater.predict(teams(40), newcomers)[0]).toBeLessThan(rater.predict(teams(40), defaults)[0]!);
  });

  test('use ratings unchanged if margins move them, because K is not known then', () => {
    expect(rater.predict(teams(10), { ...defaults, marginOfVictory: 'goals' })[0]).toBeCloseTo(plain, 15);
  });

  test('treat a match of great weight like the greatest surprise of a match of weight 1', () => {
    const after = (points: number) =>
      rater.predict(
        [players(1, ...Array(3).fill(1500 + points)), players(1, ...Array(3).fill(1500 - points))],
        defaults,
      )[0]!;
    expect(after(160)).toBe(after(32));
    expect(after(160)).toBeLessThan(0.9);
    expect(after(31)).toBeLessThan(after(32));
  });

  test.each([1e-300, 1e-20, 10_000])('are chances at a K of %d', (k) => {
    for (const played of [1, 1e6]) {
      const [own, other] = rater.predict(teams(played), { ...defaults, k });
      expect(own! + other!).toBe(1);
      expect(own).toBeGreaterThan(0.5);
    }
  });
});

describe('of teams of unequal size', () => {
  const asTheyAre = { ...defaults, marginOfVictory: 'goals' } as const;
  const team = (size: number, rating: number) => players(1000, ...Array<number>(size).fill(rating));

  test('count the leads of all members over the players of the match', () => {
    const [four, two] = [1600, 1500];
    const level = (4 * four + 2 * two) / 6;
    const chances = rater.predict([team(4, four), team(2, two)], asTheyAre);
    const lead = (4 / 3) * (four - level) - (2 / 3) * (two - level);
    expect(chances[0]).toBeCloseTo(expectedScore(lead, SCALE), 12);
  });

  test('are even between equals, however far they are from a new player', () => {
    for (const rating of [1200, 1500, 1700]) {
      const [larger, smaller] = rater.predict([team(5, rating), team(2, rating)], asTheyAre);
      expect(larger).toBeCloseTo(0.5, 12);
      expect(smaller).toBeCloseTo(0.5, 12);
    }
  });
});

test('of races discount ratings that luck may have moved, and raise those that had no time to move', () => {
  const race = (played: number) =>
    rater.predict(
      [1600, 1500, 1400].map((rating) => players(played, rating)),
      defaults,
    );
  const plain = shareOfPairs(3, (a, b) => expectedScore((b - a) * 100, SCALE));
  expect(race(5)[0]).toBeGreaterThan(plain[0]! + 0.05);
  expect(Math.abs(race(500)[0]! - plain[0]!)).toBeLessThan(0.05);
});

describe('come true in simulations', () => {
  /** Two teams of strangers with independent luck, whose strengths vary as much as the luck. */
  function* season(size: number, seed: number): Generator<Match> {
    const random = seededRandom(seed);
    const strengths = Array.from({ length: 300 }, () => random.normal());
    const everybody = [...strengths.keys()];
    for (let match = 0; match < 4000; match++) {
      const drawn = random.shuffle([...everybody]).slice(0, 2 * size);
      const teams = [drawn.slice(0, size), drawn.slice(size)];
      const score = (team: number[]) => team.reduce((sum, player) => sum + strengths[player]! + random.normal(), 0);
      const sides = teams.map((team) => ({
        score: score(team),
        participants: team.map((player) => ({ player: `p${player}` })),
      }));
      yield { playedAt: match * 60_000, sides };
    }
  }

  test.each([
    [2, 1],
    [3, 2],
    [3, 3],
    [5, 4],
  ])('between new teams of %i (seed %i)', (size, seed) => {
    const sums = new EvaluationSums();
    scoreLog(rater, defaults, season(size, seed), sums);
    const { calibration } = sums.means();
    const full = calibration.filter(({ count }) => count >= 100);
    expect(full.length).toBeGreaterThan(7);
    expect(greatestMiss(full)).toBeNull();
  });
});
