import type { Sql } from './transaction.js';

/** Milliseconds between two signs of life: less than half of what the holder of a league's lock may be idle. */
const EVERY = 4_000;

/**
 * Makes what keeps a transaction from being idle while something else is computed: PostgreSQL ends the session of a holder of a lock
 * that is. Call it often; a process that is frozen does not.
 * @param every milliseconds after which a call asks the database for nothing
 */
export function keepingAwake(sql: Sql, every = EVERY): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < every) return;
    await sql.query('SELECT 1');
    last = performance.now();
  };
}
