import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/**
 * The table in which slugs are looked up says what the leagues say. A league that is being deleted may be gone from it already.
 * `checkDeletedLeagues` finds rows of leagues that do not exist.
 */
export async function checkSlugs(tx: Sql, findings: Findings): Promise<void> {
  const rows: { slug: string; visibility: string; found: string | null }[] = await tx.query(
    `SELECT league.slug, league.visibility, kept.slug || ', ' || kept.visibility AS found
     FROM league LEFT JOIN league_slug AS kept ON kept.league_id = league.id
     WHERE (kept.slug, kept.visibility) IS DISTINCT FROM (league.slug, league.visibility)
       AND (league.deleted_at IS NULL OR kept.slug IS NOT NULL)
     ORDER BY league.slug LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { slug, visibility, found } of rows) {
    findings.add('leagues', `slug of league ${slug}`, `${slug}, ${visibility}`, found);
  }
}
