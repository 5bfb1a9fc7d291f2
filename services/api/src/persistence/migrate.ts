import { DataSource } from 'typeorm';
import { connect } from './data-source.js';

/** Keeps two processes that start at once from migrating side by side. */
const MIGRATION_LOCK = 6_523_001;

/**
 * Brings the schema up to date.
 * @returns the names of the migrations that ran now
 */
export async function migrate(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran = await source.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await runner.release();
  }
}

/** Connects, migrates and disconnects. */
export async function migrateUrl(url: string): Promise<string[]> {
  const source = await connect(url);
  try {
    return await migrate(source);
  } finally {
    await source.destroy();
  }
}
