import { LOCKS } from '../kit/sql/advisory-locks.js';
import type { Sql } from '../kit/sql/transaction.js';

/** Has others who give slugs wait until the transaction ends: a slug must not be given and given up at once. */
export async function lockSlugs(tx: Sql): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.slugs]);
}

/** The league that has a slug, or had it; null if no league ever did. */
export async function findSlugOwner(sql: Sql, slug: string): Promise<number | null> {
  const rows: { id: number }[] = await sql.query(
    'SELECT id FROM league WHERE slug = $1 UNION ALL SELECT league_id FROM former_slug WHERE slug = $1 LIMIT 1',
    [slug],
  );
  return rows[0]?.id ?? null;
}

/** Keeps the slug that a league gives up, and takes back the one that it gets, if it had it before. */
export async function updateFormerSlugs(
  tx: Sql,
  leagueId: number,
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: Date },
): Promise<void> {
  await tx.query('DELETE FROM former_slug WHERE slug = $1 AND league_id = $2', [to, leagueId]);
  await tx.query('INSERT INTO former_slug (slug, league_id, given_up_at) VALUES ($1, $2, $3)', [from, leagueId, at]);
}
