import { expect, test } from 'vitest';
import { columnsOf, fieldsBut, fieldsOf, integer, key, table, text, time } from './table.js';

const ThingTable = table('thing', { leagueId: key(integer()), name: text(), playedAt: time() });

test('columns have the names in the entity', () => {
  expect(columnsOf(ThingTable, 'playedAt', 'name')).toBe('played_at, name');
});

test('fields are read under their own names', () => {
  expect(fieldsOf(ThingTable, ['leagueId', 'name'])).toBe('league_id AS "leagueId", name');
  expect(fieldsOf(ThingTable, ['playedAt', 'name'], 'own')).toBe('own.played_at AS "playedAt", own.name');
  expect(fieldsBut(ThingTable, 'name')).toBe('league_id AS "leagueId", played_at AS "playedAt"');
});

test('a field without a column is refused as soon as its statement is made', () => {
  expect(() => columnsOf(ThingTable, 'nickname' as never)).toThrow('thing has no column for nickname');
});
