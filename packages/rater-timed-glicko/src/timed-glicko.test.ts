import { changeLine, defaultSettings, type PlayerId, type Rated, type Result } from '@openladder/rating';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rater } from './index.js';
import { schema, type TimedGlickoSettings } from './settings.js';
import type { TimedSkill } from './timed-glicko.js';

const DAY = 86_400_000;
const at = Date.UTC(2009, 4, 10);
const defaults = defaultSettings<TimedGlickoSettings>(schema);
const plain: TimedGlickoSettings = { ...defaults, weighting: 'none' };

/** An opponent before the match, and the player's score against them. */
interface Encounter {
  readonly opponent: PlayerId;
  readonly skill: TimedSkill;
  readonly actual: Result;
}

/** The player after a match against everybody else. */
function update(
  own: TimedSkill,
  encounters: readonly Encounter[],
  playedAt: number,
  settings: TimedGlickoSettings,
  weight = 1,
): Rated<TimedSkill> {
  const opponents = encounters.map(({ opponent, actual }) => ({
    placement: 1 + 2 * actual,
    participants: [{ player: opponent }],
  }));
  const match = { playedAt, weight, sides: [{ placement: 2, participants: [{ player: 'own' }] }, ...opponents] };
  const states = new Map<PlayerId, TimedSkill>(encounters.map(({ opponent, skill }) => [opponent, skill]));
  return rater.rate(match, states.set('own', own), settings).get('own')!;
}

/** Its line in a journal. */
function lineOf(own: TimedSkill, { state, contributions }: Rated<TimedSkill>) {
  const [before, after] = [own, state].map(({ rating, deviation }) => ({ value: rating, deviation }));
  return changeLine({ before: before!, after: after!, contributions });
}

/** The player after one duel. */
function duel(own: TimedSkill, other: TimedSkill, actual: Result, settings = defaults, playedAt = at): TimedSkill {
  return update(own, [{ opponent: 'other', skill: other, actual }], playedAt, settings).state;
}

const skill = (rating: number, deviation: number, ratedAt: number | null = at): TimedSkill => ({
  rating,
  deviation,
  ratedAt,
});

/** UpdatePlayer and its functions, as in the source, line by line; times in days. */
function updatePlayer(
  Player1: { Rating: number; RD: number; Time: number },
  Player2: { Rating: number; RD: number },
  Time: number,
  Win: number,
  P: number,
): void {
  const SC = 20;
  const Q = Math.log(10) / 400;
  const PI = Math.PI;
  const winProb = () => {
    const G = 1 / Math.sqrt(1 + (3 * Q ** 2 * (Player1.RD ** 2 + Player2.RD ** 2)) / PI ** 2);
    return 1 / (1 + 10 ** ((-G * (Player1.Rating - Player2.Rating)) / 400));
  };
  const PTime = Time - Player1.Time;
  const PRD = Math.min(Math.sqrt(Player1.RD ** 2 + PTime * SC ** 2), 350);
  const PG = 1 / Math.sqrt(1 + (3 * Q ** 2 * Player2.RD ** 2) / PI ** 2);
  const PE = 1 / (1 + 10 ** ((-PG * (Player1.Rating - Player2.Rating)) / 400));
  const XD = Math.abs(Win - winProb());
  const PMERIT = 1 - (1 - P) * XD * (1 + 2 * XD);
  const V = 1 / (PG ** 2 * PE * (1 - PE) * Q ** 2);
  Player1.Rating = Player1.Rating + (Q * PG * (Win - PE) * (2 * PMERIT - 1)) / (1 / PRD ** 2 + 1 / V);
  Player1.RD = 1 / Math.sqrt(1 / PRD ** 2 + 1 / V);
  Player1.Time = Time;
}

describe('Albert (1500/200) plays Ben (1500/50), "Timed Glicko Rating"', () => {
  const albert = skill(1500, 200);
  const ben = skill(1500, 50);

  test.each([
    ['a win', 1, 1585.9310819299733, 1494.0132863913543],
    ['a loss', 0, 1414.0689180700267, 1505.9867136086457],
  ] as const)('%s of Albert gives the numbers of the source', (_, actual, ofAlbert, ofBen) => {
    expect(duel(albert, ben, actual, plain).rating).toBeCloseTo(ofAlbert, 9);
    expect(duel(ben, albert, actual === 1 ? 0 : 1, plain).rating).toBeCloseTo(ofBen, 9);
  });

  test('P = 1 is plain Glicko', () => {
    const settings = { ...defaults, deservedOutcomeProbability: 1 };
    expect(duel(albert, ben, 1, settings)).toEqual(duel(albert, ben, 1, plain));
  });

  test("the pseudocode, in which Ben meets the updated Albert, does not give the source's number for Ben", () => {
    for (const [win, ofAlbert, ofBen] of [
      [1, 1585.9310819299733, 1495.1172512912397],
      [0, 1414.0689180700267, 1504.8827487087603],
    ] as const) {
      const Albert = { Rating: 1500, RD: 200, Time: 0 };
      const Ben = { Rating: 1500, RD: 50, Time: 0 };
      updatePlayer(Albert, Ben, 0, win, 1);
      updatePlayer(Ben, Albert, 0, 1 - win, 1);
      expect(Albert.Rating).toBeCloseTo(ofAlbert, 8);
      expect(Ben.Rating).toBeCloseTo(ofBen, 8);
    }
  });

  test.each([
    [0.95, 1577.337973736976],
    [0.9, 1568.7448655439784],
    [0.8, 1551.5586491579838],
  ])('with P = %d for luck his win is worth less than the source printed: %d', (p, expected) => {
    const settings = { ...defaults, deservedOutcomeProbability: p, allowPerverse: true };
    expect(duel(albert, ben, 1, settings).rating).toBeCloseTo(expected, 9);
  });
});

test('a duel agrees with the pseudocode, with both players as they were before it', () => {
  const player = fc.record({
    rating: fc.double({ min: 800, max: 2600, noNaN: true }),
    deviation: fc.double({ min: 15, max: 350, noNaN: true }),
    daysAway: fc.double({ min: 0, max: 500, noNaN: true }),
  });
  const p = fc.double({ min: 0.5, max: 1, noNaN: true });
  fc.assert(
    fc.property(player, player, fc.constantFrom<Result>(0, 0.5, 1), p, (own, other, actual, P) => {
      const Player1 = { Rating: own.rating, RD: own.deviation, Time: -own.daysAway };
      updatePlayer(Player1, { Rating: other.rating, RD: other.deviation }, 0, actual, P);

      const settings = { ...defaults, deservedOutcomeProbability: P, allowPerverse: true };
      const before = skill(own.rating, own.deviation, at - own.daysAway * DAY);
      const opponent = skill(other.rating, other.deviation, at - other.daysAway * DAY);
      const after = duel(before, opponent, actual, settings);
      expect(after.rating).toBeCloseTo(Player1.Rating, 6);
      expect(after.deviation).toBeCloseTo(Player1.RD, 6);
      expect(after.ratedAt).toBe(at);
    }),
  );
});

describe('time', () => {
  test('has not passed for a player who was never rated', () => {
    expect(duel(skill(1500, 200, null), skill(1500, 60), 1)).toEqual(duel(skill(1500, 200), skill(1500, 60), 1));
  });

  test('that runs backwards counts as none, and the clock stays', () => {
    const late = duel(skill(1500, 60), skill(1500, 60), 1, defaults, at - 9 * DAY);
    expect(late).toEqual(duel(skill(1500, 60), skill(1500, 60), 1));
  });
});

test('rating gaps of any size leave finite numbers', () => {
  for (const gap of [1e3, 1e5, 1e7, 1e300]) {
    for (const actual of [0, 0.5, 1] as const) {
      for (const weighting of ['quadratic', 'linear', 'none'] as const) {
        const settings = { ...defaults, weighting };
        const { rating, deviation } = duel(skill(gap, 0.5), skill(-gap, 350), actual, settings);
        expect(Number.isFinite(rating)).toBe(true);
        expect(deviation).toBeGreaterThan(0);
        expect(deviation).toBeLessThanOrEqual(0.5);
      }
    }
  }
});

test('a certain win against an opponent far below is worth nothing, and is no evidence', () => {
  expect(duel(skill(1e6, 80), skill(0, 80), 1)).toEqual({
    rating: 1e6,
    deviation: expect.closeTo(80, 12),
    ratedAt: at,
  });
});

describe('several opponents', () => {
  const own = skill(1500, 200, null);
  const encounters = [
    { opponent: 'a', skill: skill(1400, 30), actual: 1 },
    { opponent: 'b', skill: skill(1550, 100), actual: 0 },
    { opponent: 'c', skill: skill(1700, 300), actual: 0 },
  ] as const;

  /** Without weighting a duel of a field of four counts as 3/5 of one, because all of a player's are one performance. */
  const AS_DUELS = 5 / 3;

  test('change a player as in the example of Glickman, "The Glicko system": 1464 and 151.4', () => {
    const { state } = update(own, encounters, at, plain, AS_DUELS);
    expect(state.rating).toBeCloseTo(1464.1, 1);
    expect(state.deviation).toBeCloseTo(151.4, 1);
  });

  test('are each accounted for', () => {
    const { state, contributions } = update(own, encounters, at, defaults);
    expect(contributions.map(({ opponent, opponentValue, actual }) => [opponent, opponentValue, actual])).toEqual([
      ['a', 1400, 1],
      ['b', 1550, 0],
      ['c', 1700, 0],
    ]);
    for (const { actual, expected, weight, delta } of contributions) {
      expect(delta).toBeCloseTo(weight * (actual - expected), 12);
    }
    const earned = contributions.reduce((sum, { delta }) => sum + delta!, own.rating);
    const [luck] = rater.adjustments!(lineOf(own, { state, contributions }), defaults);
    expect(luck!.reason).toBe('luck');
    expect(earned + luck!.points).toBeCloseTo(state.rating, 10);
    // Without a discount the same games are worth what is said of each.
    expect(earned).toBeCloseTo(update(own, encounters, at, plain, AS_DUELS).state.rating, 10);
  });
});

test('an upset is worth less, and the explanation names the reason: the example of the measurements', () => {
  const [own, other] = [skill(1500, 80), skill(1800, 60)];
  const rated = update(own, [{ opponent: 'other', skill: other, actual: 1 }], at, defaults);
  const line = lineOf(own, rated);
  const [luck] = rater.adjustments!(line, defaults);
  expect(luck!.points).toBeLessThan(0);
  expect(line.contributions[0]!.delta! + luck!.points).toBeCloseTo(rated.state.rating - 1500, 10);
  expect(rater.explain!(line, defaults, 'en')).toBe(
    'Beat an opponent rated 1800.0 (expected score 0.15): +29.8. The luck discount took back 13.4. In total: +16.4, to 1516.4 ± 78.9. On the board: 51.56%, after 50.00%.',
  );
  expect(rater.explain!(line, defaults, 'de')).toBe(
    'Sieg gegen einen Gegner mit Wertung 1800,0 (erwartete Punktzahl 0,15): +29,8. Der Abzug für Glück nahm 13,4 zurück. Insgesamt: +16,4 auf 1516,4 ± 78,9. Auf der Rangliste: 51,56\u00a0%, zuvor 50,00\u00a0%.',
  );
  const undiscounted = lineOf(own, update(own, [{ opponent: 'other', skill: other, actual: 1 }], at, plain));
  expect(rater.adjustments!(undiscounted, plain)).toEqual([]);
  expect(rater.explain!(undiscounted, plain, 'en')).toBe(
    'Beat an opponent rated 1800.0 (expected score 0.15): +29.8, to 1529.8 ± 78.9. On the board: 52.83%, after 50.00%.',
  );
});

describe('a better outcome', () => {
  const anySkill = fc.record({
    rating: fc.double({ min: -3000, max: 6000, noNaN: true }),
    deviation: fc.double({ min: 0.1, max: 350, noNaN: true }),
    ratedAt: fc.constant(at),
  });
  const gains = (own: TimedSkill, other: TimedSkill, settings: TimedGlickoSettings) =>
    ([0, 0.5, 1] as const).map((actual) => duel(own, other, actual, settings).rating - own.rating);

  test.each([
    { weighting: 'quadratic', least: 0.9 },
    { weighting: 'linear', least: 5 / 6 },
    { weighting: 'none', least: 0.5 },
  ] as const)('never rates lower with weighting $weighting and P of at least $least', ({ weighting, least }) => {
    fc.assert(
      fc.property(anySkill, anySkill, fc.double({ min: least, max: 1, noNaN: true }), (own, other, p) => {
        const settings = { ...defaults, weighting, deservedOutcomeProbability: p };
        const [lost, drawn, won] = gains(own, other, settings);
        expect(won! - drawn!).toBeGreaterThanOrEqual(-1e-9);
        expect(drawn! - lost!).toBeGreaterThanOrEqual(-1e-9);
      }),
    );
  });

  const far = [skill(800, 50), skill(2800, 50)] as const;

  test.each([
    { weighting: 'quadratic', below: 0.89 },
    { weighting: 'linear', below: 0.83 },
  ] as const)('can rate lower with $weighting and P = $below: a draw against all odds', ({ weighting, below }) => {
    const settings = { ...defaults, weighting, deservedOutcomeProbability: below, allowPerverse: true };
    const [, drawn, won] = gains(...far, settings);
    expect(won).toBeGreaterThan(0);
    expect(won).toBeLessThan(drawn!);
  });

  test.each([
    { weighting: 'quadratic', below: 0.83, above: 5 / 6 },
    { weighting: 'linear', below: 0.74, above: 0.75 },
  ] as const)('loses points with $weighting and P = $below: a win against all odds', ({ weighting, ...bounds }) => {
    const won = (deservedOutcomeProbability: number) => {
      const settings = { ...defaults, weighting, deservedOutcomeProbability, allowPerverse: true };
      const { state, contributions } = update(far[0], [{ opponent: 'b', skill: far[1], actual: 1 }], at, settings);
      expect(contributions[0]!.weight).toBeGreaterThanOrEqual(0);
      return state.rating - far[0].rating;
    };
    expect(won(bounds.below)).toBeLessThan(0);
    expect(won(bounds.above)).toBeGreaterThanOrEqual(0);
  });

  test.each([
    { weighting: 'quadratic', bound: 0.8 },
    { weighting: 'linear', bound: 0.75 },
  ] as const)('brings equals back together above P = $bound with weighting $weighting, no longer below', (variant) => {
    // Truly equal players, 10 points apart by luck: the mean gain of the one ahead.
    const drift = (deservedOutcomeProbability: number) => {
      const settings = { ...defaults, weighting: variant.weighting, deservedOutcomeProbability, allowPerverse: true };
      const [lost, , won] = gains(skill(1505, 50), skill(1495, 50), settings);
      return (lost! + won!) / 2;
    };
    expect(drift(variant.bound + 0.01)).toBeLessThan(0);
    expect(drift(variant.bound - 0.01)).toBeGreaterThan(0);
  });
});

test('without weighting, a member of a team moves by the part of a duel that a team of their size tells', () => {
  const settings: TimedGlickoSettings = { ...plain, multiplayer: 'pairwise' };
  const players = ['a', 'b', 'c', 'd'];
  const states = new Map<PlayerId, TimedSkill>(players.map((player) => [player, skill(1500, 80)]));
  const side = (placement: number, ...names: string[]) => ({
    placement,
    participants: names.map((player) => ({ player })),
  });
  const match = { playedAt: at, sides: [side(1, 'a', 'b'), side(2, 'c', 'd')] };
  const team = rater.rate(match, states, settings).get('a')!.state;
  // Two games against one side are one, and the luck of a side of two is that of both.
  const alone = { playedAt: at, weight: Math.SQRT1_2, sides: [side(1, 'a'), side(2, 'c')] };
  const single = rater.rate(alone, states, settings).get('a')!.state;
  expect(team.rating).toBeCloseTo(single.rating, 9);
  expect(team.deviation).toBeCloseTo(single.deviation, 9);
});
