import pg from 'pg';

/**
 * Keeps a league from getting its next revision: a recompute rates all its matches and then waits. It can still be asked
 * for, read, watched and cancelled.
 * @returns what lets go of it
 */
export async function holdLeague(databaseUrl: string, slug: string): Promise<() => Promise<void>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM league WHERE slug = $1 FOR NO KEY UPDATE', [slug]);
  return () => client.end();
}
