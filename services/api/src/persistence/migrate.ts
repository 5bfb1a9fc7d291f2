import { runMigrations } from 'graphile-worker';
import type { DataSource } from 'typeorm';
import { connect } from './data-source.js';
import { exclusively, LOCKS } from './exclusively.js';

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

/** Connects, migrates and disconnects. */
export async function migrateUrl(url: string): Promise<string[]> {
  const source = await connect(url);
  try {
    return await migrate(source, url);
  } finally {
    await source.destroy();
  }
}
