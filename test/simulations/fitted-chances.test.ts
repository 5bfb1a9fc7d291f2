import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import {
  defaultSettings,
  EvaluationSums,
  ForeseenMatches,
  fitChances,
  fitOf,
  fittedChances,
  type Rater,
  scoreLog,
} from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import { type Races, runRaces } from './races.js';

const RACES = 3000;
/** Fitted to the matches after the burn-in, and measured on those after it. */
const BURN_IN = 0.2 * RACES;
const HELD_OUT = 0.6 * RACES;
const SEEDS = [1, 2, 3];

type Field = Races['field'];

/** The greatest miss of a tenth with at least 100 sides, of several leagues of races together, each with a fit of its own. */
function fittedMiss(rater: Rater, settings: object, law: Pick<Races, 'field' | 'luck'>) {
  const sums = new EvaluationSums();
  const fits = SEEDS.map((seed) => {
    const predicted = new ForeseenMatches();
    const races = runRaces({ players: 200, races: RACES, spread: 1, drift: 0.01, seed, ...law });
    scoreLog(rater, { ...defaultSettings(rater.settings), ...settings }, races, predicted);
    const fit = fitChances(predicted, BURN_IN, HELD_OUT)!;
    predicted.tell(sums, HELD_OUT, (chances) => fittedChances(fitOf(fit), chances));
    return fit;
  });
  const full = sums.means().calibration.filter(({ count }) => count >= 100);
  expect(full.length).toBeGreaterThan(5);
  return { miss: Math.max(...full.map(({ predicted, actual }) => Math.abs(predicted - actual))), fits };
}

describe('a fit mends the chances of races in which luck is normal', () => {
  // With the slope alone they miss by 0.19, 0.13 and 0.12. The 0.083 that are left of the second are of just 100 sides.
  test.each<{ rater: Rater; settings: object; field: Field; most: number }>([
    { rater: elo, settings: {}, field: [20, 20], most: 0.05 },
    { rater: elo, settings: {}, field: [3, 20], most: 0.09 },
    { rater: glicko2, settings: { multiplayer: 'pairwise' }, field: [3, 20], most: 0.05 },
  ])('by $rater.key in fields of $field.0 to $field.1', ({ rater, settings, field, most }) => {
    const { miss, fits } = fittedMiss(rater, settings, { field, luck: 'normal' });
    expect(fits.some(({ favouriteAdvantage }) => (favouriteAdvantage?.high ?? 0) < 0)).toBe(true);
    expect(miss).toBeLessThan(most);
  });
});

test('where luck has a Gumbel distribution, the slope of Elo is enough', () => {
  const { miss, fits } = fittedMiss(elo, {}, { field: [3, 20], luck: 'gumbel' });
  expect(fits.map(({ favouriteAdvantage }) => favouriteAdvantage)).toEqual([null, null, null]);
  expect(miss).toBeLessThan(0.05);
});
