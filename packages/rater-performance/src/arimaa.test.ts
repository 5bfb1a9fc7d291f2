import { readFileSync } from 'node:fs';
import { defaultSettings } from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import { rep } from '../test/lists.js';
import { inColumns, type PlayedGame } from './games.js';
import { playedOf, solvedOf } from './history.js';
import { rounded, solve, solveRating } from './performance.js';
import { rater } from './rater.js';
import type { Settings, Variant } from './settings.js';

interface PrintedRating {
  readonly table: string;
  readonly variant: Variant;
  readonly rep: readonly (string | number)[];
  readonly printed: number;
  readonly computed: number;
}

/** Source: "Arimaa performance ratings". */
const { rows } = JSON.parse(readFileSync(new URL('../test/arimaa-tables.json', import.meta.url), 'utf8')) as {
  rows: PrintedRating[];
};

describe('the ratings that the source prints', () => {
  test('are all here', () => {
    expect(rows).toHaveLength(78);
  });

  test.each(rows)('$table: rep $rep | $variant prints $printed', ({ variant, rep: args, printed, computed }) => {
    const rating = solveRating(rep(...args), variant)!;
    expect(rounded(rating)).toBe(printed);
    expect(Math.abs(rating - computed)).toBeLessThan(1e-6);
  });

  test.each(rows)('$table: rep $rep by $variant is $printed even in a league', ({ variant, rep: args, printed }) => {
    const settings = { ...defaultSettings<Settings>(rater.settings), variant };
    const games = rep(...args).map((game): PlayedGame => ({ ...game, playedAt: 0 }));
    const { rating } = solvedOf(playedOf(games.reverse(), settings, 0), null, settings);
    expect(rounded(rating!)).toBe(printed);
  });
});

describe("the source's statements about its scripts", () => {
  const p2 = (...args: (string | number)[]) => solveRating(rep(...args), 'p2')!;
  const p3 = (...args: (string | number)[]) => solveRating(rep(...args), 'p3')!;
  const p4 = (...args: (string | number)[]) => solveRating(rep(...args), 'p4')!;

  test('p2: after some games it hardly matters whether the fictitious player is rated 0 or 1500', () => {
    const against = (fictitious: number, wins: number) => {
      const win: PlayedGame = { opponent: 'abc', rating: 1500, result: 1, playedAt: 0 };
      const games = inColumns(new Array(wins).fill(win));
      return solve(games, new Float64Array(wins).fill(1), { rating: fictitious, weight: 0.1 })!;
    };
    expect(against(0, 1)).toBeCloseTo(2011.5048632347064, 6);
    expect(against(1500, 1)).toBeCloseTo(2028.8877178935677, 6);
    expect(against(0, 5)).toBeCloseTo(2298.254708218672, 6);
    expect(against(1500, 5)).toBeCloseTo(2301.7285495130573, 6);
    expect(against(0, 10)).toBeCloseTo(2419.541542594607, 6);
    expect(against(1500, 10)).toBeCloseTo(2421.2784229681956, 6);
    expect(p2('+1500', 5)).toBeCloseTo(against(0, 5), 9);
  });

  test('p2: the rating of someone who always wins against one player grows without bound', () => {
    expect(p2('+1000', 500)).toBeCloseTo(2599.9827372425907, 6);
    expect(p2('+1000', 5000)).toBeCloseTo(2999.9982738006893, 6);
    expect(p2('+1000', 50_000)).toBeCloseTo(3399.9998273808105, 6);
  });

  test('p3: winning every game against one player ends 1200 points above them', () => {
    expect(p3('+1000', 2000) - 1000).toBeCloseTo(1199.8272961716684, 6);
    expect(rounded(p3('+1000', 500))).toBe(2200);
  });

  test.each([
    [0, 1200],
    [100, 1200],
    [116, 1200],
    [117, 1200],
    [118, 1201],
    [200, 1201],
  ])('p3: losing every game against a player rated %i ends %i points below them', (opponent, below) => {
    expect(opponent - rounded(p3(`-${opponent}`, 500))).toBe(below);
  });

  test.each([
    [1000, -273.0820325115556],
    [1500, -47.33096006590929],
    [3000, -0.010985732086988163],
    [5000, -1.0986426113416387e-7],
  ])('p3: a player who always loses against a player rated %i stays below 0', (opponent, computed) => {
    const rating = p3(`-${opponent}`, 500);
    expect(rating).toBeLessThan(0);
    expect(Math.abs(rating - computed)).toBeLessThan(1e-9);
  });

  test('p3: one loss costs little if the rating was built on players near it', () => {
    expect(rounded(p3('+1492', 20)) - rounded(p3('-2500', 1, '+1492', 20))).toBe(268);
    expect(rounded(p3('+2400; -2600', 10)) - rounded(p3('-2500', 1, '+2400; -2600', 10))).toBe(21);
  });

  test('p4: wins over one player peak at about 70 games, about 780 points above them', () => {
    const above = Array.from({ length: 120 }, (_, index) => p4('+1000', index + 1) - 1000);
    const peak = Math.max(...above);
    expect(above.indexOf(peak) + 1).toBe(62);
    expect(peak).toBeCloseTo(781.1434892893117, 6);
  });

  test('p4: after 40 games against the same player the rating rises little more', () => {
    expect(p4('+1000', 62) - p4('+1000', 40)).toBeCloseTo(6.038350399263209, 6);
  });

  test.each([
    [7, '+1000; -1000', 10],
    [262, '+1000', 20],
  ])('p4 and p3 differ by %i points after %j %i times', (points, games, count) => {
    expect(rounded(p3(games, count)) - rounded(p4(games, count))).toBe(points);
  });

  test.each([
    ['the field drops by at most', 17, p3],
    ['a single opponent drops by up to', 179, p4],
  ])('a rating built on %s %i points', (_, points, rating) => {
    const drops = [3000, 2500, 2000, 1500, 1000, 500, 0].map(
      (opponent) =>
        rounded(rating('+2000; -2000', 50)) - rounded(rating(`-${opponent} playerX`, 1, '+2000; -2000', 50)),
    );
    expect(Math.max(...drops)).toBe(points);
  });

  test('p4 is p3 if every opponent is another player', () => {
    const games = rep('+1400 a*; -1800 b*; =1650 c*', 40);
    expect(solveRating(games, 'p4')).toBe(solveRating(games, 'p3'));
  });
});
