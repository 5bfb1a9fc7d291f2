import { defaultSettings, type Rater } from '@openladder/rating';
import { describe, expect, it } from 'vitest';
import { type Refusal, Refused } from '../kit/refusal.js';
import { loadRaters } from './raters.js';
import {
  chooseRatingSystem,
  DerivedByOtherVersion,
  installedSystemOf,
  RaterMissing,
  ratingSystemOf,
} from './rating-system.js';

const raters = await loadRaters([]);
const PATH = { key: ['input', 'ratingSystem'], settings: ['input', 'settings'] };
const choose = (key: string, settings: unknown) => chooseRatingSystem(raters, key, settings, PATH);

function refusals(key: string, settings: unknown): readonly Refusal[] {
  try {
    choose(key, settings);
  } catch (error) {
    if (error instanceof Refused) return error.refusals;
    throw error;
  }
  return [];
}

describe.each([...raters.values()])('$key', (rater: Rater) => {
  it('accepts its own defaults, written out or omitted', () => {
    const defaults = defaultSettings(rater.settings);
    expect(choose(rater.key, {})).toEqual({ rater, settings: defaults });
    expect(choose(rater.key, defaults)).toEqual({ rater, settings: defaults });
  });

  it('has a description and a default for each setting', () => {
    for (const [name, setting] of Object.entries(rater.settings.properties)) {
      expect(setting.description.length, name).toBeGreaterThan(10);
      expect(setting.default, name).toBeDefined();
    }
  });

  it('refuses null for each of its settings, by name', () => {
    for (const name of Object.keys(rater.settings.properties)) {
      const [problem] = refusals(rater.key, { [name]: null });
      expect(problem).toMatchObject({ code: 'BAD_SETTINGS', path: ['input', 'settings', name] });
      expect(problem!.message).toMatch(new RegExp(`^settings\\.${name} must be .*; received null$`));
    }
  });
});

it('chosen settings are combined with the defaults of the rest', () => {
  const { settings } = choose('zonestats', { spread: 77 });
  expect(settings).toEqual({ ...defaultSettings<object>(raters.get('zonestats')!.settings), spread: 77 });
});

it('a setting of -0 is 0, as the league stores it', () => {
  expect(choose('zonestats', { initialRating: -0 })).toEqual(choose('zonestats', { initialRating: 0 }));
});

it('every offending setting is reported, each with its rule and value', () => {
  expect(refusals('zonestats', { spread: 'wide', gameMultiplier: -1, luck: true })).toMatchObject([
    {
      kind: 'refusal',
      code: 'BAD_SETTINGS',
      rule: 'SETTING_UNKNOWN',
      message: expect.stringMatching(
        /^settings\.luck is not a setting of zonestats \(which has spread, .*\); received true$/,
      ),
      path: ['input', 'settings', 'luck'],
    },
    {
      kind: 'refusal',
      code: 'BAD_SETTINGS',
      rule: 'SETTING_TYPE',
      message: 'settings.spread must be number; received "wide"',
      path: ['input', 'settings', 'spread'],
    },
    {
      kind: 'refusal',
      code: 'BAD_SETTINGS',
      rule: 'SETTING_ABOVE',
      message: 'settings.gameMultiplier must be > 0; received -1',
      path: ['input', 'settings', 'gameMultiplier'],
    },
  ]);
});

it.each([null, [], 'fast', 7, true])('settings that are no object are refused: %j', (settings) => {
  expect(refusals('zonestats', settings)).toMatchObject([{ code: 'BAD_SETTINGS', path: ['input', 'settings'] }]);
});

it('NaN and infinity are no numbers', () => {
  for (const spread of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(refusals('zonestats', { spread })).toMatchObject([{ path: ['input', 'settings', 'spread'] }]);
  }
});

it("rules between settings are the rater's own", () => {
  expect(refusals('timed-glicko', { deservedOutcomeProbability: 0.5 })).toMatchObject([
    { code: 'BAD_SETTINGS', path: ['input', 'settings', 'deservedOutcomeProbability'] },
  ]);
  expect(refusals('timed-glicko', { deservedOutcomeProbability: 0.5, allowPerverse: true })).toEqual([]);
});

it('an unknown system is refused with a list of the known ones', () => {
  expect(refusals('trueskill', {})).toMatchObject([
    {
      message:
        'ratingSystem must be one of elo, glicko2, margin, openskill, performance, plackett-luce, timed-glicko, zonestats, but is "trueskill"',
      path: ['input', 'ratingSystem'],
    },
  ]);
});

it('a league shows that its rater is not installed', () => {
  const league = { slug: 'orphan', rater: 'gone', raterVersion: '1.0.0', settings: {}, refreshedThrough: new Date(0) };
  expect(() => ratingSystemOf(raters, league)).toThrow(RaterMissing);
  expect(() => ratingSystemOf(raters, league)).toThrow('League orphan is rated by "gone", which is not installed.');
});

it('continues from the states of a board only under the version that derived it', () => {
  const { version } = raters.get('zonestats')!;
  const league = {
    slug: 'europe',
    rater: 'zonestats',
    raterVersion: version,
    settings: {},
    refreshedThrough: new Date(0),
  };
  expect(ratingSystemOf(raters, league).rater.version).toBe(version);
  const derivedByOther = { ...league, raterVersion: '0.1.0' };
  expect(() => ratingSystemOf(raters, derivedByOther)).toThrow(DerivedByOtherVersion);
  expect(() => ratingSystemOf(raters, derivedByOther)).toThrow(
    `league europe must be recomputed: zonestats 0.1.0 derived its board, and zonestats ${version} is installed here.`,
  );
  expect(installedSystemOf(raters, derivedByOther).rater.version).toBe(version);
});

it('gives settings that a new version added to leagues of an older one, at their defaults', () => {
  const league = { slug: 'crews', rater: 'openskill', settings: { beta: 5, z: 2 }, refreshedThrough: new Date(0) };
  expect(installedSystemOf(raters, league).settings).toMatchObject({ beta: 5, z: 2, tau: 25 / 300, sizeCounts: true });
});
