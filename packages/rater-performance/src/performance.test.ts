import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gameLists, weightSettings } from '../test/arbitrary.js';
import { rep } from '../test/lists.js';
import { naiveRating, naiveWeights } from '../test/naive.js';
import { ratingAccuracy } from './game-list.js';
import { inColumns } from './games.js';
import { type Game, rounded, solveRating, stability } from './performance.js';
import { SOURCE_WEIGHTS, VARIANTS } from './settings.js';
import { gameWeights } from './weights.js';

describe.each(VARIANTS)('%s', (variant) => {
  test('solves the equation that a simple bisection solves', () => {
    fc.assert(
      fc.property(gameLists, weightSettings, (games, settings) => {
        const expected = naiveRating(games, variant, settings);
        const actual = solveRating(games, variant, settings)!;
        // Bisection itself is only as good as its sum: it is off by some 1e-9 where all opponents are far away.
        if (Number.isFinite(expected)) expect(Math.abs(actual - expected)).toBeLessThan(1e-6);
        else expect(actual).toBe(expected);
      }),
    );
  });

  test('weighs games by its formula', () => {
    fc.assert(
      fc.property(gameLists, weightSettings, (games, settings) => {
        const now = 0;
        const columns = inColumns(
          games.map(({ days, ...game }) => ({ ...game, playedAt: now - days * 86_400_000 })).reverse(),
        );
        const weights = [...gameWeights(columns, now, { ...settings, variant })].reverse();
        naiveWeights(games, variant, settings).forEach((expected, index) => {
          expect(weights[index]! / expected).toBeCloseTo(1, 11);
        });
      }),
    );
  });

  test('never rates a list lower for a better result', () => {
    fc.assert(
      fc.property(gameLists, fc.nat(), (games, pick) => {
        const index = pick % games.length;
        const [loss, draw, win] = ([0, 0.5, 1] as const).map(
          (result) => solveRating(games.with(index, { ...games[index]!, result }), variant)!,
        );
        expect(draw!).toBeGreaterThanOrEqual(loss!);
        expect(win!).toBeGreaterThanOrEqual(draw!);
      }),
    );
  });

  test('moves by +/- like after one more win or loss against a new equal', () => {
    const games = rep('+1500 abc; -1750 xyz; =1610 abc', 3);
    const rating = solveRating(games, variant)!;
    const after = (result: Game['result']) =>
      solveRating([{ opponent: 'somebody new', rating, result, days: 0 }, ...games], variant)!;
    expect(stability(games, variant)).toEqual({ plus: after(1) - rating, minus: after(0) - rating });
    expect(after(1)).toBeGreaterThan(rating);
    expect(after(0)).toBeLessThan(rating);
  });
});

describe('p1', () => {
  test('has no number for a player who won everything, lost everything or played nothing', () => {
    expect(solveRating(rep('+1000', 3), 'p1')).toBe(Number.POSITIVE_INFINITY);
    expect(solveRating(rep('-1000', 3), 'p1')).toBe(Number.NEGATIVE_INFINITY);
    expect(solveRating([], 'p1')).toBeNull();
    expect(stability(rep('+1000', 3), 'p1')).toBeNull();
    expect(stability([], 'p1')).toBeNull();
  });

  test('has one as soon as there is a draw', () => {
    expect(solveRating(rep('+1000', 3, '=1000', 1), 'p1')).toBeCloseTo(1000 + 400 * Math.log10(7), 9);
  });
});

test('without games p2 to p7 rate 0 and p8 rates 1500, whatever the weight of the draws', () => {
  for (const fictitiousWeight of [0.0001, 0.07, 0.1, 3]) {
    const settings = { ...SOURCE_WEIGHTS, fictitiousWeight };
    const ratings = VARIANTS.slice(1).map((variant) => solveRating([], variant, settings));
    expect(ratings).toEqual([0, 0, 0, 0, 0, 0, 1500]);
  }
});

test('p6 lets games of one day fade slowly, however many there are', () => {
  const field = (daysApart: number): Game[] =>
    Array.from({ length: 60 }, (_, index) => ({
      opponent: `player${index}`,
      rating: 1500,
      result: index < 30 ? 0 : 1,
      days: index * daysApart,
    }));
  expect(Math.abs(solveRating(field(0), 'p6')!)).toBeCloseTo(solveRating(field(0), 'p2')!, 9);
  expect(solveRating(field(1), 'p6')!).toBeCloseTo(solveRating(field(1), 'p3')!, 9);
});

test('p7 counts one opponent as at most five games, p5 and p4 without a limit', () => {
  const total = (variant: 'p4' | 'p7', games: number) => {
    const wins = inColumns(new Array(games).fill({ opponent: 'abc', rating: 1000, result: 1, playedAt: 0 }));
    return gameWeights(wins, 0, { ...SOURCE_WEIGHTS, variant }).reduce((sum, weight) => sum + weight, 0);
  };
  expect(total('p7', 16)).toBeCloseTo(4, 9);
  expect(total('p7', 25)).toBeCloseTo(5, 9);
  expect(total('p7', 500)).toBeCloseTo(5, 9);
  expect(solveRating(rep('+1000', 500), 'p7')).toBeCloseTo(solveRating(rep('+1000', 25), 'p7')!, 9);
});

test('all games without a name are games against one player', () => {
  expect(solveRating(rep('+1000', 9), 'p4')).toBe(solveRating(rep('+1000 unknown', 9), 'p4'));
  expect(solveRating(rep('+1000', 9), 'p4')).not.toBe(solveRating(rep('+1000 a*', 9), 'p4'));
});

test.each([
  ['+8000 a; -0 b', 4000],
  ['=8000 a; =0 b', 4000],
  ['=0 a; =8000 b; +7000 c; -1000 d', 4000],
  // Three tails below against two above: 200 log10(3/2) off the middle.
  ['+12000 a; +12000 b; --4000 c; =-4000 d; =-4000 e', 4000 + 200 * Math.log10(1.5)],
  // Computed with 80 digits.
  ['=-1000 a; +9000 b; =-4000 c', 4000.0000027467195],
])('the rating is exact however far from all opponents it lies: %s', (games, rating) => {
  expect(Math.abs(solveRating(rep(games, 1), 'p1')! - rating)).toBeLessThan(1e-9);
});

test('opponents at the ends of the scale still have a rating between them', () => {
  const extremes = [-100_000, -3000, 0, 1500, 100_000];
  const arbitraryGame = fc.record({
    opponent: fc.constantFrom('a', 'b', 'c'),
    rating: fc.constantFrom(...extremes),
    result: fc.constantFrom<Game['result']>(0, 0.5, 1),
    days: fc.constant(0),
  });
  fc.assert(
    fc.property(fc.array(arbitraryGame, { maxLength: 12 }), fc.constantFrom(...VARIANTS.slice(1)), (games, variant) => {
      expect(Math.abs(solveRating(games, variant)!)).toBeLessThan(102_000);
    }),
  );
  expect(solveRating(rep('+-100000', 1, '-100000', 1), 'p1')).toBeCloseTo(0, 9);
});

test.each([
  [{ rating: Number.NaN }, 'games[1].rating must lie within 100000 of zero, not be NaN'],
  [{ rating: 100_001 }, 'games[1].rating must lie within 100000 of zero, not be 100001'],
  [{ result: 2 }, 'games[1].result must be 0, 0.5 or 1, not 2'],
  [{ days: -1 }, 'games[1].days must be a number of at least 0, not -1'],
  [{ days: Number.POSITIVE_INFINITY }, 'games[1].days must be a number of at least 0, not Infinity'],
])('a game with %o is refused', (fault, message) => {
  const [game] = rep('+1000 abc', 1) as [Game];
  expect(() => solveRating([game, { ...game, ...fault } as Game], 'p8')).toThrow(new RangeError(message));
  expect(() => stability([game, { ...game, ...fault } as Game], 'p8')).toThrow(new RangeError(message));
});

test('halves are rounded up, even below zero', () => {
  expect([1999.5, 1999.4, 0.5, -0.5, -0.6, -1.5].map(rounded)).toEqual([2000, 1999, 1, 0, -1, -1]);
});

test('the rating accuracy adds up the square roots of the games against each opponent', () => {
  expect(ratingAccuracy(rep('+1000 a*', 4, '-1200 b', 9))).toBe(7);
  expect(ratingAccuracy([])).toBe(0);
});
