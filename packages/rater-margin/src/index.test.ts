import { changeLine, defaultSettings, type Match, type PlayerId, rateMatch, scoreLog } from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
import { describe, expect, test } from 'vitest';
import { type MarginSettings, type MarginState, rater } from './index.js';

const defaults = defaultSettings<MarginSettings>(rater.settings);
const DAY = 86_400_000;
/** Points in a unit of luck. */
const POINTS = (1.7 * 400) / Math.LN10;

testRater(rater, {
  test,
  settings: [{ marginPower: 1, deviationGrowth: 20 }, { deviationGrowth: 0 }],
});

interface Duel {
  readonly players: readonly [PlayerId, PlayerId];
  readonly scores?: readonly [number, number];
  readonly placements?: readonly [number, number];
  readonly isNeutral?: boolean;
  readonly playedAt?: number;
}

/** The first player is at home. */
function duel({ players, scores, placements, isNeutral = true, playedAt = 0 }: Duel): Match {
  const sides = players.map((player, side) => ({
    ...(scores && { score: scores[side]! }),
    ...(placements && { placement: placements[side]! }),
    ...(isNeutral ? {} : { role: ['home', 'away'][side]! }),
    participants: [{ player }],
  }));
  return { playedAt, sides };
}

function statesAfter(log: readonly Match[], settings = defaults): Map<PlayerId, MarginState> {
  const states = new Map<PlayerId, MarginState>();
  for (const match of log) rateMatch(rater, settings, match, states);
  return states;
}

/** A league of 24 who play each other at random, with a luck of 10 points and an advantage of the home side of 3. */
function simulated({ matches = 4000, unit = 1 } = {}): Match[] {
  let seed = 1;
  const uniform = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const strengths = Array.from({ length: 24 }, () => 0.8 * normal());
  return Array.from({ length: matches }, (_, index) => {
    const one = Math.floor(uniform() * 24);
    const other = (one + 1 + Math.floor(uniform() * 23)) % 24;
    const margin = Math.round(10 * (strengths[one]! - strengths[other]! + 0.3 + normal()));
    const scores = [unit * (100 + margin), unit * 100] as const;
    return duel({ players: [one, other], scores, isNeutral: false, playedAt: (index * DAY) / 10 });
  });
}

test('a first match by one goal agrees with a calculation by hand', () => {
  const states = statesAfter([duel({ players: ['ann', 'ben'], scores: [1, 0] })]);
  // Luck is such that the margin is one deviation from what was expected: e = sqrt(1 + 2 v), by a gain of v / (1 + 2 v).
  const v = (400 / POINTS) ** 2;
  expect(states.get('ann')!.rating).toBeCloseTo(1500 + (POINTS * v) / Math.sqrt(1 + 2 * v), 9);
  expect(states.get('ben')!.rating).toBeCloseTo(1500 - (POINTS * v) / Math.sqrt(1 + 2 * v), 9);
  expect(states.get('ann')!.deviation).toBeCloseTo(400 * Math.sqrt(1 - v / (1 + 2 * v)), 9);
  expect(states.get('ann')!.luck).toBeCloseTo(1 / (1 + 2 * v), 12);
});

test('the unit of the scores is irrelevant', () => {
  const [goals, points] = [1, 7].map((unit) => statesAfter(simulated({ matches: 200, unit })));
  for (const [player, { rating, deviation }] of goals!) {
    expect(points!.get(player)!.rating).toBeCloseTo(rating, 6);
    expect(points!.get(player)!.deviation).toBeCloseTo(deviation, 6);
  }
});

describe('in a simulated league', () => {
  const settings = { ...defaults, marginPower: 1, deviationGrowth: 1 };
  const log = simulated();
  const states = [...statesAfter(log, settings).values()];

  test('learns the luck in a margin, and the home advantage', () => {
    for (const { luck, advantage } of states) {
      expect(Math.sqrt(luck)).toBeGreaterThan(9);
      expect(Math.sqrt(luck)).toBeLessThan(11);
      expect(advantage).toBeGreaterThan(0.2);
      expect(advantage).toBeLessThan(0.4);
    }
  });

  test('has calibrated chances', () => {
    const foreseen: { chance: number; won: number }[] = [];
    scoreLog(rater, settings, log, {
      add: ([chance], [own, other]) =>
        foreseen.push({ chance: chance!, won: own! === other! ? 0.5 : Number(own! > other!) }),
    });
    for (let tenth = 0; tenth < 10; tenth++) {
      const group = foreseen.slice(500).filter(({ chance }) => Math.floor(10 * chance) === tenth);
      const mean = (of: 'chance' | 'won') => group.reduce((sum, each) => sum + each[of], 0) / group.length;
      if (group.length >= 100) expect(Math.abs(mean('chance') - mean('won'))).toBeLessThan(0.06);
    }
  });

  test('passes the home advantage on to a newcomer through their first opponent', () => {
    const known = new Map<PlayerId, MarginState>([['veteran', states[0]!]]);
    rateMatch(rater, settings, duel({ players: ['newcomer', 'veteran'], scores: [100, 100] }), known);
    const newcomer = known.get('newcomer')!;
    const [atHome] = rater.predict([[newcomer], [newcomer]], settings, { roles: ['home', 'away'] });
    expect(atHome).toBeGreaterThan(0.55);
    expect(rater.predict([[newcomer], [newcomer]], settings, {})[0]).toBe(0.5);
  });
});

test('a favourite who wins by less than expected loses points, and the explanation names the reason', () => {
  const log = Array.from({ length: 30 }, (_, round) =>
    duel({ players: ['ann', 'ben'], scores: [5, 0], playedAt: round }),
  );
  const states = statesAfter(log);
  const [line] = rateMatch(
    rater,
    defaults,
    duel({ players: ['ann', 'ben'], scores: [1, 0], playedAt: 30 }),
    states,
  ).map(changeLine);
  expect(line!.delta).toBeLessThan(0);
  expect(rater.explain!(line!, defaults, 'en')).toMatch(/\. The margin counts: it was less than expected\.$/);
  expect(rater.explain!(line!, defaults, 'de')).toMatch(/\. Die Höhe zählt: Sie war geringer als erwartet\.$/);
  expect(rater.explain!(line!, defaults, 'fr')).toMatch(/\. L’écart compte\u00a0: il était moindre que prévu\.$/);
});

test('a margin is told wherever it is known, by the winner and by the loser, and a result alone tells none', () => {
  const before = Array.from({ length: 30 }, (_, round) =>
    duel({ players: ['ann', 'ben'], scores: [round % 3, 1], playedAt: round }),
  );
  const explained = (match: Partial<Duel>) =>
    rateMatch(rater, defaults, duel({ players: ['ann', 'ben'], playedAt: 30, ...match }), statesAfter(before)).map(
      (change) => /The margin counts: it was (.*)\.$/.exec(rater.explain!(changeLine(change), defaults, 'en'))?.[1],
    );
  expect(explained({ scores: [9, 0] })).toEqual(['more than expected', 'more than expected']);
  expect(explained({ scores: [0, 9] })).toEqual(['more than expected', 'more than expected']);
  expect(explained({ scores: [3, 3] })).toEqual(['less than expected', 'less than expected']);
  expect(explained({ placements: [1, 2] })).toEqual([undefined, undefined]);
  expect(explained({ placements: [2, 1], scores: [1, 1] })).toEqual([undefined, undefined]);
  expect(explained({ placements: [1, 1] })).toEqual([undefined, undefined]);
});

test('contributions compare results with chances, whatever the margin was', () => {
  const [line] = rateMatch(rater, defaults, duel({ players: ['ann', 'ben'], scores: [7, 0] }), new Map());
  expect(line!.contributions[0]).toMatchObject({ expected: 0.5, actual: 1 });
});

test('a margin has the same bits under every version of Node', () => {
  // With `**` the last digits are 052 under Node 20 and 046 under Node 24.
  const settings = { ...defaults, initialDeviation: 250 };
  const states = statesAfter([duel({ players: ['ann', 'ben'], scores: [69, 0] })], settings);
  expect(states.get('ann')!.luck).toBe(154.24143034527057);
});

test('a result without scores is weaker evidence than a margin, and a typing error counts at most three deviations', () => {
  const before = Array.from({ length: 20 }, (_, round) =>
    duel({ players: ['ann', 'ben'], scores: [round % 2, (round + 1) % 2], playedAt: round }),
  );
  const gain = (match: Partial<Duel>) => {
    const states = statesAfter(before);
    const { rating } = states.get('ann')!;
    rateMatch(rater, defaults, duel({ players: ['ann', 'ben'], playedAt: 20, ...match }), states);
    return states.get('ann')!.rating - rating;
  };
  const won = gain({ placements: [1, 2] });
  expect(won).toBeGreaterThan(0);
  expect(won).toBeLessThan(gain({ scores: [3, 0] }));
  expect(gain({ placements: [1, 1] })).toBeLessThan(won);
  expect(gain({ scores: [1000, 0] })).toBeCloseTo(gain({ scores: [1_000_000, 0] }), 9);
  // On penalties: the winner is known, and no margin.
  expect(gain({ placements: [1, 2], scores: [2, 2] })).toBe(won);
  // A game in which fewer points are better.
  expect(gain({ placements: [1, 2], scores: [68, 71] })).toBe(gain({ scores: [71, 68] }));
});

test('with time a rating returns to that of a newcomer, and players stay as far apart as newcomers', () => {
  const state: MarginState = { ...rater.initial(defaults), rating: 1900, deviation: 60, at: 0 };
  const later = rater.idle!(state, 4000 * DAY, defaults);
  const left = Math.exp(-0.5 * 4000 * (3 / 400) ** 2);
  expect(later.rating).toBeCloseTo(1500 + 400 * left, 9);
  expect(later.deviation).toBeCloseTo(Math.sqrt(400 ** 2 - (400 ** 2 - 60 ** 2) * left ** 2), 9);
  expect(rater.idle!(state, 1e7 * DAY, defaults)).toMatchObject({ rating: 1500, deviation: 400 });
});
