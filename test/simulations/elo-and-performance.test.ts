import elo from '@openladder/rater-elo';
import performance from '@openladder/rater-performance';
import { defaultSettings, EvaluationSums, type Match, type Rater, scoreLog } from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import { runRaces } from './races.js';
import { playTeams } from './teams.js';

const RATERS: [Rater, object][] = [
  [elo, {}],
  [performance, { multiplayer: 'pairwise' }],
];
const SEEDS = [1, 2, 3];

/** The greatest miss of a tenth with at least 100 sides, of several leagues together: what one of them misses by chance is not in it. */
function worstMiss(rater: Rater, settings: object, leagues: readonly Iterable<Match>[]): number {
  const sums = new EvaluationSums();
  for (const league of leagues) scoreLog(rater, { ...defaultSettings(rater.settings), ...settings }, league, sums);
  const full = sums.means().calibration.filter(({ count }) => count >= 100);
  expect(full.length).toBeGreaterThan(5);
  return Math.max(...full.map(({ predicted, actual }) => Math.abs(predicted - actual)));
}

describe.each(RATERS)('chances by $key equal the observed frequencies, with its defaults', (rater, settings) => {
  // The two laws of luck ask for different chances of the first place. Nobody knows the law of a game, so each is missed a little.
  test.each(['gumbel', 'normal'] as const)('in races of 3 to 20 with %s luck', (luck) => {
    const leagues = SEEDS.map((seed) =>
      runRaces({ players: 200, races: 3000, field: [3, 20], spread: 1, luck, drift: 0.01, seed }),
    );
    expect(worstMiss(rater, settings, leagues)).toBeLessThan(0.07);
  });

  test.each([2, 3, 5])('between teams of %i', (size) => {
    const leagues = SEEDS.map((seed) =>
      playTeams({ players: 400, matches: 4000, sides: 2, size: [size, size], spread: 1, seed }),
    );
    expect(worstMiss(rater, settings, leagues)).toBeLessThan(0.05);
  });
});
