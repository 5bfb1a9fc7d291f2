import { readFileSync } from 'node:fs';
import { MATCH_ROLES, PARTICIPANT_ROLES, SHARED_ROLES } from '@openladder/columns';
import { describe, expect, test } from 'vitest';
import { formatOf, LANGUAGES, type Language, textsOf } from '../ui.js';
import type { Texts } from './en/site.js';
import { filled, OWN_RULES, type Parameters, type Reader, refusalText, refused } from './refusal.js';

type Words = Readonly<Record<string, unknown>>;

const API: Readonly<Record<string, { readonly sentence: string }>> = JSON.parse(readFileSync(new URL('../../../../schema/rules.json', import.meta.url), 'utf8'));
const RULES = new Map([...Object.entries(API).map(([rule, { sentence }]) => [rule, sentence] as const), ...Object.entries(OWN_RULES)]);
/** Tables that only other languages have: see their tests. */
const TABLES = ['refusals', 'raters'];
/** Words that the API or its log may lack in English, because its own names are used there. */
const LOOSE = /^console\.audit\.(fields|reasons)$/;

const namesIn = (sentence: string) => [...new Set([...sentence.matchAll(/\{(\w+)(?:\|[^}]*)?\}/g)].map(([, name]) => name))].sort();

/** Every text of a language, by its path. */
function leaves(words: Words, path: readonly string[] = []): Map<string, unknown> {
  return new Map(
    Object.entries(words)
      .filter(([name]) => path.length > 0 || !TABLES.includes(name))
      .flatMap(([name, word]): [string, unknown][] => (typeof word === 'object' && word !== null ? [...leaves(word as Words, [...path, name])] : [[[...path, name].join('.'), word]])),
  );
}

/** The arguments that a text shows, each as a mark; null if only some values make a text. */
function shown(word: (...values: unknown[]) => unknown): string | null {
  for (const made of [(mark: string) => mark, (mark: string) => [mark]]) {
    try {
      const text = word(...Array.from({ length: 6 }, (_, place) => made(`<${place}>`)));
      if (typeof text === 'string') return [...new Set(text.match(/<\d>/g))].sort().join();
    } catch {
      // It takes other values.
    }
  }
  return null;
}

const english = leaves(textsOf('en') as unknown as Words);

test('each meaning of a column has words', () => {
  expect(Object.keys(textsOf('en').console.imports.roles).sort()).toEqual([...SHARED_ROLES, ...MATCH_ROLES, ...PARTICIPANT_ROLES].sort());
});

test('there are many texts, and those with values are checked', () => {
  const made = [...english.values()].filter((word) => typeof word === 'function');
  expect(english.size).toBeGreaterThan(800);
  expect(made.length).toBeGreaterThan(100);
  expect(made.filter((word) => shown(word as () => unknown) === null).length).toBeLessThan(12);
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('the language %s', (language) => {
  const t: Texts = textsOf(language);
  const own = leaves(t as unknown as Words);
  const strict = (paths: Iterable<string>) => [...paths].filter((path) => !LOOSE.test(path.replace(/\.[^.]*$/, ''))).sort();

  test('has every text, and no other', () => {
    expect(strict(own.keys())).toEqual(strict(english.keys()));
  });

  test('uses the same values as English', () => {
    for (const [path, word] of own) {
      const model = english.get(path);
      if (typeof word === 'string' && typeof model === 'string') expect(namesIn(word), path).toEqual(namesIn(model));
      if (typeof word === 'function' && typeof model === 'function') {
        const [mine, theirs] = [shown(word as () => unknown), shown(model as () => unknown)];
        // A count may be expressed by the word alone: one match.
        expect(mine?.replaceAll(/<0>,?/g, ''), path).toBe(theirs?.replaceAll(/<0>,?/g, ''));
      }
    }
  });

  test.each(LANGUAGES.filter((other) => other !== language))('leaves no sentence in the language %s', (other) => {
    const theirs = leaves(textsOf(other) as unknown as Words);
    const left = [...own].filter(([path, word]) => typeof word === 'string' && /\p{L} \p{L}/u.test(word) && word === theirs.get(path));
    expect(left).toEqual([]);
  });

  test('has a text for every refusal of the API and of the site, with the values of its rule', () => {
    expect(RULES.size).toBeGreaterThan(150);
    expect(Object.keys(t.refusals).sort()).toEqual([...RULES.keys()].sort());
    for (const [rule, sentence] of RULES) {
      const parameters = Object.fromEntries(namesIn(sentence).map((name) => [name, `<${name}>`]));
      const shown = refusalText(readerOf(language), { rule, parameters, message: filled(sentence, parameters) });
      expect(shown, rule).not.toMatch(/undefined|\{\w+\}/);
      expect(shown, rule).not.toBe(filled(sentence, parameters));
    }
  });

  test('marks results by different letters', () => {
    expect(new Set(Object.values(t.resultMark)).size).toBe(3);
  });
});

test.each([
  ['de', /\bLeer:|[Ii]n Gebrauch|heutigen? (Wert|Einst)|jetzig|übernommen|\b(der|den|einen|jede[rn]|diese[rn]|deine[rn]) Token\b|\b(Rating|Ranking|Handle)\b/],
  ['fr', /Vide\u00a0:|en service|prédi[rt]|\b(signes? de|match égal|classification|notation)\b|\p{L}'\p{L}|[^\s\u00a0\u202f]»|«[^\u00a0]/u],
] as const)('the language %s has one word for each thing', (language, others) => {
  const { refusals, raters, ...texts } = textsOf(language);
  const shown = [...leaves({ texts, shown: { refusals, raters } }, [''])].filter(([, word]) => others.test(String(word).replaceAll('\\u00a0', '\u00a0')));
  expect(shown.map(([path]) => path)).toEqual([]);
});

test('the site tells rules that the API has as well by the same sentences', () => {
  const shared = Object.entries(OWN_RULES).filter(([rule]) => Object.hasOwn(API, rule));
  expect(shared.length).toBeGreaterThan(0);
  for (const [rule, sentence] of shared) expect(API[rule]!.sentence).toBe(sentence);
});

/** A refusal of the API. */
const byApi = (rule: string, parameters: Parameters) => ({ rule, parameters, message: filled(API[rule]!.sentence, parameters) });
const readerOf = (language: Language): Reader => ({ t: textsOf(language), format: formatOf(language) });
const [GERMAN, FRENCH] = [readerOf('de'), readerOf('fr')];

test.each([
  ['MAX_LENGTH', { field: 'name', max: 40, length: 41 }, 'name darf höchstens 40 Zeichen haben, hat aber 41.'],
  ['ONE_OF', { field: 'status', values: ['RATED', 'VOID'], value: '"x"' }, 'status muss eines hiervon sein: RATED, VOID, ist aber „x“.'],
  ['SETTING_TYPE', { setting: 'k', type: 'integer', value: '1.5' }, 'settings.k muss eine ganze Zahl sein, ist aber 1,5.'],
  ['NEVER_IN_LEAGUE_BUT_SIMILAR', { league: 'europe', value: '"an"', similar: ['"ann"', '"anne"'] }, 'Der Spieler „an“ war noch nie in der Liga europe. Meinst du „ann“ oder „anne“? Wenn der Spieler neu ist, nenne ihn in newPlayers.'],
  ['FORMAT_RANGE', { field: 'sides', min: 2, max: 2, ratingSystem: 'margin', count: 3 }, 'Die Anzahl der Seiten muss für margin genau 2 sein, ist aber 3.'],
])('%s in German', (rule, parameters, german) => expect(refusalText(GERMAN, byApi(rule, parameters))).toBe(german));

test('a refusal that is the reason for another is in the same language', () => {
  const problem = byApi('COUNT_MIN', { field: 'sides', min: 2, count: 1 });
  expect(refusalText(GERMAN, byApi('UNRATABLE_MATCH', { match: '"g-1"', problem }))).toBe('Das Spiel „g-1“ kann nicht gewertet werden. Die Anzahl der Seiten muss mindestens 2 sein, ist aber 1.');
});

test.each([
  ['LATE_MATCH', { newest: '2026-11-21T09:00:00.000Z', value: '2026-10-20T08:00:00.000Z' }, 'playedAt ne doit pas précéder le dernier match coté, du 21 nov. 2026, 09:00 UTC, car la ligue refuse de tels matchs, mais vaut 20 oct. 2026, 08:00 UTC.'],
  ['SETTING_MIN', { setting: 'k', min: 0.001, value: '-1' }, 'settings.k doit valoir au moins 0,001, mais vaut −1.'],
  ['COUNT_MIN', { field: 'events', min: 1, count: 0 }, 'Le nombre d’événements doit être d’au moins 1, mais est de 0.'],
  ['COUNT_MIN', { field: 'laps', min: 1, count: 0 }, 'Le nombre de laps doit être d’au moins 1, mais est de 0.'],
  ['SLUG_TAKEN', { value: '"arena"' }, 'L’identifiant «\u00a0arena\u00a0» est déjà pris.'],
])('%s in French, with French times, numbers and quotation marks', (rule, parameters, french) => expect(refusalText(FRENCH, byApi(rule, parameters))).toBe(french));

test("a moment in an English sentence is in its reader's format", () => {
  const [english, example] = ['is 2026-10-20T08:00:00.000Z', 'such as 2026-11-20T12:00:00Z'];
  expect(refusalText(readerOf('en'), { message: `It ${english}, ${example}` })).toBe(`It is Oct 20, 2026, 08:00 AM UTC, ${example}`);
});

test('an abbreviated list ends its sentence', () => {
  const values = { ratingSystem: 'elo', count: 9, matches: ['"g-1"', '…'] };
  expect(refusalText(GERMAN, byApi('UNRATABLE', values))).toBe('elo kann 9 der Spiele dieser Liga nicht werten: „g-1“, …');
});

test('what was received is written as a number if it is one, and a name that looks like one as it is', () => {
  const values = { field: 'k', min: 1, max: 2, value: '1234567.5' };
  expect(refusalText(GERMAN, byApi('RANGE', values))).toBe('k muss zwischen 1 und 2 liegen, ist aber 1.234.567,5.');
  expect(refusalText(GERMAN, byApi('RANGE', { ...values, value: '"12345"' }))).toContain('„12345“');
  expect(refusalText(GERMAN, byApi('LEAGUE_HAS_NO_MATCH', { league: '12345' }))).toContain('Liga 12345 ');
});

test('values are shown as they are, whatever is in them', () => {
  expect(refusalText(GERMAN, refused('NUMBER', { field: 'k', value: '"{field} $& $1"' }))).toBe('k muss eine Zahl sein, ist aber „{field} $& $1“.');
});

test.each([undefined, 'A_NEWER_ONE', 'constructor'])('the rule %s has no sentence in the language, so the English one is shown', (rule) => {
  expect(refusalText(GERMAN, { rule, parameters: {}, message: 'something new' })).toBe('something new');
});
