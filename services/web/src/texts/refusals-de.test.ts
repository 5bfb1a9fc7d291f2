import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { de } from './de.js';
import { refusalDe } from './refusals-de.js';

const SCHEMA = readFileSync(new URL('../../../../schema/schema.graphql', import.meta.url), 'utf8');

test('every code has a German sentence', () => {
  const codes = /enum UserErrorCode \{(.*?)^\}/ms
    .exec(SCHEMA)![1]!
    .match(/^ {2}[A-Z_]+$/gm)!
    .map((code) => code.trim());
  expect(codes.length).toBeGreaterThan(10);
  const english = (code: string) => refusalDe({ code, message: 'English' }) === 'English';
  // Its rules are told by what fields must be.
  expect(codes.filter(english)).toEqual(['BAD_INPUT']);
});

test.each([
  ['name must be at most 40 characters long, but has 41', 'name muss höchstens 40 Zeichen lang sein, ist aber 41.'],
  ['first must be 1 to 100, but is 0', 'first muss zwischen 1 und 100 liegen, ist aber 0.'],
  ['burnIn must be a number from 0 to 0.9, but is 1', 'burnIn muss zwischen 0 und 0.9 liegen, ist aber 1.'],
  ['day must be a day such as 2026-11-22, but is "x"', 'day muss ein Tag sein, etwa 2026-11-22, ist aber "x".'],
  ['status must be one of RATED, VOID, but is "x"', 'status muss eines hiervon sein: RATED, VOID, ist aber "x".'],
  [
    'timeZone must be the IANA name of a time zone, such as Europe/Berlin, but is "Mars"',
    'timeZone muss der IANA-Name einer Zeitzone sein, etwa Europe/Berlin, ist aber "Mars".',
  ],
  [
    'score must be given where a side has no placement, but is missing',
    'score muss angegeben sein, wenn die Seite keinen Platz hat, fehlt aber.',
  ],
  [
    'player must not be in the match already, but is "Tom_Baker"',
    'player darf nicht schon im Spiel vorkommen, ist aber "Tom_Baker".',
  ],
  ['k must be > 0; received -1', 'k muss größer als 0 sein, ist aber -1.'],
])('%s: %s', (message, german) => expect(refusalDe({ code: 'BAD_INPUT', message })).toBe(german));

/** Rules of imports that name something of the file; those without are found in the texts of imports. */
test.each([
  ['must be a date as in DD.MM.YYYY', 'muss ein Datum wie DD.MM.YYYY sein'],
  ['must not be in the match already', 'darf nicht schon im Spiel vorkommen'],
  ['must not be missing', 'darf nicht fehlen'],
  ['must be the points of 3 sides, such as 2:1 or 1-0', 'muss die Punkte von 3 Seiten nennen, etwa 2:1 oder 1-0'],
  [
    "must be the name of one side's player, a side's number from 1 to 2, draw, or points such as 1-0",
    'muss der Name eines Spielers, die Nummer einer Seite von 1 bis 2, draw oder ein Ergebnis wie 1-0 sein',
  ],
  ['must be one of H, A', 'muss eines hiervon sein: H, A'],
  ['must be something new', 'must be something new'],
])('of an import, %s: %s', (rule, german) => expect(de.console.imports.ruleOf(rule)).toBe(german));

test('a rule that nearly has German words is recognized at once, however long it is', () => {
  const message = `k must be ${'a number from '.repeat(60)}x`;
  expect(refusalDe({ code: 'BAD_INPUT', message })).toBe(message);
});

test('what has no German words keeps those of the API', () => {
  expect(refusalDe({ code: 'BAD_INPUT', message: 'a rule of its own' })).toBe('a rule of its own');
  expect(refusalDe({ code: 'CONFLICT', message: 'not now' })).toBe('Das geht im Moment nicht (auf Englisch: not now)');
  expect(refusalDe({ code: 'A_NEWER_ONE', message: 'something new' })).toBe('something new');
  expect(refusalDe({ code: 'BAD_SETTINGS', message: 'k must be > 0; received -1' })).toBe(
    'Diese Einstellungen passen nicht zum Wertungssystem: k muss größer als 0 sein, ist aber -1.',
  );
});
