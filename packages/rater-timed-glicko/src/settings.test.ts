import { defaultSettings, settingsProblems } from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import { rater, type TimedGlickoSettings } from './index.js';

const problemsOf = (settings: Partial<TimedGlickoSettings>) =>
  settingsProblems(rater, { ...defaultSettings(rater.settings), ...settings });

test('the defaults are those of the source', () => {
  expect(defaultSettings(rater.settings)).toMatchObject({
    initialRating: 1500,
    initialDeviation: 350,
    maxDeviation: 350,
    deviationGrowth: 20,
    provisionalDeviation: 100,
    weighting: 'quadratic',
  });
  expect(problemsOf({})).toEqual([]);
});

describe('settings that turn winners into losers', () => {
  test('are refused below 5/6, with the reason and the value', () => {
    expect(problemsOf({ deservedOutcomeProbability: 0.83 })).toEqual([
      {
        setting: 'deservedOutcomeProbability',
        rule:
          'must be at least 5/6 unless allowPerverse is true, since below it the winner of an upset can lose points, ' +
          'not 0.83',
      },
    ]);
  });

  test('are refused under every weighting alike', () => {
    for (const weighting of ['quadratic', 'linear', 'none'] as const) {
      expect(problemsOf({ weighting, deservedOutcomeProbability: 0.83 })).toHaveLength(1);
    }
  });

  test('are allowed on explicit request', () => {
    expect(problemsOf({ deservedOutcomeProbability: 0.7, allowPerverse: true })).toEqual([]);
  });

  test('begin below 5/6', () => {
    expect(problemsOf({ deservedOutcomeProbability: 5 / 6 })).toEqual([]);
  });
});

test('nobody may begin above the greatest deviation', () => {
  expect(problemsOf({ maxDeviation: 200 })).toEqual([
    { setting: 'initialDeviation', rule: 'must be at most maxDeviation (200), not 350' },
  ]);
  expect(problemsOf({ initialDeviation: 200, maxDeviation: 200 })).toEqual([]);
});
