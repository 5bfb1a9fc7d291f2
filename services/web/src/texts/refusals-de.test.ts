import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filled, OWN_RULES, type Parameters, refused } from './refusal.js';
import { REFUSALS_DE, refusalDe } from './refusals-de.js';

interface Rule {
  readonly code: string;
  readonly sentence: string;
}

const API: Readonly<Record<string, Rule>> = JSON.parse(
  readFileSync(new URL('../../../../schema/rules.json', import.meta.url), 'utf8'),
);
const english = new Map(Object.entries(API).map(([rule, { sentence }]) => [rule, sentence]));
const own = new Map<string, string>(Object.entries(OWN_RULES));

/** Rules of the API that are told in English on German pages, on purpose. */
const IN_ENGLISH: readonly string[] = [];

const namesIn = (sentence: string) => new Set([...sentence.matchAll(/\{(\w+)(?:\|[^}]*)?\}/g)].map(([, name]) => name));

describe('the table of German sentences', () => {
  test('has every rule of the API and of the site, or it is told in English on purpose', () => {
    expect(english.size).toBeGreaterThan(150);
    const rules = [...english.keys(), ...own.keys()];
    expect(rules.filter((rule) => !Object.hasOwn(REFUSALS_DE, rule) && !IN_ENGLISH.includes(rule))).toEqual([]);
  });

  test('has no rule that neither of them has', () => {
    expect(Object.keys(REFUSALS_DE).filter((rule) => !english.has(rule) && !own.has(rule))).toEqual([]);
  });

  test('names only values that the rule has', () => {
    for (const [rule, sentence] of Object.entries(REFUSALS_DE)) {
      if (typeof sentence !== 'string') continue;
      const values = namesIn(english.get(rule) ?? own.get(rule)!);
      for (const name of namesIn(sentence)) expect(values, rule).toContain(name);
    }
  });

  test('fills every sentence', () => {
    for (const [rule, sentence] of [...english, ...own]) {
      const parameters = Object.fromEntries([...namesIn(sentence)].map((name) => [name, `<${name}>`]));
      const told = refusalDe({ rule, parameters, message: 'English' });
      expect(told, rule).not.toMatch(/English|undefined|\{\w+\}/);
    }
  });
});

test('the site tells rules that the API has too by the same sentences', () => {
  const shared = [...own].filter(([rule]) => english.has(rule));
  expect(shared.length).toBeGreaterThan(0);
  for (const [rule, sentence] of shared) expect(english.get(rule)).toBe(sentence);
});

/** A refusal of the API, as it tells it. */
const byApi = (rule: string, parameters: Parameters) => ({
  rule,
  parameters,
  message: filled(API[rule]!.sentence, parameters),
});

test.each([
  ['MAX_LENGTH', { field: 'name', max: 40, length: 41 }, 'name muss höchstens 40 Zeichen lang sein, hat aber 41.'],
  ['RANGE', { field: 'first', min: 1, max: 100, value: 0 }, 'first muss zwischen 1 und 100 liegen, ist aber 0.'],
  [
    'NUMBER_RANGE',
    { field: 'burnIn', min: 0, max: 0.9, value: 1 },
    'burnIn muss zwischen 0 und 0.9 liegen, ist aber 1.',
  ],
  [
    'ONE_OF',
    { field: 'status', values: ['RATED', 'VOID'], value: '"x"' },
    'status muss eines hiervon sein: RATED, VOID, ist aber "x".',
  ],
  ['SCORE_MISSING', {}, 'score muss angegeben sein, wenn die Seite keinen Platz hat, fehlt aber.'],
  ['IN_MATCH_ALREADY', { value: '"Tom_Baker"' }, 'Der Spieler "Tom_Baker" kommt in diesem Spiel zweimal vor.'],
  ['SETTING_ABOVE', { setting: 'k', limit: 0, value: '-1' }, 'settings.k muss größer als 0 sein, ist aber -1.'],
  [
    'SETTING_TYPE',
    { setting: 'k', type: 'integer', value: '1.5' },
    'settings.k muss eine ganze Zahl sein, ist aber 1.5.',
  ],
  [
    'NEVER_IN_LEAGUE_BUT_SIMILAR',
    { league: 'europe', value: '"an"', similar: ['"ann"', '"anne"'] },
    'Der Spieler "an" war noch nie in der Liga europe. Meinst du "ann" oder "anne"? Wenn der Spieler neu ist, nenne ihn in newPlayers.',
  ],
])('%s in German', (rule, parameters, german) => expect(refusalDe(byApi(rule, parameters))).toBe(german));

test('a refusal that is the reason for another is told in German as well', () => {
  const problem = byApi('COUNT_MIN', { field: 'sides', min: 2, count: 1 });
  expect(refusalDe(byApi('UNRATABLE_MATCH', { match: '"g-1"', problem }))).toBe(
    'Das Spiel "g-1" kann nicht gewertet werden. Die Anzahl von sides muss mindestens 2 sein, ist aber 1.',
  );
});

test('values are shown as they are, whatever is in them', () => {
  expect(refusalDe(refused('NUMBER', { field: 'k', value: '"{field} $& $1"' }))).toBe(
    'k muss eine Zahl sein, ist aber "{field} $& $1".',
  );
});

test.each([undefined, 'A_NEWER_ONE', 'constructor'])(
  'the rule %s has no German sentence, so the English one is shown',
  (rule) => {
    expect(refusalDe({ rule, parameters: {}, message: 'something new' })).toBe('something new');
  },
);
