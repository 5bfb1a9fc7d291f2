import { runMigrations } from 'graphile-worker';
import type { DataSource } from 'typeorm';
import { exclusively, LOCKS } from '../kit/sql/exclusively.js';
import { connect } from './data-source.js';

/**
 * Brings the schema up to date; one process at a time.
 * @returns the names of the migrations that ran now
 */
export async function migrate(source: DataSource, url: string): Promise<string[]> {
  return exclusively(source, LOCKS.migration, async () => {
    const ran = await source.runMigrations();
    // The job queue keeps a schema of its own, graphile_worker, and knows by itself what it lacks.
    await runMigrations({ connectionString: url });
    return ran.map((migration) => migration.name);
  });
}

/** Whether a database is a standby, which follows its primary and can be read only. */
export async function isStandby(source: DataSource): Promise<boolean> {
  const [row] = await source.query('SELECT pg_is_in_recovery() AS standby');
  return row.standby;
}

/** @throws Error where the schema of a standby lacks a migration, which its primary must run */
export async function checkMigrated(source: DataSource): Promise<void> {
  if (!(await source.showMigrations())) return;
  throw new Error('it is a standby whose schema is older than this service; start this version on its primary first');
}

/** Connects, migrates and disconnects. */
export async function migrateUrl(url: string): Promise<string[]> {
  const source = await connect(url);
  try {
    return await migrate(source, url);
  } finally {
    await source.destroy();
  }
}
