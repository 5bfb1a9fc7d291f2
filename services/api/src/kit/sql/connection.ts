import type { ClientBase, PoolConfig } from 'pg';

/** Of every connection. */
export const CONNECTION: PoolConfig = {
  connectionTimeoutMillis: 10_000,
  application_name: 'openladder',
  // A peer that has gone without a word is noticed by the operating system.
  keepAlive: true,
};

/** How long PostgreSQL lets a session wait, in milliseconds; 0: as long as it takes. */
export interface Patience {
  /** For one statement. */
  readonly statement: number;
  /** For a lock, those of leagues among them. */
  readonly lock: number;
}

/** Of requests: those who ask are told to come back, and nobody waits behind them for longer. */
export const REQUESTS: Patience = { statement: 30_000, lock: 15_000 };
/** Of jobs, migrations and commands: they take what they need. */
export const UNHURRIED: Patience = { statement: 0, lock: 0 };

/**
 * Sets how long the sessions of a pool wait. By SET, once for each connection: a pooler such as PgBouncer refuses settings in
 * the startup packet. (It must pool sessions, since listening and locks need them.)
 */
export function withPatience({ statement, lock }: Patience): PoolConfig {
  const settings = `SET statement_timeout = ${statement}; SET lock_timeout = ${lock}`;
  return { onConnect: async (client: ClientBase) => void (await client.query(settings)) } as PoolConfig;
}
