import { changeLine, defaultSettings, type Match, rateMatch, type Side, settingsProblems } from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
import { seededRandom } from '@openladder/rating/random';
import EloRank from 'elo-rank';
import { describe, expect, test } from 'vitest';
import { type EloSettings, type EloState, rater } from './index.js';

const defaults = defaultSettings<EloSettings>(rater.settings);

testRater(rater, {
  test,
  settings: [
    { marginOfVictory: 'goals', newcomerMatches: 3, newcomerK: 80 },
    { marginOfVictory: 'points', k: 20 },
    { floor: 1490, k: 60 },
  ],
});

const stateOf = (rating: number): EloState => ({ rating, played: 0 });

function duel(scoreA: number, scoreB: number): Match {
  const side = (player: string, score: number): Side => ({ score, participants: [{ player }] });
  return { playedAt: 0, sides: [side('a', scoreA), side('b', scoreB)] };
}

/** Rating changes of a match between players with these ratings, named in the match. */
function changes(match: Match, ratings: Record<string, number>, settings: Partial<EloSettings> = {}): number[] {
  const states = new Map(
    Object.entries(ratings).map(([player, rating]) => [player as string | number, stateOf(rating)]),
  );
  return rateMatch(rater, { ...defaults, ...settings }, match, states).map(
    ({ before, after }) => after.value! - before.value!,
  );
}

test('agrees with elo-rank over a season of duels', () => {
  const random = seededRandom(7);
  const library = new EloRank(32);
  const players = ['ann', 'ben', 'cid', 'dan', 'eve'];
  const states = new Map<string | number, EloState>();
  for (let round = 0; round < 200; round++) {
    const [one, other] = random.shuffle([...players]) as [string, string];
    const [a, b] = [one, other].map((player) => states.get(player)?.rating ?? 1500) as [number, number];
    const score = random.pick([0, 0.5, 1]);
    const sides = [score, 1 - score].map((points, side) => ({
      score: points,
      participants: [{ player: [one, other][side]! }],
    }));
    const [own] = rateMatch(rater, defaults, { playedAt: 0, sides }, states);
    const expected = library.getExpected(a, b);
    expect(own!.contributions[0]!.expected).toBeCloseTo(expected, 12);
    // The library rounds ratings.
    expect(Math.round(own!.after.value!)).toBe(library.updateRating(expected, score, a));
  }
});

describe('margins of victory', () => {
  // The example of World Football Elo Ratings: 630 points against 500, K of a friendly.
  test.each([
    [3, 1, 9.63],
    [1, 3, -20.37],
    [2, 2, -3.58],
    [1, 0, 6.42],
    [4, 0, 12.04],
  ])('by goals, %i : %i gains %f points', (own, other, points) => {
    const [gain, loss] = changes(duel(own, other), { a: 630, b: 500 }, { k: 20, marginOfVictory: 'goals' });
    // The source rounds E to three digits before it multiplies by K and G, 35 at most.
    expect(Math.abs(gain! - points)).toBeLessThan(35 * 0.0005);
    expect(gain! + loss!).toBeCloseTo(0, 12);
  });

  // K = 20 and 400 points, with forecast.py of FiveThirtyEight's nfl-elo-game.
  test.each([
    [27, 20, 1600, 1500, (Math.log(8) * 2.2) / 2.3],
    [20, 27, 1600, 1500, (Math.log(8) * 2.2) / 2.1],
    [20, 20, 1600, 1500, Math.log(2) * 2.2],
    [1, 0, 5000, 1500, (Math.log(2) * 2.2) / 5.7],
    [0, 1, 5000, 1500, (Math.log(2) * 2.2) / 0.2],
  ])('by points, %i : %i between %i and %i', (own, other, a, b, multiplier) => {
    const plain = changes(duel(own, other), { a, b }, { k: 20 });
    const clear = changes(duel(own, other), { a, b }, { k: 20, marginOfVictory: 'points' });
    expect(clear[0]! / plain[0]!).toBeCloseTo(multiplier, 4);
  });

  test('are unknown with placements alone', () => {
    const sides = [1, 2].map((placement) => ({ placement, participants: [{ player: `p${placement}` }] }));
    expect(changes({ playedAt: 0, sides }, { p1: 1500, p2: 1500 }, { marginOfVictory: 'points' })).toEqual([16, -16]);
  });
});

test('newcomers move by their own K, and are provisional until they have played enough', () => {
  const settings = { ...defaults, newcomerMatches: 2, newcomerK: 60 };
  const states = new Map<string | number, EloState>();
  const seen = [1, 2, 3].map(() => {
    states.set('b', { rating: states.get('a')?.rating ?? 1500, played: 2 });
    const [a, b] = rateMatch(rater, settings, duel(1, 0), states);
    return [a!.after.value! - a!.before.value!, b!.after.value! - b!.before.value!, a!.after.isProvisional];
  });
  expect(seen).toEqual([
    [30, -16, true],
    [30, -16, false],
    [16, -16, false],
  ]);
});

test('a player at the floor loses nothing, and one near it at most the rest', () => {
  expect(changes(duel(1, 0), { a: 1500, b: 1490 }, { floor: 1490 })[1]).toBe(0);
  expect(changes(duel(1, 0), { a: 1500, b: 1497 }, { floor: 1490 })[1]).toBe(-7);
  expect(settingsProblems(rater, { ...defaults, floor: 1600 })).toEqual([
    { setting: 'floor', rule: 'must be at most initialRating (1500), not 1600' },
  ]);
});

test('the floor is an adjustment, and the explanation names it', () => {
  const settings = { ...defaults, floor: 1490 };
  const states = new Map([
    ['a', stateOf(1500)],
    ['b', stateOf(1497)],
  ] as const) as Map<string | number, EloState>;
  const [winner, loser] = rateMatch(rater, settings, duel(1, 0), states).map(changeLine);
  expect(rater.adjustments!(winner!, settings)).toEqual([]);
  expect(rater.adjustments!(loser!, settings)).toEqual([{ reason: 'floor', points: expect.closeTo(8.8618, 4) }]);
  expect(loser!.contributions[0]!.delta).toBeCloseTo(-15.8618, 4);
  expect(rater.explain!(loser!, settings, 'en')).toBe(
    'Lost to an opponent rated 1500.0 (expected score 0.50): \u221215.9. The floor gave back 8.9. In total: \u22127.0, to 1490.0.',
  );
  expect(rater.explain!(winner!, settings, 'de-CH')).toBe(
    'Sieg gegen einen Gegner mit Wertung 1497,0 (erwartete Punktzahl 0,50): +15,9 auf 1515,9.',
  );
});

test('the explanation names the effects of margin and weight on K', () => {
  const settings: EloSettings = { ...defaults, marginOfVictory: 'goals' };
  const explained = (match: Match, locale = 'en', by = settings) => {
    const [winner] = rateMatch(rater, by, match, new Map<string | number, EloState>()).map(changeLine);
    return rater.explain!(winner!, by, locale);
  };
  const alone = [
    ['en', /\. By its weight, the match counted with a K of 64 instead of 32\.$/],
    ['de', /\. Nach seinem Gewicht zählte das Spiel mit einem K von 64 statt 32\.$/],
    ['fr', /\. Selon son poids, le match a compté avec un K de 64 au lieu de 32\.$/],
  ] as const;
  for (const [locale, words] of alone) expect(explained({ ...duel(3, 0), weight: 2 }, locale, defaults)).toMatch(words);
  expect(explained({ ...duel(3, 0), weight: 0.5 })).toBe(
    'Beat an opponent rated 1500.0 (expected score 0.50): +14.0, to 1514.0. By margin and weight, the match counted with a K of 28 instead of 32.',
  );
  expect(explained(duel(2, 0), 'de')).toMatch(/ Nach Höhe und Gewicht zählte das Spiel mit einem K von 48 statt 32\.$/);
  expect(explained(duel(1, 0))).not.toContain('K');
});

test.each([
  ['en', /with a K of 339 instead of 28\.3, or 226 for newcomers\.$/],
  ['de', /mit einem K von 339 statt 28,3, bei Neulingen 226\.$/],
  ['fr', /avec un K de 339 au lieu de 28,3, ou 226 pour les nouveaux\.$/],
])('the explanation names the K of possible newcomers: %s', (locale, explained) => {
  const settings: EloSettings = { ...defaults, k: 28.3, newcomerK: 226, newcomerMatches: 7, marginOfVictory: 'goals' };
  const [winner] = rateMatch(rater, settings, duel(2, 0), new Map<string | number, EloState>()).map(changeLine);
  expect(rater.explain!(winner!, settings, locale)).toMatch(explained);
});

test('the strength of a team is its mean, and its players move alike', () => {
  const sides = [
    { placement: 1, participants: [{ player: 'a' }, { player: 'b' }] },
    { placement: 2, participants: [{ player: 'c' }] },
  ];
  const moved = changes({ playedAt: 0, sides }, { a: 1700, b: 1500, c: 1600 });
  expect(moved).toEqual([16, 16, -16]);
});

test('a free-for-all is rated by pairs, which share K', () => {
  const sides = [1, 2, 3].map((placement) => ({ placement, participants: [{ player: `p${placement}` }] }));
  const moved = changes({ playedAt: 0, sides }, { p1: 1500, p2: 1500, p3: 1500 });
  expect(moved).toEqual([16, 0, -16]);
});

test('in duels and free-for-alls, gains equal losses', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 100; round++) {
    const sides = Array.from({ length: random.integer(2, 8) }, (_, index) => ({
      score: random.integer(0, 9),
      participants: [{ player: `p${index}` }],
    }));
    const ratings = Object.fromEntries(sides.map((_, index) => [`p${index}`, random.integer(800, 2200)]));
    for (const marginOfVictory of ['none', 'goals', 'points'] as const) {
      const sum = changes({ playedAt: 0, sides }, ratings, { marginOfVictory }).reduce(
        (total, change) => total + change,
        0,
      );
      expect(sum).toBeCloseTo(0, 9);
    }
  }
});

test('a match moves its players by its weight: K is multiplied by it', () => {
  const match = duel(2, 0);
  const [winner, loser] = changes(match, { a: 1500, b: 1600 });
  const [won, lost] = changes({ ...match, weight: 2.5 }, { a: 1500, b: 1600 });
  expect(won).toBeCloseTo(2.5 * winner!, 9);
  expect(lost).toBeCloseTo(2.5 * loser!, 9);
  expect(changes({ ...match, weight: 1 }, { a: 1500, b: 1600 })).toEqual([winner, loser]);
});
