import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

/** What statements are sent to: a connection, or a pool of them. */
export interface Queryable {
  query(config: QueryConfig): Promise<QueryResult>;
}

/** A connection that is out of its pool while an answer is owed. */
interface Lane {
  readonly client: Promise<PoolClient>;
  isConnected: boolean;
  owed: number;
}

/**
 * Sends all statements that are asked for at a time at once, on one connection of a pool: PostgreSQL begins the next while this process
 * reads the rows of the last. A statement that fails leaves the others alone. Once somebody else waits for a connection, further statements
 * wait behind them.
 */
export class Pipelined implements Queryable {
  readonly #pool: Pool;
  #lane: Lane | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async query(config: QueryConfig): Promise<QueryResult> {
    if (this.#lane === null || (this.#lane.isConnected && this.#pool.waitingCount > 0))
      this.#lane = openLane(this.#pool);
    const lane = this.#lane;
    lane.owed++;
    try {
      return await (await lane.client).query(config);
    } finally {
      lane.owed--;
      if (lane.owed === 0) {
        if (this.#lane === lane) this.#lane = null;
        lane.client.then(close, () => undefined);
      }
    }
  }
}

function openLane(pool: Pool): Lane {
  const open = (client: PoolClient) => {
    lane.isConnected = true;
    return pipelining(client, true).on('error', failsInItsQueries);
  };
  const lane: Lane = { client: pool.connect().then(open), isConnected: false, owed: 0 };
  return lane;
}

function close(client: PoolClient): void {
  pipelining(client, false).off('error', failsInItsQueries).release();
}

/** Each query of a lost connection fails by itself, and the pool makes another connection. */
function failsInItsQueries(): void {}

/** Only while a lane has it: transactions on the same connection may COPY, which needs each answer before it goes on. */
function pipelining(client: PoolClient, isOn: boolean): PoolClient {
  return Object.assign(client, { pipeline: isOn });
}
