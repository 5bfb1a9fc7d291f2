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
 * Sends all statements that are asked for at a time at once, on one connection of the pool: PostgreSQL begins the next while this process
 * reads the rows of the last. A statement that fails leaves the others alone. Once somebody else waits for a connection, further statements
 * wait behind them.
 */
export function pipelined(pool: Pool): Queryable {
  let lane: Lane | null = null;
  return {
    query: async (config) => {
      if (lane === null || (lane.isConnected && pool.waitingCount > 0)) lane = openLane(pool);
      const own = lane;
      own.owed++;
      try {
        return await (await own.client).query(config);
      } finally {
        own.owed--;
        if (own.owed === 0) {
          if (lane === own) lane = null;
          own.client.then(close, () => undefined);
        }
      }
    },
  };
}

function openLane(pool: Pool): Lane {
  const lane: Lane = { client: pool.connect().then(open), isConnected: false, owed: 0 };
  return lane;

  function open(client: PoolClient): PoolClient {
    lane.isConnected = true;
    client.on('error', failsInItsQueries);
    return pipelining(client, true);
  }
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
