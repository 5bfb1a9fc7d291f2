import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';
import type { PlatformRule } from './rules.js';

/**
 * The tables in which slugs are looked up say what the leagues say, and leagues are archived as the audit log says. A league that is being
 * deleted may be gone from these tables already.
 */
export const LEAGUE_ROW_RULES: readonly PlatformRule[] = [
  {
    invariant: 'leagues',
    statement: `
      SELECT league.slug, league.visibility, kept.slug || ', ' || kept.visibility AS found
      FROM league LEFT JOIN league_slug AS kept ON kept.league_id = league.id
      WHERE (kept.slug, kept.visibility) IS DISTINCT FROM (league.slug, league.visibility)
        AND (league.deleted_at IS NULL OR kept.slug IS NOT NULL)
      ORDER BY league.slug`,
    says: ({ slug, visibility, found }) => [`slug of league ${slug}`, `${slug}, ${visibility}`, found],
  },
  {
    invariant: 'leagues',
    statement: `
      SELECT former.slug, present.league_id AS owner FROM former_slug AS former JOIN league_slug AS present USING (slug)
      ORDER BY former.slug`,
    says: ({ slug, owner }) => [`former slug ${slug}`, 'no present slug', `league ${owner}`],
  },
  {
    invariant: 'audit',
    statement: `
      SELECT slug, coalesce(told, false) AS told, archived_at IS NOT NULL AS "isArchived"
      FROM league LEFT JOIN (
        SELECT DISTINCT ON (league_id) league_id, action = 'archiveLeague' AS told FROM audit_entry
        WHERE action IN ('archiveLeague', 'restoreLeague') ORDER BY league_id, id DESC
      ) AS newest ON newest.league_id = league.id
      WHERE deleted_at IS NULL AND coalesce(told, false) <> (archived_at IS NOT NULL) ORDER BY slug`,
    says: ({ slug, told, isArchived }) => [`league ${slug}, archived`, told, isArchived],
  },
];

/** Nothing is left of deleted leagues in any table. Rows of league 0 belong to everyone. */
export async function checkDeletedLeagues(tx: Sql, findings: Findings): Promise<void> {
  const tables: { name: string }[] = await tx.query(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND column_name = 'league_id' ORDER BY table_name`,
  );
  for (const { name } of tables) {
    const rows: { id: number }[] = await tx.query(
      `SELECT id FROM (SELECT DISTINCT league_id AS id FROM ${name} WHERE league_id <> 0) AS named
       WHERE id NOT IN (SELECT id FROM league) ORDER BY id LIMIT $1`,
      [MAX_FINDINGS],
    );
    for (const { id } of rows) findings.add('leagues', `${name}, league ${id}`, 'no row', 'some');
  }
}
