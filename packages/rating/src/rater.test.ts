import { describe, expect, it } from 'vitest';
import { elo } from '../test/elo.js';
import { defaultSettings, displayRating, settingsProblems, settingsSchema } from './rater.js';

const settings = { k: 24, initialRating: 1500 };

it('a rating is shown as its value, rounded to the nearest whole number, halves upwards', () => {
  expect(displayRating(elo, { points: 1532.4 }, settings)).toBe('1532');
  expect(displayRating(elo, { points: 1532.5 }, settings)).toBe('1533');
  expect(displayRating(elo, { points: -0.5 }, settings)).toBe('0');
});

it('a player without a value is unrated', () => {
  const unrated = { value: null, deviation: null, score: null, isProvisional: true };
  expect(displayRating({ ...elo, rating: () => unrated }, { points: 0 }, settings)).toBe('unrated');
});

it('a rater may display ratings in its own words', () => {
  expect(displayRating({ ...elo, display: ({ points }) => `${points} Elo` }, { points: 1500 }, settings)).toBe(
    '1500 Elo',
  );
});

const schema = settingsSchema({
  k: { type: 'number', default: 24, exclusiveMinimum: 0, maximum: 100, description: 'Points at stake.' },
  games: { type: 'integer', default: 10, minimum: 1, exclusiveMaximum: 50, description: 'Games until ranked.' },
  variant: { type: 'string', default: 'plain', enum: ['plain', 'fancy'], description: 'Which formula.' },
  isStrict: { type: 'boolean', default: false, description: 'Whether to be strict.' },
});
const defaults = { k: 24, games: 10, variant: 'plain', isStrict: false };

it('defaultSettings are every setting at its default', () => {
  expect(defaultSettings(schema)).toEqual(defaults);
});

describe('settingsProblems', () => {
  it('finds nothing wrong with the defaults', () => {
    expect(settingsProblems({ settings: schema }, defaults)).toEqual([]);
  });

  it.each([
    ['k', 0, 'must be more than 0, not 0'],
    ['k', 101, 'must be at most 100, not 101'],
    ['k', '24', 'must be of type number, not "24"'],
    ['k', Number.NaN, 'must be of type number, not NaN'],
    ['k', undefined, 'must be of type number, not undefined'],
    ['games', 2.5, 'must be of type integer, not 2.5'],
    ['games', 0, 'must be at least 1, not 0'],
    ['games', 50, 'must be less than 50, not 50'],
    ['variant', 'other', 'must be one of "plain", "fancy", not "other"'],
    ['isStrict', 1, 'must be of type boolean, not 1'],
  ])('names the rule and the value if %s is %o', (setting, value, rule) => {
    expect(settingsProblems({ settings: schema }, { ...defaults, [setting]: value })).toEqual([{ setting, rule }]);
  });

  it('refuses an unknown setting, even if every object has a property of this name', () => {
    const rule = 'is not a setting; there are k, games, variant, isStrict';
    expect(settingsProblems({ settings: schema }, { ...defaults, kay: 1 })).toEqual([{ setting: 'kay', rule }]);
    expect(settingsProblems({ settings: schema }, { ...defaults, toString: 1 })).toEqual([
      { setting: 'toString', rule },
    ]);
  });

  it("calls the rater's own rules once the schema's are kept", () => {
    const rater = {
      settings: schema,
      checkSettings: ({ k, games }: typeof defaults) =>
        k < games ? [{ setting: 'k', rule: 'must be at least games' }] : [],
    };
    expect(settingsProblems(rater, { ...defaults, k: 5 })).toEqual([{ setting: 'k', rule: 'must be at least games' }]);
    expect(settingsProblems(rater, { ...defaults, k: -5 })).toEqual([
      { setting: 'k', rule: 'must be more than 0, not -5' },
    ]);
  });
});
