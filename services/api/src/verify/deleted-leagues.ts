import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** Nothing is left of deleted leagues. Rows of league 0 belong to everyone. */
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

/** A league is archived if its newest entry about it says so, and no league has the former slug of another. */
export async function checkArchives(tx: Sql, findings: Findings): Promise<void> {
  const odd: { slug: string; told: boolean; isArchived: boolean }[] = await tx.query(
    `SELECT slug, told, archived_at IS NOT NULL AS "isArchived"
     FROM league LEFT JOIN (
       SELECT DISTINCT ON (league_id) league_id, action = 'archiveLeague' AS told FROM audit_entry
       WHERE action IN ('archiveLeague', 'restoreLeague') ORDER BY league_id, id DESC
     ) AS newest ON newest.league_id = league.id
     WHERE deleted_at IS NULL AND coalesce(told, false) <> (archived_at IS NOT NULL) ORDER BY slug LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { slug, told, isArchived } of odd) {
    findings.add('audit', `league ${slug}, archived`, told ?? false, isArchived);
  }
  const taken: { slug: string; owner: string }[] = await tx.query(
    `SELECT former.slug, present.league_id::text AS owner FROM former_slug AS former JOIN league_slug AS present USING (slug)
     ORDER BY former.slug LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { slug, owner } of taken)
    findings.add('leagues', `former slug ${slug}`, 'no present slug', `league ${owner}`);
}
