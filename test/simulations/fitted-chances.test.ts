import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import openskill from '@openladder/rater-openskill';
import performance from '@openladder/rater-performance';
import plackettLuce from '@openladder/rater-plackett-luce';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
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

type Field = Races['field'];

interface Leagues {
  /** How many races each of them has: the first fifth is a burn-in, two fifths are fitted to, and two are measured. */
  readonly races: number;
  readonly leagues: number;
  /** How many sides a tenth needs. */
  readonly least: number;
}

const THREE: Leagues = { races: 3000, leagues: 3, least: 100 };

/** The greatest miss of a tenth with enough sides, of several leagues of races together, each with a fit of its own. */
function fittedMiss(
  rater: Rater,
  settings: object,
  law: Pick<Races, 'field' | 'luck'>,
  { races, leagues, least }: Leagues = THREE,
) {
  const sums = new EvaluationSums();
  const [burnIn, heldOut] = [0.2 * races, 0.6 * races];
  const fits = Array.from({ length: leagues }, (_, league) => {
    const predicted = new ForeseenMatches();
    const log = runRaces({ players: 200, races, spread: 1, drift: 0.01, seed: league + 1, ...law });
    scoreLog(rater, { ...defaultSettings(rater.settings), ...settings }, log, predicted);
    const fit = fitChances(predicted, burnIn, heldOut)!;
    predicted.tell(sums, heldOut, (chances) => fittedChances(fitOf(fit), chances));
    return fit;
  });
  const full = sums.means().calibration.filter(({ count }) => count >= least);
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

describe('in fields of 3 to 20, a fit brings chances within 0.05', () => {
  // A tenth with 100 sides misses by up to 0.1 by chance alone, so four leagues are counted together.
  const FOUR: Leagues = { races: 6000, leagues: 4, least: 400 };
  const LAWS = [elo, glicko2, timedGlicko, zoneStats, openskill, performance, plackettLuce].flatMap((rater) =>
    (['normal', 'gumbel'] as const).map((luck) => ({ rater: rater as Rater, luck })),
  );
  test.each(LAWS)('by $rater.key where luck is $luck', ({ rater, luck }) => {
    const settings = 'multiplayer' in rater.settings.properties ? { multiplayer: 'pairwise' } : {};
    const { miss, fits } = fittedMiss(rater, settings, { field: [3, 20], luck }, FOUR);
    if (rater.key === openskill.key) for (const { slopeBySides } of fits) expect(slopeBySides!.low).toBeGreaterThan(0);
    expect(miss).toBeLessThan(0.05);
  });
});
