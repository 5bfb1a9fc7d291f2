import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import margin from '@openladder/rater-margin';
import openskill from '@openladder/rater-openskill';
import performance from '@openladder/rater-performance';
import plackettLuce from '@openladder/rater-plackett-luce';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import {
  defaultSettings,
  ForeseenMatches,
  type Json,
  type Match,
  type Rater,
  scoreLog,
  settingsProblems,
} from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';
import { expect, test } from 'vitest';
import type { SettingValues } from '../raters/rating-system.js';
import { afterFit } from './measure-fit.js';
import { searchAxes } from './search-axes.js';
import { searchSettings } from './search-settings.js';

/** Players in races and in duels, with scores, at home or not: their strengths drift. */
function play(count: number, sides: number): Match[] {
  const random = seededRandom(7);
  const strengths = Array.from({ length: 16 }, () => random.normal());
  return Array.from({ length: count }, (_, index) => {
    const players = random.shuffle([...strengths.keys()]).slice(0, sides);
    for (const player of players) strengths[player]! += 0.08 * random.normal();
    return {
      playedAt: index * 36e5,
      sides: players.map((player, place) => ({
        score: Math.round(50 + 10 * (strengths[player]! + (place === 0 ? 0.3 : 0) + 0.7 * random.normal())),
        role: place === 0 ? 'home' : 'away',
        participants: [{ player }],
      })),
    };
  });
}

const DUELS = play(500, 2);
const RACES = play(120, 8);
/** The first fifth is rated and not scored. */
const lossOf = (rater: Rater, settings: SettingValues, log: readonly Match[]) => {
  const predicted = new ForeseenMatches();
  scoreLog(rater, settings, log, predicted);
  return afterFit(predicted, log.length / 5).logLoss;
};

type Grid = Record<string, readonly Json[]>;

function cellsOf(grid: Grid): SettingValues[] {
  return Object.entries(grid).reduce<SettingValues[]>(
    (all, [name, values]) => all.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value }))),
    [{}],
  );
}

const decay = [0.9, 0.95, 0.98, 0.995];
const fictitiousWeight = [0.05, 0.1, 0.5, 2];

/** The settings that make a difference, for each rater. */
const CASES: [Rater, readonly Match[], ...Grid[]][] = [
  [
    elo,
    DUELS,
    { k: [8, 12, 16, 24, 32, 48, 64, 96, 128], marginOfVictory: ['none', 'goals', 'points'] },
    {
      k: [16, 24, 32, 64],
      newcomerMatches: [10, 30],
      newcomerK: [60, 120],
      marginOfVictory: ['none', 'goals', 'points'],
    },
  ],
  [
    glicko2,
    DUELS,
    {
      ...{ initialDeviation: [80, 150, 350], initialVolatility: [0.06, 0.15, 0.4], periodDays: [1, 7, 30] },
      ...{ timing: ['continuous', 'periods'], marginScale: [0, 5, 10, 20] },
    },
  ],
  [
    margin,
    DUELS,
    { initialDeviation: [80, 150, 250, 400], deviationGrowth: [4, 16, 40, 80], marginPower: [0.5, 0.7, 1] },
  ],
  [
    openskill,
    DUELS,
    {
      ...{ model: ['plackettLuce', 'bradleyTerry', 'thurstoneMosteller'], limitSigma: [false, true] },
      ...{ sigma: [4, 8, 16], beta: [2, 4, 8], tau: [0.1, 0.4, 0.8] },
    },
  ],
  [
    performance,
    DUELS,
    { variant: ['p2'], fictitiousWeight },
    { variant: ['p3', 'p6'], decay, fictitiousWeight },
    { variant: ['p8'], decay, fictitiousWeight, scaleCap: [2, 5, 15] },
  ],
  [plackettLuce, DUELS, { initialDeviation: [80, 120, 180, 250, 400], deviationGrowth: [2, 9, 20, 40, 80] }],
  [
    timedGlicko,
    DUELS,
    { initialDeviation: [80, 120, 180, 350], deviationGrowth: [5, 10, 20, 40, 80], weighting: ['none'] },
    {
      ...{ initialDeviation: [80, 120, 180, 350], deviationGrowth: [5, 10, 20, 40, 80] },
      ...{ weighting: ['linear', 'quadratic'], deservedOutcomeProbability: [0.84, 0.9, 0.97] },
    },
  ],
  [zoneStats, DUELS, { spread: [60, 120, 250, 400], gameMultiplier: [0.5, 1, 2, 4], maxGameLength: [5, 20, 40] }],
  [elo, RACES, { k: [16, 32, 64, 96, 128, 200] }],
  [
    plackettLuce,
    RACES,
    {
      ...{ initialDeviation: [80, 150, 250, 400], deviationGrowth: [2, 9.5, 20, 40] },
      ...{ emphasis: [0, 0.5, 1], dropOutLuck: [0, 0.8] },
    },
  ],
];

test.each(CASES)(
  'a search with 100 tries does as well as a grid over all settings with an effect: $key',
  async (rater, log, ...grids) => {
    const defaults = defaultSettings<SettingValues>(rater.settings);
    const isAllowed = (settings: SettingValues) => settingsProblems(rater, settings).length === 0;
    const cells = grids.flatMap(cellsOf).map((cell) => ({ ...defaults, ...cell }));
    const { best } = (await searchSettings({
      starts: [defaults, ...(rater.presets ?? []).map(({ settings }) => ({ ...defaults, ...(settings as object) }))],
      axes: searchAxes(rater.settings, null),
      isAllowed,
      evaluate: async (candidates) => candidates.map((settings) => lossOf(rater, settings, log)),
      budget: () => 100,
    }))!;
    const least = Math.min(...cells.filter(isAllowed).map((cell) => lossOf(rater, cell, log)));
    expect(best.logLoss).toBeLessThanOrEqual(least + 2e-4);
  },
);
