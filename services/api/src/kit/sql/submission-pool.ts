import pLimit from 'p-limit';
import pg from 'pg';
import { CONNECTION, UNHURRIED, withPatience } from './connection.js';
import type { Prepared } from './prepared.js';

/** Statements that run at the same time; each has a connection. */
const MAX_CONNECTIONS = 6;

/** Connections for the statements of submissions, apart from those of other requests, because they may wait for locked leagues. */
export class SubmissionPool {
  readonly pool: pg.Pool;
  /** Callers wait here as long as needed; the pool's time limit is for connecting only. */
  readonly #gate = pLimit(MAX_CONNECTIONS);

  constructor(url: string, patience = UNHURRIED) {
    const options = { ...CONNECTION, connectionString: url, max: MAX_CONNECTIONS, ...withPatience(patience) };
    // Statements fail on their own when their connection breaks, and an idle connection is replaced.
    this.pool = openPool(options, () => undefined);
  }

  /** Runs a statement as a transaction of its own. @returns its rows */
  async send<Row>(statement: Prepared, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.#gate(() => this.pool.query({ ...statement, values: [...values] }));
    return rows;
  }

  /** Closes the connections once they are idle. */
  close(): Promise<void> {
    return this.pool.end();
  }
}

/**
 * Opens a pool whose lost connections are reported, each once. Without listeners they would end the process, as would
 * connections that the server ends while the pool is releasing them.
 */
function openPool(options: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(options);
  // The connection itself reports the same.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}
