import type { DataSource } from 'typeorm';
import { connect } from './data-source.js';
import { exclusively, LOCKS } from './exclusively.js';

/**
 * Brings the schema up to date; one process at a time.
 * @returns the names of the migrations that ran now
 */
export async function migrate(source: DataSource): Promise<string[]> {
  const ran = await exclusively(source, LOCKS.migration, () => source.runMigrations());
  return ran.map((migration) => migration.name);
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
