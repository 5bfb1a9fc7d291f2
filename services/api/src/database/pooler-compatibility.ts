import { randomInt } from 'node:crypto';
import pg, { type ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { CONNECTION } from '../kit/sql/connection.js';
import { pgPool } from '../kit/sql/prepared.js';
import { startStep } from '../kit/start-error.js';

/** How often to check whether one session is given to two connections; a pooler under load may give another one. */
const TRIES = 5;
/** PostgreSQL's codes for a prepared statement that a session does not know, and for one that it already has. */
const LOST_STATEMENT = new Set(['26000', '42P05']);
/** The second key of an advisory lock is a signed integer of four bytes. */
const MAX_KEY = 2 ** 31;
const PID = 'SELECT pg_backend_pid() AS pid';

const NO_DIRECT_URL =
  'The pooler in front of the database (OPENLADDER_DATABASE_URL) gives each transaction another session. Set ' +
  'OPENLADDER_DIRECT_DATABASE_URL to the server itself, or let the pooler pool sessions (PgBouncer: pool_mode = session).';
const NO_STATEMENTS =
  'The pooler in front of the database (OPENLADDER_DATABASE_URL) gives each transaction another session and loses prepared ' +
  'statements. Use PgBouncer 1.21 or later with max_prepared_statements, or let the pooler pool sessions (pool_mode = session).';

const OTHER_DATABASE =
  'OPENLADDER_DIRECT_DATABASE_URL leads to another database than OPENLADDER_DATABASE_URL. Both must name the same one: with a pooler in between, and without.';

/**
 * Whether a pooler between us and the database is suitable. One that gives each client a session of its own always is; one that gives each
 * transaction a session must keep prepared statements, and there must be a URL that bypasses it.
 * @param directUrl the URL that bypasses it; null if there is none
 * @returns why it is not, as a sentence; null if it is
 */
export async function poolerIncompatibility(database: DataSource, directUrl: string | null): Promise<string | null> {
  if (directUrl !== null && !(await isSameDatabase(database, directUrl))) return OTHER_DATABASE;
  const pool = pgPool(database);
  const first = await pool.connect();
  try {
    const second = await pool.connect();
    try {
      return await incompatibilityOf(first, second, directUrl !== null);
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
}

/** Whether a lock taken at one is visible at the other. A standby has its own locks, and the other URL may lead to its primary. */
async function isSameDatabase(database: DataSource, directUrl: string): Promise<boolean> {
  const [{ isFollowing }] = await database.query('SELECT pg_is_in_recovery() AS "isFollowing"');
  if (isFollowing) return true;
  const key = randomInt(MAX_KEY);
  const client = new pg.Client({ ...CONNECTION, connectionString: directUrl });
  // A lost connection fails the statement.
  client.on('error', () => undefined);
  try {
    await startStep('Could not use the database (OPENLADDER_DIRECT_DATABASE_URL)', () => client.connect());
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCKS_OF.sameDatabase, key]);
    const seen = await database.query(
      `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database AND datname = current_database()
       WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND objsubid = 2 AND granted`,
      [LOCKS_OF.sameDatabase, key],
    );
    return seen.length > 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function incompatibilityOf(first: ClientBase, second: ClientBase, hasDirectUrl: boolean): Promise<string | null> {
  const incompatibility = hasDirectUrl ? NO_STATEMENTS : NO_DIRECT_URL;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // By name, because sessions know the statements of submissions by name.
    const before = await preparedSession(first);
    if (before === null) return incompatibility;
    await second.query('BEGIN');
    try {
      const taken = await session(second);
      const isShared = taken === before || (await session(first)) !== before;
      if (isShared && !hasDirectUrl) return incompatibility;
      // The session that knows the statement is taken, so this is another one.
      if (taken === before) return (await preparedSession(first)) === null ? incompatibility : null;
    } finally {
      await second.query('ROLLBACK');
    }
  }
  return null;
}

async function session(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(PID);
  return rows[0]!.pid;
}

/** @returns null if the session does not know the statement that we prepared, or someone else prepared it */
async function preparedSession(client: ClientBase): Promise<number | null> {
  try {
    const { rows } = await client.query<{ pid: number }>({ name: 'openladder session', text: PID });
    return rows[0]!.pid;
  } catch (error) {
    if (!LOST_STATEMENT.has((error as { code?: string }).code ?? '')) throw error;
    return null;
  }
}
