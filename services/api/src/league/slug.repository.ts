import { LOCKS } from '../kit/sql/advisory-locks.js';
import { hideArrayLength } from '../kit/sql/columns.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { League } from './league.js';

/** The slug of a deleted league until its rows are gone. No league can have a slug of this form. */
export const slugOfDeleted = (leagueId: number) => `~${leagueId}`;

/** SQL that is true for rows of `league_slug` whose league is not deleted. */
export const IS_NOT_DELETED = `left(slug, 1) <> '~'`;

/** Makes other changes of slugs wait until the transaction ends, so that one league cannot take a slug while another gives it up. */
export async function lockSlugs(tx: Sql): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.slugs]);
}

/** The league that has or had a slug; null if none ever did. */
export async function findSlugOwner(sql: Sql, slug: string): Promise<number | null> {
  return (await listSlugOwners(sql, [slug])).get(slug) ?? null;
}

/** The leagues that have or had these slugs, by slug. */
export async function listSlugOwners(sql: Sql, slugs: readonly string[]): Promise<Map<string, number>> {
  const asked = hideArrayLength('$1', 'text');
  const rows: { slug: string; id: number }[] = await sql.query(
    `SELECT slug, league_id AS id FROM league_slug WHERE slug = ANY(${asked})
     UNION ALL SELECT slug, league_id FROM former_slug WHERE slug = ANY(${asked})`,
    [slugs],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** Changes the slug or the visibility in the table that everybody searches; the league's row has them as well. */
export async function updateSlug(
  tx: Sql,
  leagueId: number,
  { slug, visibility }: Partial<Pick<League, 'slug' | 'visibility'>>,
): Promise<void> {
  const [, touched] = await tx.query(
    'UPDATE league_slug SET slug = coalesce($2, slug), visibility = coalesce($3, visibility) WHERE league_id = $1',
    [leagueId, slug ?? null, visibility ?? null],
  );
  expectRows('updateSlug', touched, 1);
}

/** Stores the slug that a league gives up as a former one, and removes its new slug from its former ones. */
export async function updateFormerSlugs(
  tx: Sql,
  leagueId: number,
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: Date },
): Promise<void> {
  await tx.query('DELETE FROM former_slug WHERE slug = $1 AND league_id = $2', [to, leagueId]);
  await tx.query('INSERT INTO former_slug (slug, league_id, given_up_at) VALUES ($1, $2, $3)', [from, leagueId, at]);
}
