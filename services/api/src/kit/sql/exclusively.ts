import type { DataSource } from 'typeorm';

/** The advisory locks by which processes that start at once keep out of each other's way. */
export const LOCKS = {
  migration: 6_523_001,
  demo: 6_523_002,
  adminToken: 6_523_003,
  ratingUpgrade: 6_523_004,
} as const;

/** Runs the work while no other process runs such work on this database. */
export async function exclusively<T>(database: DataSource, lock: number, work: () => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [lock]);
    try {
      return await work();
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [lock]);
    }
  } finally {
    await runner.release();
  }
}
