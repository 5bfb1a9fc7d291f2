import { type Socket } from 'node:net';
import { type ClientBase, type PoolConfig } from 'pg';

// The connections of a process that serves: all of them are counted here. One Node thread and a few cores of PostgreSQL are busy with about
// eight; more of them wait in PostgreSQL instead of here, and each takes the server some megabytes.
//
// Nobody waits for a connection forever: code that holds one while it requests another has its own place below, and each pool has at least
// one connection more than such places. That one is for statements and transactions that need no other.

/** For notifications, locks of jobs and webhooks, and checks of the schema (`database/process-session.ts`). */
const SESSION = 1;

/** For costly requests, separate from all others and pipelined. More of them would slow the database for others. */
export const COSTLY_READS = 1;

/** Dry runs at once; each holds a connection of requests. */
export const DRY_RUNS = 1;

/** Connections that jobs hold. */
const JOBS = {
  /** The transaction of a recompute, and the one in which its lines are written aside. A process carries out one recompute at a time. */
  recompute: 2,
  /** A file that is imported in bulk, or a verification. */
  long: 1,
  /** A transaction that locks a league, such as a midnight. */
  league: 1,
  /** Progress, files that are read, analyses that read a log. */
  others: 1,
};
export const JOB_LEAGUE_WRITERS = JOBS.league;
export const JOB_CONNECTIONS = JOBS.recompute + JOBS.long + JOBS.league + JOBS.others;

const APART = SESSION + COSTLY_READS + JOB_CONNECTIONS;

/** All connections of a process, unless configured otherwise. */
export const PROCESS_CONNECTIONS = 12;
/** With fewer, requests could wait for each other. */
export const LEAST_CONNECTIONS = APART + DRY_RUNS + 2;

/** The connections that requests share, with submissions and webhooks. @param all of the process */
export function requestConnections(all: number): number {
  return all - APART;
}

/** How many leagues are written at the same time; each writer may wait for a lock. @param pool size of the pool */
export function leagueWriters(pool: number): number {
  return Math.max(1, pool - DRY_RUNS - 1);
}

/** Settings of every connection. */
export const CONNECTION: PoolConfig = {
  connectionTimeoutMillis: 10_000,
  application_name: 'openladder',
  // So that the operating system notices a lost peer.
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
};

/** How long PostgreSQL allows a session to take, in milliseconds; 0: no limit. */
export interface Timeouts {
  /** For one statement. */
  readonly statement: number;
  /** For a lock, including those of leagues. */
  readonly lock: number;
  /** Between two statements of a transaction. A transaction that holds a league's lock has less, see `lockLeague`. */
  readonly idle: number;
  /** For any answer: longer than the longest statement. PostgreSQL's own limits help only while it is running. */
  readonly silence: number;
}

/** Timeouts of requests: callers are told to retry, so that no request waits long behind them. Writes to a league have WRITE_STATEMENT. */
export const REQUESTS: Timeouts = { statement: 15_000, lock: 15_000, idle: 60_000, silence: 35_000 };
/** One statement of a request that holds its league's lock, in milliseconds: giving up costs more than for a read. */
export const WRITE_STATEMENT = 30_000;
/** Timeouts of the session of a process, whose statements are short. */
export const LISTENING: Timeouts = { statement: 10_000, lock: 10_000, idle: 10_000, silence: 15_000 };
/** Timeouts of jobs, migrations and commands: they take the time they need, and rate whole pages of the log between two statements. */
export const LONG_RUNNING: Timeouts = { statement: 0, lock: 0, idle: 600_000, silence: 0 };

/**
 * The server asks a silent TCP peer whether it is still there, after 60 seconds and then every 10. A process whose machine is gone thus
 * loses its session, and its locks, within 90 seconds. Sockets on the same machine do not need this.
 */
const KEEPALIVE = 'SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3';

/** How PostgreSQL reads and writes values, whatever is set for the role or the database: exactly, and the same everywhere. */
const EXACTLY = `SET extra_float_digits = 1; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
  SET bytea_output = 'hex'; SET array_nulls = on; SET transform_null_equals = off; SET standard_conforming_strings = on`;

/** Acknowledged writes are stored; the operator decides how far they are on standbys. */
const DURABLY = `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`;

/** Jobs take as long as they need, and each statement has its limit. PostgreSQL 15 and 16 have no such setting. */
const AS_LONG_AS_IT_TAKES = `SELECT set_config('transaction_timeout', '0', false) WHERE current_setting('transaction_timeout', true) <> '0'`;

/** A writer with a lock sees everything that was committed before. */
const ISOLATION = "SET default_transaction_isolation = 'read committed'";

/**
 * Statements that set how long a session waits, how it writes values, what it sees and when a commit is done. Without JIT: if
 * statistics are missing, as in a new database, PostgreSQL would compile short statements for a second each.
 */
export function sessionSettings({ statement, lock, idle }: Timeouts): string {
  return `SET statement_timeout = ${statement}; SET lock_timeout = ${lock}; SET idle_in_transaction_session_timeout = ${idle}; ${KEEPALIVE}; ${EXACTLY}; ${DURABLY}; ${AS_LONG_AS_IT_TAKES}; ${ISOLATION}; SET jit = off`;
}

/**
 * Sets up the sessions of a pool. With SET, once for each connection: poolers such as PgBouncer refuse settings in the startup packet.
 */
export function withSettings(timeouts: Timeouts): PoolConfig {
  const settings = sessionSettings(timeouts);
  return {
    onConnect: async (client: ClientBase) => {
      // A lost connection fails its queries. The pool and TypeORM handle it, except while the pool hands the session over: if the session's
      // end arrived together with its last response, the error would end the process.
      client.on('error', () => undefined);
      if (timeouts.silence > 0) endWhenSilent(client, timeouts.silence);
      await client.query(settings);
    },
  } as PoolConfig;
}

/** Sets the name of a session, which shows others who uses it: the URL of the database may contain another one, which the driver prefers. */
export async function nameSession(client: ClientBase, name: string): Promise<void> {
  await client.query(`SELECT set_config('application_name', $1, false)`, [name]);
}

interface Connected extends ClientBase {
  readonly connection: { readonly stream: Socket };
  /** Whether every query has been answered. */
  readonly readyForQuery: boolean;
}

/**
 * Ends a connection whose server owes an answer and is silent, because it hangs or the network does. The queries fail, and the pool makes
 * another connection.
 * @param silence in milliseconds
 */
export function endWhenSilent(client: ClientBase, silence: number): void {
  const connected = client as Connected;
  const { stream } = connected.connection;
  stream.setTimeout(silence);
  stream.on('timeout', () => {
    if (!connected.readyForQuery) stream.destroy(new Error('Connection terminated: the server did not respond'));
  });
}
