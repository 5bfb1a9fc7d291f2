import { beforeAll, expect, test } from 'vitest';
import { PLACEMENTS } from '../../services/api/dist/database/placement.js';
import { useDatabase } from '../support/database.js';
import { onServer } from '../support/server.js';

/**
 * What does not keep to the placements yet, each with what it would take. Nothing may be added; what is mended must be
 * removed from here.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'league_slug_key does not include league.id':
    'slugs are unique over all leagues; changes of them take a lock of their own',
  'recompute_pkey does not include recompute.league_id': 'a key of league and id; node ids name both',
  'analysis_pkey does not include analysis.league_id': 'a key of league and id; node ids name both',
  'former_slug_league_id_fkey refers from SHARED to LEAGUE': 'left out when leagues are spread',
  'token_league_league_id_fkey refers from SHARED to LEAGUE': 'left out when leagues are spread',
};

interface Key {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
}

interface ForeignKey extends Key {
  readonly target: string;
  readonly targetColumns: readonly string[];
}

const database = useDatabase();
let tables: string[];
let keys: Key[];
let foreignKeys: ForeignKey[];
beforeAll(async () => {
  const read = <Row>(sql: string) => onServer(database.url, sql) as Promise<unknown> as Promise<Row[]>;
  const named = await read<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  tables = named.map(({ name }) => name);
  keys = await read(
    `SELECT index.relname AS name, owner.relname AS table,
            ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey)) AS columns
     FROM pg_index JOIN pg_class index ON index.oid = indexrelid JOIN pg_class owner ON owner.oid = indrelid
     WHERE indisunique AND owner.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  foreignKeys = await read(
    `SELECT conname AS name, owner.relname AS table, target.relname AS target,
            ${columnsOf('conrelid', 'conkey')} AS columns, ${columnsOf('confrelid', 'confkey')} AS "targetColumns"
     FROM pg_constraint JOIN pg_class owner ON owner.oid = conrelid JOIN pg_class target ON target.oid = confrelid
     WHERE contype = 'f' ORDER BY 1`,
  );
});

function columnsOf(table: string, key: string): string {
  return `ARRAY(SELECT attname::text FROM unnest(${key}) WITH ORDINALITY AS part (number, place)
    JOIN pg_attribute ON attrelid = ${table} AND attnum = number ORDER BY place)`;
}

/** What keeps a key from being one that each server can see to alone. */
function problemOfKey({ name, table, columns }: Key): string[] {
  const placement = PLACEMENTS[table]!;
  if (placement.of !== 'LEAGUE' || columns.includes(placement.column)) return [];
  return [`${name} does not include ${table}.${placement.column}`];
}

/** What keeps a foreign key from leading to rows on the same server. */
function problemOfForeignKey({ name, table, columns, target, targetColumns }: ForeignKey): string[] {
  const [from, to] = [PLACEMENTS[table]!, PLACEMENTS[target]!];
  if (to.of === 'SHARED' || (from.of === 'LOCAL' && to.of === 'LOCAL')) return [];
  if (from.of !== 'LEAGUE' || to.of !== 'LEAGUE') return [`${name} refers from ${from.of} to ${to.of}`];
  const place = columns.indexOf(from.column);
  if (place >= 0 && targetColumns[place] === to.column) return [];
  return [`${name} leads to ${target} of another league`];
}

test('every table declares the place of its rows if leagues are distributed over several servers', () => {
  expect(tables, 'declare new tables in services/api/src/database/placement.ts').toEqual(
    Object.keys(PLACEMENTS).sort(),
  );
});

test('keys and foreign keys of leagues include the league, except known ones', () => {
  const problems = [...keys.flatMap(problemOfKey), ...foreignKeys.flatMap(problemOfForeignKey)];
  expect(problems.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test('a key without its league, and a foreign key to another league, would be found', () => {
  expect(problemOfKey({ name: 'match_by_day', table: 'match', columns: ['played_at'] })).toHaveLength(1);
  const key = { name: 'rating_match', table: 'rating', columns: ['league_id', 'player_id'], target: 'match' };
  expect(problemOfForeignKey({ ...key, targetColumns: ['sequence', 'league_id'] })).toHaveLength(1);
  expect(problemOfForeignKey({ ...key, target: 'session', targetColumns: ['id', 'x'] })).toHaveLength(1);
});
