import type { DataSource } from 'typeorm';

/** The other one may need as long as it takes, and so may the work. */
const PATIENTLY =
  'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

/**
 * Runs the work while no other process runs such work on this database. The lock is that of a transaction, since a pooler may give
 * each transaction another session; the work is not part of it.
 */
export async function exclusively<T>(database: DataSource, lock: number, work: () => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner();
  try {
    await runner.query('BEGIN');
    try {
      await runner.query(PATIENTLY);
      await runner.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      return await work();
    } finally {
      // Where the connection is lost, so is the lock; what the work has to say comes first.
      await runner.query('ROLLBACK').catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}

/** Runs the work unless another process is at such work on this database. */
export async function ifAlone(database: DataSource, lock: number, work: () => Promise<void>): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    const [{ isFree }] = await runner.query('SELECT pg_try_advisory_lock($1) AS "isFree"', [lock]);
    if (!isFree) return;
    try {
      await work();
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [lock]);
    }
  } finally {
    await runner.release();
  }
}
