import glicko2 from '@openladder/rater-glicko2';
import openskill from '@openladder/rater-openskill';
import plackettLuce from '@openladder/rater-plackett-luce';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import {
  defaultSettings,
  type Evaluation,
  EvaluationSums,
  ForeseenMatches,
  fitChances,
  fitOf,
  fittedChances,
  type Match,
  type Rater,
  scoreLog,
} from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import { runRaces } from './races.js';

const RACES = 3000;
/** Fitted to the matches after the burn-in, and measured on those after it. */
const BURN_IN = 0.2 * RACES;
const HELD_OUT = 0.6 * RACES;

/** Luck is as large as the differences of strength. */
const racesOf = (field: readonly [number, number]): readonly Match[] => [
  ...runRaces({ players: 200, races: RACES, field, spread: 1, luck: 'gumbel', drift: 0.01, seed: 1 }),
];
const mixed = racesOf([3, 20]);
const ofEight = racesOf([8, 8]);
const ofTwenty = racesOf([20, 20]);

function predictedBy(rater: Rater, settings: object, races: readonly Match[]): ForeseenMatches {
  const predicted = new ForeseenMatches();
  scoreLog(rater, { ...defaultSettings(rater.settings), ...settings }, races, predicted);
  return predicted;
}

/** The greatest miss of a tenth with at least 100 sides, in each of several leagues that are counted together. */
function worstMiss({ calibration }: Evaluation, leagues = 1): number {
  const full = calibration.filter(({ count }) => count >= 100 * leagues);
  expect(full.length).toBeGreaterThan(3);
  return Math.max(...full.map(({ predicted, actual }) => Math.abs(predicted - actual)));
}

describe('chances in races match the results within 0.05', () => {
  // The scale of openskill goes by the size of a field: where sizes mix, chances in small fields are too sure.
  test.each<[string, Rater, object, readonly Match[]]>([
    ['openskill gives them in fields of 8', openskill, {}, ofEight],
    ['glicko2 gives them in fields of 8', glicko2, { multiplayer: 'pairwise' }, ofEight],
    ['glicko2 gives them in fields of 20', glicko2, { multiplayer: 'pairwise' }, ofTwenty],
    ['plackett-luce gives them in fields of 20', plackettLuce, {}, ofTwenty],
  ])('as %s', (_, rater, settings, races) => {
    const sums = new EvaluationSums();
    predictedBy(rater, settings, races).tell(sums, 0, (chances) => chances);
    expect(worstMiss(sums.means())).toBeLessThan(0.05);
  });

  // A group of 100 sides misses by up to 0.1 by chance alone, so four leagues are counted together.
  test.each<{ rater: Rater; size: number }>([
    { rater: glicko2, size: 3 },
    { rater: timedGlicko, size: 5 },
  ])('in four leagues together: by $rater.key in fields of $size', ({ rater, size }) => {
    const sums = new EvaluationSums();
    for (let seed = 1; seed <= 4; seed++) {
      const races = [
        ...runRaces({ players: 100, races: 1500, field: [size, size], spread: 1, luck: 'gumbel', drift: 0.01, seed }),
      ];
      predictedBy(rater, { multiplayer: 'pairwise' }, races).tell(sums, 0, (chances) => chances);
    }
    expect(worstMiss(sums.means())).toBeLessThan(0.05);
  });

  // The two laws of luck ask for different chances of the first place. Nobody knows the law of a game, so each is missed a little.
  test.each([
    ['gumbel', [3, 20], 0.05],
    ['normal', [3, 20], 0.07],
    ['gumbel', [5, 5], 0.05],
    ['gumbel', [20, 20], 0.05],
    ['normal', [20, 20], 0.07],
  ] as const)('in three leagues together: by zonestats with %s luck, in fields of %j', (luck, field, most) => {
    const sums = new EvaluationSums();
    for (let seed = 1; seed <= 3; seed++) {
      const races = runRaces({ players: 200, races: RACES, field, spread: 1, luck, drift: 0.01, seed });
      scoreLog(zoneStats, defaultSettings(zoneStats.settings), races, sums);
    }
    expect(worstMiss(sums.means(), 3)).toBeLessThan(most);
  });

  test.each<[Rater, object]>([
    [openskill, {}],
    [glicko2, { multiplayer: 'pairwise' }],
    [zoneStats, {}],
    [plackettLuce, {}],
    [timedGlicko, { multiplayer: 'pairwise' }],
  ])('with a fit to the races before, in fields of 3 to 20, by $key', (rater, settings) => {
    const predicted = predictedBy(rater, settings, mixed);
    const fit = fitOf(fitChances(predicted, BURN_IN, HELD_OUT)!);
    const [own, sums] = [new EvaluationSums(), new EvaluationSums()];
    predicted.tell(own, HELD_OUT, (chances) => chances);
    predicted.tell(sums, HELD_OUT, (chances) => fittedChances(fit, chances));
    expect(sums.means().logLoss).toBeLessThan(own.means().logLoss);
    expect(worstMiss(sums.means())).toBeLessThan(0.05);
  });
});
