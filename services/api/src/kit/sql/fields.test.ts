import { Column, PrimaryColumn } from 'typeorm';
import { expect, test } from 'vitest';
import { columnsOf, fieldsBut, fieldsOf } from './fields.js';

class ThingTable {
  readonly leagueId!: number;
  readonly name!: string;
  readonly playedAt!: Date;
}
// Called as functions: decorators are not read in tests.
PrimaryColumn({ type: 'integer', name: 'league_id' })(ThingTable.prototype, 'leagueId');
Column({ type: 'text' })(ThingTable.prototype, 'name');
Column({ type: 'timestamptz', name: 'played_at' })(ThingTable.prototype, 'playedAt');

test('columns have the names that the entity declares', () => {
  expect(columnsOf(ThingTable, 'playedAt', 'name')).toBe('played_at, name');
});

test('fields are read under their own names', () => {
  expect(fieldsOf(ThingTable, ['leagueId', 'name'])).toBe('league_id AS "leagueId", name');
  expect(fieldsOf(ThingTable, ['playedAt', 'name'], 'own')).toBe('own.played_at AS "playedAt", own.name');
  expect(fieldsBut(ThingTable, 'name')).toBe('league_id AS "leagueId", played_at AS "playedAt"');
});

test('a field without a column is refused as soon as its statement is made', () => {
  expect(() => columnsOf(ThingTable, 'nickname' as never)).toThrow('ThingTable has no column for nickname');
});
