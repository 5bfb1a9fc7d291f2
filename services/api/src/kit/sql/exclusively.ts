import type { DataSource } from 'typeorm';

/** Runs the work while no other process runs such work on this database. */
export async function exclusively<T>(database: DataSource, lock: number, work: () => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner();
  try {
    const [{ statement, patience }] = await runner.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS patience`,
    );
    // The other one may need as long as it takes.
    await runner.query('SET statement_timeout = 0; SET lock_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [lock]);
    try {
      return await work();
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [lock]);
      await runner.query(`SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false)`, [
        statement,
        patience,
      ]);
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
