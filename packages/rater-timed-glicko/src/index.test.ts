import {
  defaultSettings,
  displayRating,
  type Match,
  type PlayerId,
  rateMatch,
  shareOfPlayers,
} from '@openladder/rating';
import { conformanceLaws, testRater } from '@openladder/rating/conformance';
import { describe, expect, test } from 'vitest';
import { rater, type TimedGlickoSettings, type TimedSkill, winProbability } from './index.js';

const defaults = defaultSettings<TimedGlickoSettings>(rater.settings);
const at = Date.UTC(2009, 4, 10);

// Under these settings the rater obeys even the laws that it declares to break.
testRater(
  { ...rater, breaks: {} },
  {
    test,
    settings: [
      { multiplayer: 'pairwise' },
      { multiplayer: 'pairwise', weighting: 'none', deviationGrowth: 0 },
      { multiplayer: 'pairwise', weighting: 'linear', deservedOutcomeProbability: 1 },
      { weighting: 'linear', deservedOutcomeProbability: 5 / 6 },
      { initialRating: 1000, initialDeviation: 200, maxDeviation: 250, deviationGrowth: 7 },
    ],
  },
);

describe('with upsets that lose points, for experiments, every law but the long-run one is kept', () => {
  const perverse = {
    ...defaults,
    multiplayer: 'pairwise',
    deservedOutcomeProbability: 0.6,
    allowPerverse: true,
  } as const;
  const laws = conformanceLaws(rater, perverse).filter(({ law }) => !law.startsWith('ratings stay within bounds'));
  test.each(laws)('$law', ({ check }) => check());
});

const skill = (rating: number, deviation: number, ratedAt: number | null = at): TimedSkill => ({
  rating,
  deviation,
  ratedAt,
});

test('duels alone are rated, unless the league rates pairwise', () => {
  expect(rater.formats(defaults)).toEqual({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 });
  expect(rater.formats({ ...defaults, multiplayer: 'pairwise' })).toEqual({
    minSides: 2,
    maxSides: null,
    minPlayersPerSide: 1,
    maxPlayersPerSide: null,
  });
});

describe('pairwise', () => {
  const settings: TimedGlickoSettings = { ...defaults, multiplayer: 'pairwise' };
  const match: Match = {
    playedAt: at,
    sides: [
      { placement: 1, participants: [{ player: 'a' }, { player: 'b' }] },
      { placement: 3, participants: [{ player: 'c' }, { player: 'guest', isGuest: true }] },
      { placement: 1, participants: [{ player: 'd' }] },
      { placement: 4, participants: [{ player: 'another guest', isGuest: true }] },
    ],
  };

  test('players meet everybody on other sides except guests', () => {
    const changes = rateMatch(rater, settings, match, new Map());
    const met = changes.map(({ player, contributions }) => {
      return `${player}: ${contributions.map(({ opponent, actual }) => `${opponent} ${actual}`).join(', ')}`;
    });
    expect(met).toEqual(['a: c 1, d 0.5', 'b: c 1, d 0.5', 'c: a 0, b 0, d 0', 'd: a 0.5, b 0.5, c 1']);
  });

  test('a duel is rated as in any setting', () => {
    const duel: Match = {
      playedAt: at,
      sides: [
        { score: 3, participants: [{ player: 'a' }] },
        { score: 1, participants: [{ player: 'b' }] },
      ],
    };
    expect(rateMatch(rater, settings, duel, new Map())).toEqual(rateMatch(rater, defaults, duel, new Map()));
  });

  test('a free-for-all of 100 leaves everybody with a finite rating, in order of places', () => {
    const sides = Array.from({ length: 100 }, (_, player) => ({ placement: player + 1, participants: [{ player }] }));
    const states = new Map<PlayerId, TimedSkill>();
    rateMatch(rater, settings, { playedAt: at, sides }, states);
    const ratings = sides.map((_, player) => states.get(player)!.rating);
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
    expect(ratings[0]! + ratings[99]!).toBeCloseTo(3000, 8);
  });
});

describe('a board', () => {
  test('shows GLIXARE once a rating is no longer provisional', () => {
    expect(displayRating(rater, skill(1991.41, 52.49), defaults)).toBe('86.77%');
    expect(displayRating(rater, skill(1500, 100), defaults)).toBe('50.00%');
    expect(displayRating(rater, skill(1991.41, 100.001), defaults)).toBe('provisional');
    expect(displayRating(rater, rater.initial(defaults), defaults)).toBe('provisional');
  });

  test('is sorted by GLIXARE, unrounded', () => {
    const better = rater.rating(skill(1500.001, 60), defaults);
    expect(better.score).toBeGreaterThan(rater.rating(skill(1500, 60), defaults).score!);
    expect(better).toEqual({
      value: 1500.001,
      deviation: 60,
      score: expect.closeTo(50.0001, 4),
      isProvisional: false,
    });
  });

  test('turns a rating provisional while its player is away', () => {
    const away = rater.idle!(skill(1700, 44.721359549995796), at + 20.01 * 86_400_000, defaults);
    expect(rater.rating(away, defaults).isProvisional).toBe(true);
  });
});

describe('predictions', () => {
  test('of teams use the mean logit over the pairs of their players', () => {
    const one = skill(1600, 50);
    const other = skill(1300, 90);
    const third = skill(1450, 70);
    const [together] = rater.predict([[one, other], [third]], defaults);
    const [first] = rater.predict([[one], [third]], defaults);
    const [second] = rater.predict([[other], [third]], defaults);
    const logit = (chance: number) => Math.log(chance / (1 - chance));
    expect(logit(together!)).toBeCloseTo((logit(first!) + logit(second!)) / 2, 13);
  });

  test('of two sides use deviations unchanged, and of more sides the true evidence of their pairs', () => {
    const players = [skill(1812, 60), skill(1433, 75), skill(1390, 88)];
    const duel = players.slice(0, 2).map((player) => [player]);
    expect(rater.predict(duel, defaults)).toEqual(shareOfPlayers(duel, winProbability));
    const three = players.map((player) => [player]);
    const [favourite] = shareOfPlayers(three, winProbability);
    const [chance, second, third] = rater.predict(three, defaults);
    expect(chance).toBeGreaterThan(1 / 3);
    expect(chance).toBeLessThan(favourite!);
    expect(second).toBeGreaterThan(third!);
  });
});

test('Albert, back after 30 days, beats Ben: the example of the README', () => {
  const day = 86_400_000;
  const states = new Map<PlayerId, TimedSkill>([
    ['Albert', skill(1500, 200, at - 30 * day)],
    ['Ben', skill(1500, 50, at - day)],
  ]);
  const sides = ['Albert', 'Ben'].map((player, index) => ({ placement: index + 1, participants: [{ player }] }));
  const [albert, ben] = rateMatch(rater, defaults, { playedAt: at, sides }, states);
  expect(albert!.after).toMatchObject({ value: expect.closeTo(1583.27, 2), deviation: expect.closeTo(191.35, 2) });
  expect(ben!.after).toMatchObject({ value: expect.closeTo(1494.46, 2), deviation: expect.closeTo(53.4, 2) });
  expect(displayRating(rater, albert!.stateAfter, defaults)).toBe('provisional');
  expect(displayRating(rater, ben!.stateAfter, defaults)).toBe('49.47%');
});

test('the weight of a match multiplies its evidence: the sums of Glicko over as many duels with the same result', () => {
  const duel: Match = {
    playedAt: at,
    sides: ['a', 'b'].map((player, side) => ({ placement: side + 1, participants: [{ player }] })),
  };
  const after = (weight: number, opponents: number) => {
    const states = new Map<PlayerId, TimedSkill>([['a', skill(1500, 200)]]);
    const names = Array.from({ length: opponents }, (_, index) => `b${index}`);
    for (const name of names) states.set(name, skill(1600, 80));
    const sides = [duel.sides[0]!, ...names.map((player) => ({ placement: 2, participants: [{ player }] }))];
    const settings = { ...defaults, multiplayer: 'pairwise' as const };
    const [own] = rateMatch(rater, settings, { playedAt: at, weight, sides }, states);
    return own!.after;
  };
  expect(after(3, 1).value).toBeCloseTo(after(1, 3).value!, 9);
  expect(after(3, 1).deviation).toBeCloseTo(after(1, 3).deviation!, 9);
  expect(after(0.5, 1).value).toBeLessThan(after(1, 1).value!);
});
