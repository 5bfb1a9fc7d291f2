import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg, { type ClientBase } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { LOCKS, withAdvisoryLock } from '../../kit/sql/advisory-locks.js';
import { expectRows } from '../../kit/sql/transaction.js';
import { connect, connected } from '../data-source.js';
import { isStandby, migrate, runMigrations } from '../migrate.js';
import { listKnownMigrations } from '../schema-compatibility.js';
import { serverIncompatibility } from '../server-compatibility.js';
import { type BackedUpTable, checkFiles, fileOf, type Manifest, readManifest } from './manifest.js';
import { inSession } from './session.js';
import { listTables, type TableColumns } from './tables.js';

/** Tables that are empty until someone has used the database. */
const USED = ['league', 'player', 'token', 'audit_entry'];

/**
 * Fills an empty database with a backup: creates the schema as it was, loads every table in one transaction, and migrates the schema. The
 * server may be another and newer one than that of the backup.
 * @param url bypassing a pooler
 * @param progress called for each table
 * @throws Error if the backup is damaged, is from a newer version, or the database is not empty; nothing is changed then. After a failure
 * in the middle, the database still counts as empty
 */
export async function restoreBackup(
  url: string,
  folder: string,
  progress: (table: string) => void = () => undefined,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await checkFiles(folder, manifest);
  return connected(connect(url), async (database) => {
    await checkTarget(database, manifest);
    await withAdvisoryLock(database, LOCKS.migration, async () => {
      await checkEmpty(database);
      await runMigrations(database, manifest.migrations);
      await inSession(url, (client) => load(client, folder, manifest, progress));
    });
    await migrate(database);
    await database.query('ANALYZE');
    return manifest;
  });
}

async function checkTarget(database: DataSource, { migrations, version }: Manifest): Promise<void> {
  const known = listKnownMigrations(database);
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown) {
    throw new Error(
      `the backup has a newer schema, made by Open Ladder ${version}: it has the migration ${unknown}. Restore it with that version or a later one`,
    );
  }
  const incompatibility =
    (await serverIncompatibility(database)) ?? ((await isStandby(database)) ? 'The database is a standby.' : null);
  if (incompatibility) throw new Error(incompatibility);
}

async function checkEmpty(database: DataSource): Promise<void> {
  for (const table of USED) {
    const [{ isThere }] = await database.query('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [table]);
    if (!isThere) continue;
    const [{ isUsed }] = await database.query(`SELECT EXISTS (SELECT FROM ${table}) AS "isUsed"`);
    if (isUsed) {
      throw new Error(
        `the database is in use: its table ${table} is not empty. A backup is restored into an empty database only: set OPENLADDER_DATA_DIR to a new folder, or OPENLADDER_DATABASE_URL to an empty database`,
      );
    }
  }
}

async function load(
  client: ClientBase,
  folder: string,
  manifest: Manifest,
  progress: (table: string) => void,
): Promise<void> {
  await client.query('BEGIN');
  const tables = inOrderOf(await listTables(client), manifest);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  // The backup also has what triggers maintain, and the audit log cannot be emptied.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const { name, columns, rows } of tables) {
    progress(name);
    const target = `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
    const into = client.query(copyStreams.from(`COPY ${target} FROM STDIN`));
    await pipeline(createReadStream(fileOf(folder, name)), createGunzip(), into);
    expectRows(`restoring ${name}`, into.rowCount, rows);
  }
  for (const { name, lastValue } of manifest.sequences) {
    await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), lastValue]);
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  await client.query('COMMIT');
}

/**
 * The tables of a backup, each after those to which it refers here. In their old database, they may refer to fewer: leagues that are
 * distributed over several servers have lost some foreign keys.
 * @param here the tables that the backup's migrations create; a difference must be noticed before a column is missing
 */
function inOrderOf(here: readonly TableColumns[], { tables }: Manifest): BackedUpTable[] {
  const shape = ({ name, columns }: TableColumns) => `${name} (${[...columns].sort().join(', ')})`;
  const byShape = new Map(tables.map((table) => [shape(table), table]));
  const ordered = here.map((table) => byShape.get(shape(table)));
  const other = here.find((_, index) => !ordered[index]) ?? tables.find((table) => !ordered.includes(table));
  if (other) {
    throw new Error(
      `the tables of the backup differ from those that its migrations make: only one of them has ${shape(other)}`,
    );
  }
  return ordered as BackedUpTable[];
}
