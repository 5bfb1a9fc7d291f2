import type pg from 'pg';
import { openClient } from './server.js';

/** A constraint, an index or a trigger, as the statement that makes it. */
interface Made {
  readonly table: string;
  readonly definition: string;
}

/** Tables of leagues: those whose key begins with the league. */
const LEAGUE_TABLES = `
  SELECT conrelid::regclass::text AS name FROM pg_constraint
  JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
  WHERE contype = 'p' AND connamespace = 'public'::regnamespace AND attname = 'league_id' ORDER BY 1`;

/**
 * Cuts every table of leagues into parts by league, as one does who spreads them over disks or servers: empty tables of
 * the same columns, keys, indexes and foreign keys, under the same names.
 * @param parts how many; a league's rows are in one of them
 * @returns the names of the tables
 */
export async function partitionByLeague(databaseUrl: string, parts: number): Promise<string[]> {
  const client = await openClient(databaseUrl);
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ name: string }>(LEAGUE_TABLES);
    const tables = rows.map(({ name }) => name);
    const views = await dropViews(client, tables);
    const rest = await takeOff(client, tables);
    for (const table of tables) await partition(client, table, parts);
    for (const { name, definition } of views) await client.query(`CREATE VIEW ${name} AS ${definition}`);
    for (const { table, definition } of rest.constraints) await client.query(`ALTER TABLE ${table} ADD ${definition}`);
    for (const { definition } of [...rest.indexes, ...rest.triggers]) await client.query(definition);
    await client.query('COMMIT');
    return tables;
  } finally {
    await client.end();
  }
}

/** Drops the views of tables. @returns how they are made again */
async function dropViews(client: pg.Client, tables: readonly string[]) {
  const { rows: views } = await client.query<{ name: string; definition: string }>(
    `SELECT DISTINCT ev_class::regclass::text AS name, pg_get_viewdef(ev_class) AS definition
     FROM pg_depend JOIN pg_rewrite ON pg_rewrite.oid = objid
     WHERE classid = 'pg_rewrite'::regclass AND refobjid = ANY($1::regclass[]) AND ev_class <> refobjid`,
    [tables],
  );
  for (const { name } of views) await client.query(`DROP VIEW ${name}`);
  return views;
}

/** Drops keys, indexes and foreign keys, those that lead here too. @returns how they and the triggers are made again */
async function takeOff(client: pg.Client, tables: readonly string[]) {
  const { rows: constraints } = await client.query<Made & { name: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
       format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS definition
     FROM pg_constraint
     WHERE contype IN ('p', 'u', 'f') AND (conrelid = ANY($1::regclass[]) OR confrelid = ANY($1::regclass[]))
     ORDER BY contype = 'f', conname`,
    [tables],
  );
  const { rows: indexes } = await client.query<Made & { name: string }>(
    `SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index
     WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
  );
  for (const { table, name } of constraints.toReversed())
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const { rows: triggers } = await client.query<Made>(
    `SELECT tgrelid::regclass::text AS table, pg_get_triggerdef(oid) AS definition
     FROM pg_trigger WHERE tgrelid = ANY($1::regclass[]) AND NOT tgisinternal ORDER BY tgname`,
    [tables],
  );
  return { constraints, indexes, triggers };
}

async function partition(client: pg.Client, table: string, parts: number): Promise<void> {
  await client.query(`ALTER TABLE ${table} RENAME TO whole_${table}`);
  await client.query(`CREATE TABLE ${table} (LIKE whole_${table} INCLUDING ALL) PARTITION BY HASH (league_id)`);
  await client.query(`DROP TABLE whole_${table}`);
  for (let part = 0; part < parts; part++) {
    await client.query(
      `CREATE TABLE ${table}_${part} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${part})`,
    );
  }
}
