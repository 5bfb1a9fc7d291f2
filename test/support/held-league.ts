import { expect } from 'vitest';
import { openClient } from './server.js';

/** The name of the session that keeps a league. */
export const HOLDER = 'holder of a league';

/**
 * Keeps a league from getting its next revision: a recompute rates all its matches and then waits. It can still be asked
 * for, read, watched and cancelled.
 * @returns what lets go of it
 */
export async function holdLeague(databaseUrl: string, slug: string): Promise<() => Promise<void>> {
  const client = await openClient({ connectionString: databaseUrl, application_name: HOLDER });
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO league_revision (league_id, revision, rater, rater_version, settings, reason, applied_at, generation)
     SELECT id, revision + 1, rater, rater_version, settings, 'held', now(), generation FROM league WHERE slug = $1`,
    [slug],
  );
  return () => client.end();
}

/** Locks a league as a writer does, until the transaction of the client ends, which begins here if there is none. */
export async function lockForTest(client: { query(sql: string): Promise<unknown> }, slug: string): Promise<void> {
  await client.query(`BEGIN; SELECT FROM league WHERE slug = '${slug}' FOR NO KEY UPDATE`);
}

/** The sessions of this database that wait for a lock. */
export const WAITING = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/** Waits until so many sessions of the database, or more, wait for a lock. */
export async function lockWaits({ sql }: { sql(statement: string): Promise<unknown[]> }, count: number): Promise<void> {
  await expect.poll(async () => (await sql(WAITING)).length, { interval: 5 }).toBeGreaterThanOrEqual(count);
}
