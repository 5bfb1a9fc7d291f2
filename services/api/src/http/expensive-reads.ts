import type { DataSource } from 'typeorm';
import { connectAgain } from '../database/data-source.js';
import type { RequestNeeds } from '../graphql/context.js';
import { REQUESTS, withTimeouts } from '../kit/sql/connection.js';
import { pgPool, preparedReads } from '../kit/sql/prepared.js';
import { LeagueReader } from '../league/league-reader.js';
import { RatingReader } from '../reading/rating-reader.js';
import { COSTLY_FROM } from './cost-scheduler.js';

/**
 * Connections for costly requests, so that all others have theirs. More of them would not answer any sooner, and would slow the database
 * for others.
 */
const CONNECTIONS = 2;
/** How long one statement of a costly request may take, in milliseconds. */
const STATEMENT_TIMEOUT = 10_000;
/** How long the server may be silent during that, and how long a statement may wait for a connection. */
const SILENCE_TIMEOUT = 15_000;

/** Database access of costly requests: separate connections, opened for the first one. */
export class ExpensiveReadPool {
  readonly #app: RequestNeeds;
  readonly #silence: number;
  #opened: Promise<{ readonly app: RequestNeeds; readonly database: DataSource }> | null = null;

  /** @param silence how long the database may say nothing, in milliseconds */
  constructor(app: RequestNeeds, silence = SILENCE_TIMEOUT) {
    this.#app = app;
    this.#silence = silence;
  }

  /** The database access for a request of this cost. */
  async appFor(points: number): Promise<RequestNeeds> {
    if (points < COSTLY_FROM) return this.#app;
    this.#opened ??= this.#open();
    try {
      return (await this.#opened).app;
    } catch (error) {
      this.#opened = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => null);
    await opened?.database.destroy();
  }

  async #open() {
    const database = await connectAgain(this.#app.database, {
      max: CONNECTIONS,
      connectionTimeoutMillis: this.#silence,
      ...withTimeouts({ ...REQUESTS, statement: STATEMENT_TIMEOUT, lock: STATEMENT_TIMEOUT, silence: this.#silence }),
    });
    this.#app.metrics.pools.add('costly reads', pgPool(database));
    const reads = preparedReads(database);
    const own = { database, reads, leagues: new LeagueReader(reads), ratings: new RatingReader(reads) };
    return { app: { ...this.#app, ...own }, database };
  }
}
