import { describe, expect, it, test } from 'vitest';
import { broken, each, plus, spoilt } from '../test/broken.js';
import { aging, duelsOnly, elo } from '../test/elo.js';
import { conformanceLaws, LawBroken, testRater } from './conformance.js';
import { defaultSettings, defineRater, type Rater } from './rater.js';

testRater(elo, { test, settings: [{ k: 64 }, { initialRating: 0 }] });
testRater(duelsOnly, { test });
testRater(aging, { test });

const NEVER_LOWER = 'a better outcome never rates lower';
const NEVER_LOWER_IN_DUEL = 'a better outcome never rates lower in a duel';

it.each<[what: string, rater: Rater, law: string]>([
  ['no formats', broken({ formats: undefined as never }), 'formats are possible'],
  ['formats that are nothing', broken({ formats: () => undefined as never }), 'formats are possible'],
  [
    'formats that fail',
    broken({
      formats: () => {
        throw new Error('none');
      },
    }),
    'formats are possible',
  ],
  ['no settings', broken({ settings: undefined as never }), 'settings have descriptions and defaults that fit'],
  [
    'settings without properties',
    broken({ settings: {} as never }),
    'settings have descriptions and defaults that fit',
  ],
])('a missing declaration of a rater is a broken law, and not an error of the test: %s', (_, rater, law) => {
  const runs = new Map<string, () => void>();
  testRater(rater, { test: (name, run) => runs.set(name, run) });
  const check = runs.get(`${rater.key}: ${law}`)!;
  expect(check).toThrow(LawBroken);
  expect(check).toThrow(`"${law}" is broken by ${rater.key}`);
});

describe('the checked laws', () => {
  const lawsOf = (rater: Rater) => conformanceLaws(rater, defaultSettings(rater.settings)).map(({ law }) => law);

  it("are about the rater's features", () => {
    const optional = [
      'idle time in two parts equals the whole',
      'an expired wait changes nothing that is shown',
      'the journal restores the state',
      'the changes of a match add up to zero',
    ];
    expect(optional.filter((law) => lawsOf(broken({})).includes(law))).toEqual([]);
    expect(lawsOf({ ...aging, restore: elo.restore, isZeroSum: true })).toEqual(expect.arrayContaining(optional));
  });

  it('do not cover guests if formats have no room for them', () => {
    expect(lawsOf(elo)).toContain('guests change nothing');
    expect(lawsOf(duelsOnly)).not.toContain('guests change nothing');
  });

  it('omit a law that the rater declares to break, and keep it for duels', () => {
    const laws = lawsOf(broken({ breaks: { [NEVER_LOWER]: 'so its author wants it' } }));
    expect(laws).not.toContain(NEVER_LOWER);
    expect(laws).toContain(NEVER_LOWER_IN_DUEL);
  });

  it('omit duels only if that is declared as well', () => {
    const reason = 'so its author wants it';
    const laws = lawsOf(broken({ breaks: { [NEVER_LOWER]: reason, [NEVER_LOWER_IN_DUEL]: reason } }));
    expect(laws).not.toContain(NEVER_LOWER_IN_DUEL);
  });
});

describe('testRater', () => {
  it('registers every law once for the defaults and once for each of the given settings', () => {
    const names: string[] = [];
    testRater(elo, { test: (name) => names.push(name), settings: [{ k: 10 }] });

    const laws = conformanceLaws(elo, { k: 24, initialRating: 1500 }).map(({ law }) => law);
    expect(names).toEqual([...laws.map((law) => `elo: ${law}`), ...laws.map((law) => `elo with {"k":10}: ${law}`)]);
  });

  it('throws at once without a test function', () => {
    expect(() => testRater(elo)).not.toThrow();
    expect(() => testRater(broken({ version: 'v2' }))).toThrow(LawBroken);
  });

  it('refuses settings that do not fit the schema', () => {
    expect(() => testRater(elo, { settings: [{ k: 0 }] })).toThrow('settings.k must be more than 0, not 0');
  });

  it('names the law, the rater, the settings, and a match with its states', () => {
    const rater = spoilt((results) => each(results, (rated) => plus(rated, 1)));
    expect(() => testRater(rater)).toThrow(
      /^"contributions and adjustments add up to the change" is broken by elo 1\.0\.0 with settings \{"k":24,"initialRating":1500\}: player \d+ went from .+\n {2}match: \{"playedAt":.+\n {2}states: \[\[/,
    );
  });

  it('works for raters of any size of match', () => {
    const royale = defineRater({
      ...elo,
      formats: () => ({ minSides: 20, maxSides: 20, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
    });
    expect(() => testRater(royale)).not.toThrow();
  });
});
