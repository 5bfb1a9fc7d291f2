import { beforeAll, expect, test } from 'vitest';
import { everyStatement } from '../support/every-statement.js';
import { count, LEAGUE, LOCAL, namesItsLeague } from '../support/names-its-league.js';
import { KNOWN_SCANS, scanOf } from './scans.js';

/** The texts of all statements about leagues that services of this process have sent. */
let texts: string[];
beforeAll(async () => {
  texts = (await everyStatement(new RegExp(LEAGUE, 'i'))).map(({ text }) => text);
});

test('every statement about leagues names its league, except those that are known to read all of them', () => {
  expect(texts.length).toBeGreaterThan(150);
  expect(texts.filter((text) => !namesItsLeague(text) && scanOf(text) === undefined)).toEqual([]);
});

test('every listed statement still reads all leagues', () => {
  const scans = new Set(texts.filter((text) => !namesItsLeague(text)).map(scanOf));
  expect(KNOWN_SCANS.filter((part) => !scans.has(part))).toEqual([]);
});

test('rows staged in temporary tables are compared only with the board of their league', () => {
  const staged = texts.filter((text) => /\bstaged_/.test(text));
  expect(staged).not.toEqual([]);
  expect(staged.filter((text) => !/\bleague_id = \$/.test(text))).toEqual([]);
});

test('no statement about leagues takes an advisory lock or changes a setting', () => {
  expect(texts.filter((text) => /pg_(?:try_)?advisory|set_config/.test(text))).toEqual([]);
});

/** Functions that are not immutable; Citus refuses an update with a column in one of them. */
const NOT_IMMUTABLE = /\b(?:to_jsonb?|jsonb?_build_\w+|format|concat|concat_ws)\(/;

test('no update of leagues makes JSON or text of a column in a way that Citus refuses', () => {
  const updates = texts.filter((text) => /^\s*UPDATE\b/.test(text));
  expect(updates.some((text) => text.includes('UPDATE recompute SET correction'))).toBe(true);
  expect(updates.filter((text) => NOT_IMMUTABLE.test(text))).toEqual([]);
});

test('no statement joins leagues with what is on the first server only', () => {
  const joins = texts.filter((text) => count(text, LOCAL) > 0);
  expect(joins).toEqual([]);
});

test('a statement without its league would be found', () => {
  const of = 'SELECT FROM rating JOIN match ON true WHERE rating.league_id = $1';
  expect([namesItsLeague(of), namesItsLeague(`${of} AND match.league_id = $1`)]).toEqual([false, true]);
});
