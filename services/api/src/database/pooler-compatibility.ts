import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { pgPool } from '../kit/sql/prepared.js';

/** How often to check whether one session is given to two connections; a pooler under load may give another one. */
const TRIES = 5;
/** PostgreSQL's codes for a prepared statement that a session does not know, and for one that it already has. */
const LOST_STATEMENT = new Set(['26000', '42P05']);
const PID = 'SELECT pg_backend_pid() AS pid';

const NO_DIRECT_URL =
  'The pooler in front of the database (OPENLADDER_DATABASE_URL) gives each transaction another session. Set ' +
  'OPENLADDER_DIRECT_DATABASE_URL to the server itself, or let the pooler pool sessions (PgBouncer: pool_mode = session).';
const NO_STATEMENTS =
  'The pooler in front of the database (OPENLADDER_DATABASE_URL) gives each transaction another session and loses prepared ' +
  'statements. Use PgBouncer 1.21 or later with max_prepared_statements, or let the pooler pool sessions (pool_mode = session).';

/**
 * Whether a pooler between us and the database is suitable. One that gives each client a session of its own always is; one that gives each
 * transaction a session must keep prepared statements, and there must be a URL that bypasses it.
 * @returns why it is not, as a sentence; null if it is
 */
export async function poolerIncompatibility(database: DataSource, hasDirectUrl: boolean): Promise<string | null> {
  const pool = pgPool(database);
  const first = await pool.connect();
  try {
    const second = await pool.connect();
    try {
      return await incompatibilityOf(first, second, hasDirectUrl);
    } finally {
      second.release();
    }
  } finally {
    first.release();
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

/** @returns null if the session does not know the statement that we prepared, or has it from someone else */
async function preparedSession(client: ClientBase): Promise<number | null> {
  try {
    const { rows } = await client.query<{ pid: number }>({ name: 'openladder session', text: PID });
    return rows[0]!.pid;
  } catch (error) {
    if (!LOST_STATEMENT.has((error as { code?: string }).code ?? '')) throw error;
    return null;
  }
}
