import {
  changeLine,
  defaultSettings,
  evaluate,
  type Match,
  rateMatch,
  settingsProblems,
  shareOfPlayers,
} from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
import { seededRandom } from '@openladder/rating/random';
import glicko2Lite from 'glicko2-lite';
import { describe, expect, test } from 'vitest';
import { type Glicko2Settings, type Glicko2Skill, rater } from './index.js';

const DAY = 86_400_000;
const defaults = defaultSettings<Glicko2Settings>(rater.settings);
const periods: Glicko2Settings = { ...defaults, timing: 'periods', periodDays: 30 };

testRater(rater, {
  test,
  settings: [
    { timing: 'periods', periodDays: 7 },
    { multiplayer: 'pairwise', systemConstant: 1.2, maxDeviation: 400 },
    { multiplayer: 'pairwise', timing: 'periods', periodDays: 2.5, systemConstant: 0.3 },
    { marginScale: 2 },
    { multiplayer: 'pairwise', timing: 'periods', marginScale: 13 },
  ],
});

const skill = (rating: number, deviation: number, volatility = 0.06): Glicko2Skill => ({
  rating,
  deviation,
  volatility,
  at: null,
  games: null,
});

function game(one: string, other: string, score: number, playedAt = 0): Match {
  return {
    playedAt,
    sides: [
      { score, participants: [{ player: one }] },
      { score: 1 - score, participants: [{ player: other }] },
    ],
  };
}

/** The player of Glickman's example, and the three opponents. */
const example = () =>
  new Map<string | number, Glicko2Skill>([
    ['player', skill(1500, 200)],
    ['first', skill(1400, 30)],
    ['second', skill(1550, 100)],
    ['third', skill(1700, 300)],
  ]);

describe('chances', () => {
  const players = [skill(1812, 60), skill(1433, 75), skill(1390, 88)];
  /** E with the deviations of both. */
  const duel = (one: Glicko2Skill, other: Glicko2Skill) => {
    const variance = (one.deviation ** 2 + other.deviation ** 2) / 173.7178 ** 2;
    return 1 / (1 + Math.exp((other.rating - one.rating) / 173.7178 / Math.sqrt(1 + (3 * variance) / Math.PI ** 2)));
  };

  test('of duels use deviations unchanged', () => {
    const [one, other] = players as [Glicko2Skill, Glicko2Skill];
    const [chance, rest] = rater.predict([[one], [other]], defaults);
    expect(chance).toBeCloseTo(duel(one, other), 14);
    expect(rest).toBe(1 - chance!);
  });

  test('of more sides are less certain than those of their pairs, which were rated as separate games', () => {
    const sides = players.map((player) => [player]);
    const [favourite] = shareOfPlayers(sides, duel);
    const [chance, second, third] = rater.predict(sides, defaults);
    expect(chance).toBeGreaterThan(1 / 3);
    expect(chance).toBeLessThan(favourite!);
    expect(second).toBeGreaterThan(third!);
  });

  test('of teams of newcomers are less certain than those of known teams with the same ratings', () => {
    const team = (rating: number, deviation: number) => [1, 2, 3].map(() => skill(rating, deviation));
    const [known] = rater.predict([team(1600, 50), team(1500, 50)], defaults);
    const [unknown] = rater.predict([team(1600, 250), team(1500, 250)], defaults);
    expect(known).toBeGreaterThan(duel(skill(1600, 50), skill(1500, 50)));
    expect(unknown! - 0.5).toBeLessThan((duel(skill(1600, 250), skill(1500, 250)) - 0.5) * 0.9);
  });
});

test("Glickman's example is reproduced digit by digit, with the games of a period one after the other", () => {
  const states = example();
  for (const [opponent, score] of [
    ['first', 1],
    ['second', 0],
    ['third', 0],
  ] as const) {
    rateMatch(rater, periods, game('player', opponent, score), states);
  }
  const { rating, deviation, volatility } = states.get('player')!;
  // The source continues with mu' and phi' as printed, with four digits, and cuts sigma' off after the fifth.
  const [mu, phi] = [(rating - 1500) / 173.7178, deviation / 173.7178].map((unit) => Number(unit.toFixed(4)));
  expect([mu, phi]).toEqual([-0.2069, 0.8722]);
  expect([(173.7178 * mu! + 1500).toFixed(2), (173.7178 * phi!).toFixed(2)]).toEqual(['1464.06', '151.52']);
  expect(Math.floor(volatility * 1e5) / 1e5).toBe(0.05999);
});

test('each game of a period counts the earlier ones again, and the explanation mentions it', () => {
  const states = example();
  rateMatch(rater, periods, game('player', 'first', 1), states);
  const line = changeLine(rateMatch(rater, periods, game('player', 'third', 0), states)[0]!);
  const [period] = rater.adjustments!(line, periods);
  expect(period).toEqual({ reason: 'period', points: line.delta! - line.contributions[0]!.delta! });
  expect(rater.explain!(line, periods, 'en')).toBe(
    'Lost to an opponent rated 1700.0 (expected score 0.30): \u221235.0. Counting earlier games of the rating period again took 6.4. In total: \u221241.4, to 1522.2 ± 166.3.',
  );
  expect(rater.explain!(line, periods, 'de')).toBe(
    'Niederlage gegen einen Gegner mit Wertung 1700,0 (erwartete Punktzahl 0,30): \u221235,0. Die neue Wertung früherer Spiele der Wertungsperiode kostete 6,4. Insgesamt: \u221241,4 auf 1522,2 ± 166,3.',
  );
  const [alone] = rateMatch(rater, defaults, game('player', 'first', 1), example()).map(changeLine);
  expect(rater.adjustments!(alone!, defaults)).toEqual([]);
});

interface Result {
  readonly opponent: string;
  readonly score: number;
}

test('rating periods agree with glicko2-lite, even for players who miss some', () => {
  const random = seededRandom(11);
  const players = ['ann', 'ben', 'cid', 'dan', 'eve', 'fay'];
  const states = new Map<string | number, Glicko2Skill>();
  const theirs = new Map(players.map((player) => [player, { rating: 1500, rd: 350, vol: 0.06 }]));
  for (let period = 0; period < 12; period++) {
    const results = new Map<string, Result[]>(players.map((player) => [player, []]));
    for (let index = random.integer(0, 8); index > 0; index--) {
      const [one, other] = random.shuffle([...players]) as [string, string];
      const score = random.pick([0, 0.5, 1]);
      rateMatch(rater, periods, game(one, other, score, (period + 0.1 + 0.05 * (8 - index)) * 30 * DAY), states);
      results.get(one)!.push({ opponent: other, score });
      results.get(other)!.push({ opponent: one, score: 1 - score });
    }
    const before = new Map(theirs);
    for (const player of players) {
      const games = results.get(player)!.map(({ opponent, score }): [number, number, number] => {
        const { rating, rd } = before.get(opponent)!;
        return [rating, rd, score];
      });
      // Here, players who have never played do not grow uncertain; in the library everybody does.
      if (games.length === 0 && !states.has(player)) continue;
      const { rating, rd, vol } = before.get(player)!;
      theirs.set(player, glicko2Lite(rating, rd, vol, games, { tau: 0.5 }));
    }
    const end = (period + 1) * 30 * DAY;
    for (const [player, state] of states) {
      const { rating, deviation } = rater.idle!(state, end, periods);
      const library = theirs.get(String(player))!;
      expect(rating).toBeCloseTo(library.rating, 3);
      expect(deviation).toBeCloseTo(Math.min(library.rd, 350.2), 3);
      expect(state.volatility).toBeCloseTo(library.vol, 7);
    }
  }
});

test('in continuous time a match one period after the last is a rating period of one game', () => {
  const states = new Map<string | number, Glicko2Skill>([
    ['ann', { ...skill(1620, 80, 0.055), at: 0 }],
    ['ben', { ...skill(1480, 120, 0.07), at: 30 * DAY }],
  ]);
  rateMatch(rater, defaults, game('ann', 'ben', 0, 30 * DAY), states);
  const { rating, rd, vol } = glicko2Lite(1620, 80, 0.055, [[1480, 120, 0]], { tau: 0.5 });
  const ann = states.get('ann')!;
  expect(ann.rating).toBeCloseTo(rating, 3);
  expect(ann.deviation).toBeCloseTo(rd, 3);
  expect(ann.volatility).toBeCloseTo(vol, 7);
});

describe('time', () => {
  const { rating } = rater;
  const after = (days: number, settings: Glicko2Settings, at: number) =>
    rating(rater.idle!({ ...skill(1500, 100), at }, days * DAY, settings), settings).deviation;

  test('in continuous time a deviation grows by the day', () => {
    expect(after(15, defaults, 0)).toBeCloseTo(Math.sqrt(100 ** 2 + 0.5 * (0.06 * 173.7178) ** 2), 9);
  });

  test('by periods it grows with each that ends without a game', () => {
    expect(after(59, periods, 0)).toBe(100);
    expect(after(60, periods, 0)).toBeCloseTo(Math.sqrt(100 ** 2 + (0.06 * 173.7178) ** 2), 9);
    expect(after(119, periods, 0)).toBeCloseTo(Math.sqrt(100 ** 2 + 2 * (0.06 * 173.7178) ** 2), 9);
  });

  test('nobody grows more uncertain than maxDeviation, and players who never played do not grow', () => {
    expect(after(1e6, { ...defaults, maxDeviation: 350 }, 0)).toBe(350);
    expect(rater.idle!(rater.initial(defaults), 1e12, defaults)).toEqual(rater.initial(defaults));
  });
});

test('maxDeviation is not less than the deviation of a newcomer', () => {
  expect(settingsProblems(rater, { ...defaults, maxDeviation: 300 })).toEqual([
    { setting: 'maxDeviation', rule: 'must be at least initialDeviation (350), not 300' },
  ]);
});

test('a match of weight 3 is three games with the same result, within a rating period', () => {
  const heavy = example();
  const thrice = example();
  rateMatch(rater, periods, { ...game('player', 'third', 1, DAY), weight: 3 }, heavy);
  for (let hour = 0; hour < 3; hour++) rateMatch(rater, periods, game('player', 'third', 1, DAY + hour), thrice);
  for (const player of ['player', 'third']) {
    const { rating, deviation, volatility } = heavy.get(player)!;
    expect(rating).toBeCloseTo(thrice.get(player)!.rating, 9);
    expect(deviation).toBeCloseTo(thrice.get(player)!.deviation, 9);
    expect(volatility).toBeCloseTo(thrice.get(player)!.volatility, 12);
  }
});

describe('margins', () => {
  const goals: Glicko2Settings = { ...defaults, marginScale: 2 };
  const played = (one: number, other: number, playedAt = 0, players = ['ann', 'ben']): Match => ({
    playedAt,
    sides: [one, other].map((score, side) => ({ score, participants: [{ player: players[side]! }] })),
  });
  const after = (match: Match, settings = goals) => {
    const states = new Map<string | number, Glicko2Skill>([
      ['ann', skill(1700, 60)],
      ['ben', skill(1500, 60)],
    ]);
    return rateMatch(rater, settings, match, states).map(changeLine);
  };

  test('count as a score: a favourite who wins narrowly loses points, and the sentence explains it', () => {
    const [narrow] = after(played(3, 2));
    const [clear] = after(played(4, 0));
    const [contribution] = narrow!.contributions;
    expect(contribution!.actual).toBeCloseTo(1 / (1 + Math.exp(-0.5)), 12);
    expect(narrow!.delta).toBeLessThan(0);
    expect(clear!.delta).toBeGreaterThan(0);
    expect(rater.explain!(narrow!, goals, 'en')).toBe(
      'Beat an opponent rated 1500.0 (expected score 0.64, by the margin 0.62): \u22121.0, to 1699.0 ± 58.9.',
    );
  });

  test('are ignored if there are none, or if only the winner counts', () => {
    const win: Match = {
      playedAt: 0,
      sides: ['ann', 'ben'].map((player, side) => ({ placement: side + 1, participants: [{ player }] })),
    };
    expect(after(win)).toEqual(after(win, defaults));
    expect(after(played(5, 0), defaults)).toEqual(after(played(1, 0), defaults));
    const { marginScale: _, ...before } = defaults;
    expect(after(played(5, 0), before as Glicko2Settings)).toEqual(after(played(5, 0), defaults));
  });

  test('improve forecasts, and chances stay calibrated', () => {
    const random = seededRandom(5);
    const strengths = Array.from({ length: 30 }, () => 8 * random.normal());
    const players = strengths.map((_, index) => `p${index}`);
    const log = Array.from({ length: 3000 }, (_, index) => {
      const [one, other] = random.shuffle([...strengths.keys()]) as [number, number];
      const ahead = Math.round(strengths[one]! - strengths[other]! + 10 * random.normal());
      return played(100 + ahead, 100, index * 0.05 * DAY, [players[one]!, players[other]!]);
    });
    const [soft, plain] = [10, 0].map((marginScale) => evaluate(rater, { ...defaults, marginScale }, log));
    expect(soft!.logLoss).toBeLessThan(plain!.logLoss - 0.005);
    const full = soft!.calibration.filter(({ count }) => count >= 100);
    expect(full).toHaveLength(10);
    for (const { predicted, actual } of full) expect(Math.abs(predicted - actual)).toBeLessThan(0.05);
  });
});
