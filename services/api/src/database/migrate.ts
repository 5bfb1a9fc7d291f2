import { runMigrations } from 'graphile-worker';
import type { DataSource } from 'typeorm';
import { LOCKS } from '../kit/sql/advisory-locks.js';
import { CONNECTION, UNHURRIED, withPatience } from '../kit/sql/connection.js';
import { exclusively } from '../kit/sql/exclusively.js';
import { openPool } from '../kit/sql/open-pool.js';
import { StartError } from '../kit/start-error.js';
import { connect } from './data-source.js';
import { listKnownMigrations, listRanMigrations, schemaMisfit } from './schema-fit.js';
import { serverMisfit } from './server-fit.js';

/**
 * Brings the schema up to date; one process at a time.
 * @param url past a pooler
 * @param before done before the schema of a database that is in use changes
 * @returns the names of the migrations that ran now
 * @throws StartError if the server or the database will not do, or the schema is newer than this code; nothing is written then
 */
export async function migrate(
  source: DataSource,
  url: string,
  before: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  return exclusively(source, LOCKS.migration, async () => {
    const misfit = (await serverMisfit(source)) ?? (await schemaMisfit(source, 'before migrating'));
    if (misfit) throw new StartError(misfit);
    const earlier = await listRanMigrations(source);
    const isCurrent = listKnownMigrations(source).every((name) => earlier.includes(name));
    if (!isCurrent && earlier.length > 0) await before();
    const ran = isCurrent ? [] : await exclusively(source, LOCKS.backup, () => source.runMigrations());
    // The job queue keeps a schema of its own, graphile_worker, and knows by itself what it lacks.
    const pool = openPool({ ...CONNECTION, connectionString: url, ...withPatience(UNHURRIED) }, () => undefined);
    try {
      await runMigrations({ pgPool: pool });
    } finally {
      await pool.end();
    }
    return ran.map((migration) => migration.name);
  });
}

/** Whether a database is a standby, which follows its primary and can be read only. */
export async function isStandby(source: DataSource): Promise<boolean> {
  const [row] = await source.query('SELECT pg_is_in_recovery() AS standby');
  return row.standby;
}

/** @throws Error if the schema of a standby is newer than this code, or lacks a migration, which its primary must run */
export async function checkMigrated(source: DataSource): Promise<void> {
  if (await source.showMigrations()) {
    throw new Error(
      'the database is a standby with an older schema than this service; start this version on the primary first',
    );
  }
  const misfit = await schemaMisfit(source, 'migrated');
  if (misfit) throw new Error(misfit);
}

/** Connects, migrates and disconnects; as `migrate`. */
export async function migrateUrl(url: string, before?: () => Promise<void>): Promise<string[]> {
  const source = await connect(url);
  try {
    return await migrate(source, url, before);
  } finally {
    await source.destroy();
  }
}
