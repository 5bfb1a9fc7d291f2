import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import margin from '@openladder/rater-margin';
import openskill from '@openladder/rater-openskill';
import plackettLuce from '@openladder/rater-plackett-luce';
import timedGlicko from '@openladder/rater-timed-glicko';
import {
  defaultSettings,
  EvaluationSums,
  ForeseenMatches,
  type Json,
  lossDifference,
  type Match,
  type Rater,
  scoreLog,
} from '@openladder/rating';
import { expect, test } from 'vitest';
import { afterFit } from '../../services/api/dist/compare/measure-fit.js';
import { searchAxes } from '../../services/api/dist/compare/search-axes.js';
import { searchSettings } from '../../services/api/dist/compare/search-settings.js';
import { type DriftingLeague, playDrifting } from './drift.js';

/** Twenty teams that play weekly for ten years, and are others after a year. */
const SEASONS: DriftingLeague = {
  ...{ seed: 1, players: 20, spread: 0.8, memory: 365, days: 3650, every: 7, perDay: 10, kind: 'duels', home: 0.3 },
};
const LEAGUES = 600;

/** The losses of the last 40 %, each match predicted from those before it. */
function lossesOf(rater: Rater, settings: object, log: readonly Match[]) {
  const predicted = new ForeseenMatches();
  scoreLog(rater, { ...defaultSettings(rater.settings), ...settings }, log, predicted);
  const sums = new EvaluationSums();
  predicted.tell(sums, Math.floor(0.6 * predicted.length), (chances) => chances);
  return sums.means().daily;
}

test.each<[string, [Rater, object], [Rater, object]]>([
  ['elo with a K of 10 and of 40', [elo, { k: 10 }], [elo, { k: 40 }]],
  ['elo and glicko2', [elo, {}], [glicko2, {}]],
])(
  'the interval of a difference in log loss contains the truth in 93 to 97 of 100 leagues that drift: %s',
  (name, one, other) => {
    const differences = Array.from({ length: LEAGUES }, (_, index) => {
      const log = [...playDrifting({ ...SEASONS, seed: index + 1 })].flatMap(({ matches }) => matches);
      return lossDifference(lossesOf(...one, log), lossesOf(...other, log));
    });
    const truth = differences.reduce((sum, { difference }) => sum + difference, 0) / LEAGUES;
    const held = differences.filter(({ low, high }) => low! <= truth && truth <= high!).length / LEAGUES;
    console.log(`${name}: ${(100 * held).toFixed(1)} % of the intervals hold ${truth.toFixed(4)}`);
    expect(held).toBeGreaterThanOrEqual(0.93);
    expect(held).toBeLessThanOrEqual(0.97);
  },
);

/** Points for odds of e to 1. */
const POINTS = 400 / Math.LN10;
/** The same of openskill, whose players have luck of their own: sqrt(2) beta. */
const OPENSKILL_POINTS = Math.SQRT2 * (25 / 6);

/** Forty players who play daily for a year and a half, and are others after three years. */
const DAILY: DriftingLeague = {
  ...{ seed: 1, players: 40, spread: 1, memory: 1000, days: 500, every: 1, perDay: 20, kind: 'duels' },
};
/** The deviation grows as fast as these strengths change. */
const GROWTH = Math.sqrt(2 / DAILY.memory) * POINTS;
/** Volatility is a change within a rating period of 30 days, in log odds. */
const VOLATILITY = Math.sqrt(30 * (2 / DAILY.memory));
const TRUE_SPREAD = { initialDeviation: POINTS, deviationGrowth: GROWTH };
const RACES = { kind: 'races', field: 8, perDay: 5 } as const;
const SCORES = { kind: 'scores' } as const;
type Settings = Record<string, Json>;
/** The share of the days that a search sees, as `openladder tune` does; intervals are measured on the others. */
const SEARCHED = 0.6;
/** Strengths that change by so many points per square root of a day. */
const drifting = (points: number) => ({ memory: 2 * (POINTS / points) ** 2 });

interface Held {
  /** Share of the intervals that hold the true strength. */
  readonly share: number;
  /** How large errors are, in stated deviations. */
  readonly size: number;
}

/** Ratings have no level of their own, so each day's are moved together to where they fit best. @param searched a setting to search for first */
async function heldBy(
  rater: Rater,
  given: object,
  league: Partial<DriftingLeague>,
  searched: string | null = null,
): Promise<Held> {
  const errors: number[] = [];
  const from = searched === null ? 100 : SEARCHED * DAILY.days;
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const own = { ...DAILY, ...league, seed };
    const begun = { ...defaultSettings<Settings>(rater.settings), ...given };
    const settings = searched === null ? begun : await withGreater(rater, begun, own, searched);
    const states = new Map<string, unknown>();
    let day = 0;
    for (const { at, matches, strengths } of playDrifting(own)) {
      for (const match of matches) {
        const players = match.sides.map(({ participants }) => participants[0]!.player as string);
        const before = new Map(players.map((player) => [player, states.get(player) ?? rater.initial(settings)]));
        for (const [player, { state }] of rater.rate(match, before, settings)) states.set(player as string, state);
      }
      day++;
      if (day > from && day % 50 === 0) errors.push(...errorsAt(rater, settings, states, at, strengths));
    }
  }
  const squares = errors.reduce((sum, error) => sum + error ** 2, 0);
  return {
    share: errors.filter((error) => Math.abs(error) <= 1.96).length / errors.length,
    size: Math.sqrt(squares / errors.length),
  };
}

/** The settings with what a search for one of them finds in the first days, if that is greater. */
async function withGreater(rater: Rater, begun: Settings, league: DriftingLeague, searched: string): Promise<Settings> {
  const log = [...playDrifting(league)].flatMap(({ matches }) => matches);
  const part = log.slice(0, SEARCHED * log.length);
  const lossOf = (settings: Settings) => {
    const predicted = new ForeseenMatches();
    scoreLog(rater, settings, part, predicted);
    return afterFit(predicted, log.length / 5).logLoss;
  };
  const found = await searchSettings({
    starts: [begun],
    axes: searchAxes(rater.settings, [searched]),
    isAllowed: () => true,
    evaluate: async (candidates) => candidates.map(lossOf),
    budget: () => 200,
  });
  return { ...begun, [searched]: Math.max(begun[searched] as number, found!.best.settings[searched] as number) };
}

/** Errors of the ratings, each in its stated deviations. */
function errorsAt(
  rater: Rater,
  settings: unknown,
  states: ReadonlyMap<string, unknown>,
  at: number,
  strengths: readonly number[],
): number[] {
  const points = rater === openskill ? OPENSKILL_POINTS : POINTS;
  const found = [...states].map(([player, state]) => {
    const { value, deviation } = rater.rating(rater.idle?.(state, at, settings) ?? state, settings);
    return { error: value! - points * strengths[Number(player.slice(1))]!, deviation: deviation! };
  });
  const weights = found.reduce((sum, { deviation }) => sum + 1 / deviation ** 2, 0);
  const level = found.reduce((sum, { error, deviation }) => sum + error / deviation ** 2, 0) / weights;
  return found.map(({ error, deviation }) => (error - level) / deviation);
}

test.each<[string, Rater, object, Partial<DriftingLeague>, number, number]>([
  ['glicko2', glicko2, { initialVolatility: VOLATILITY }, {}, 0.93, 0.97],
  ['glicko2, defaults', glicko2, {}, {}, 0.6, 0.75],
  ['timed-glicko', timedGlicko, { weighting: 'none', ...TRUE_SPREAD }, {}, 0.93, 0.97],
  ['timed-glicko, upsets count less', timedGlicko, TRUE_SPREAD, {}, 0.8, 0.9],
  ['timed-glicko, defaults', timedGlicko, {}, {}, 0.88, 0.97],
  ['openskill', openskill, { tau: 0.3 }, {}, 0.93, 0.97],
  ['openskill, defaults', openskill, {}, {}, 0.86, 0.95],
  ['margin', margin, { marginPower: 1, ...TRUE_SPREAD }, SCORES, 0.93, 0.97],
  ['margin, defaults', margin, {}, SCORES, 0.75, 0.9],
  ['plackett-luce', plackettLuce, { emphasis: 0, dropOutLuck: 0, ...TRUE_SPREAD }, RACES, 0.93, 0.97],
  ['plackett-luce, first places count more', plackettLuce, TRUE_SPREAD, RACES, 0.95, 1],
  ['plackett-luce, defaults', plackettLuce, {}, RACES, 0.97, 1],
])(
  'a rating is within 1.96 deviations of the true strength: %s',
  async (name, rater, settings, league, least, most) => {
    const { share, size } = await heldBy(rater, settings, league);
    console.log(`${name}: ${(100 * share).toFixed(1)} %, errors are ${size.toFixed(2)} stated deviations`);
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  },
);

test.each<[Rater, Partial<DriftingLeague>, readonly [drift: number, least: number, most: number][]]>([
  [
    margin,
    SCORES,
    [
      [1, 0.97, 1],
      [3, 0.93, 0.97],
      [5, 0.85, 0.91],
      [10, 0.6, 0.72],
    ],
  ],
  [
    glicko2,
    {},
    [
      [1, 0.95, 1],
      [3, 0.82, 0.92],
      [5, 0.7, 0.8],
      [10, 0.45, 0.6],
    ],
  ],
  [
    timedGlicko,
    {},
    [
      [1, 0.91, 0.97],
      [3, 0.91, 0.97],
      [5, 0.91, 0.97],
      [10, 0.9, 0.97],
    ],
  ],
  [
    openskill,
    {},
    [
      [1, 0.95, 1],
      [3, 0.95, 0.99],
      [5, 0.93, 0.97],
      [10, 0.8, 0.9],
    ],
  ],
  [
    plackettLuce,
    RACES,
    [
      [1, 0.97, 1],
      [3, 0.97, 1],
      [5, 0.97, 1],
      [10, 0.95, 1],
    ],
  ],
])('with the defaults of $key, as the docs say by drift', async (rater, league, drifts) => {
  for (const [drift, least, most] of drifts) {
    const { share } = await heldBy(rater, {}, { ...league, ...drifting(drift) });
    console.log(`${rater.key}, drift of ${drift}: ${(100 * share).toFixed(1)} %`);
    expect(share, `drift of ${drift}`).toBeGreaterThanOrEqual(least);
    expect(share, `drift of ${drift}`).toBeLessThanOrEqual(most);
  }
});

test.each<[Rater, string, Partial<DriftingLeague>]>([
  [margin, 'deviationGrowth', SCORES],
  [glicko2, 'initialVolatility', {}],
  [openskill, 'tau', {}],
])('with what a search finds for how fast strengths change, if it is more: $key', async (rater, searched, league) => {
  for (const [drift, least, most] of [
    [3, 0.92, 0.98],
    [10, 0.93, 0.97],
  ] as const) {
    const { share } = await heldBy(rater, {}, { ...league, ...drifting(drift) }, searched);
    console.log(`${rater.key}, drift of ${drift}, after a search: ${(100 * share).toFixed(1)} %`);
    expect(share, `drift of ${drift}`).toBeGreaterThanOrEqual(least);
    expect(share, `drift of ${drift}`).toBeLessThanOrEqual(most);
  }
});
