import type { DataSource, EntityManager } from 'typeorm';

/** Other work, and this work, may take as long as they need. */
const NO_TIMEOUTS =
  'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

/**
 * Runs work while no other process runs such work on this database. The lock belongs to a transaction, because a pooler may give each
 * transaction another session; the work is not part of the transaction.
 */
export async function exclusively<T>(database: DataSource, lock: number, work: () => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner();
  try {
    await runner.query('BEGIN');
    try {
      await runner.query(NO_TIMEOUTS);
      await runner.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      return await work();
    } finally {
      // If the connection is lost, so is the lock; a failure of the work is reported first.
      await runner.query('ROLLBACK').catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}

/**
 * Runs the work, unless another process, or another caller in this one, is doing such work on this database.
 * @param lock one of LOCKS, or a first key of LOCKS_OF with a second one
 * @param work called with the session that holds the lock
 * @returns whether it ran
 */
export async function ifAlone(
  database: DataSource,
  lock: number | readonly [of: number, id: number],
  work: (session: EntityManager) => Promise<void>,
): Promise<boolean> {
  const keys = typeof lock === 'number' ? [lock] : lock;
  const places = keys.map((_, index) => `$${index + 1}`).join(', ');
  const runner = database.createQueryRunner();
  try {
    const [{ isFree }] = await runner.query(`SELECT pg_try_advisory_lock(${places}) AS "isFree"`, [...keys]);
    if (!isFree) return false;
    try {
      await work(runner.manager);
      return true;
    } finally {
      // As above.
      await runner.query(`SELECT pg_advisory_unlock(${places})`, [...keys]).catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}
