import type { Json } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { SubjectText } from './audit-subject.js';

/** An entry for the audit log; see AuditEntryTable. */
export interface NewAuditEntry {
  readonly leagueId: number | null;
  readonly subject: SubjectText;
  readonly action: string;
  readonly reason: string;
  /** Players and tokens stand in it by their ids, which no renaming changes; they are named where it is read. */
  readonly before: Json;
  readonly after: Json;
  readonly at: Date;
}

/** Writes who did what, in the transaction that does it. */
export async function insertAuditEntry(tx: EntityManager, access: Access, entry: NewAuditEntry): Promise<void> {
  await tx.query(
    `INSERT INTO audit_entry (league_id, subject, actor_id, actor, action, reason, before, after, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.leagueId,
      entry.subject,
      access.tokenId,
      access.actor,
      entry.action,
      entry.reason,
      entry.before === null ? null : JSON.stringify(entry.before),
      entry.after === null ? null : JSON.stringify(entry.after),
      entry.at,
    ],
  );
}

/**
 * Lets the transaction change and delete entries from now on, or (null) not any more. Only to erase what must not be kept: what
 * entries tell of a deleted league, or of a person who must be forgotten.
 */
export async function erasesFrom(tx: EntityManager, table: 'audit_entry' | null): Promise<void> {
  await tx.query(`SELECT set_config('openladder.erases', $1, true)`, [table ?? '']);
}

/** Whether this caller has done this to the league. */
export async function hasAuditEntry(sql: Sql, access: Access, leagueId: number, action: string): Promise<boolean> {
  const rows: unknown[] = await sql.query(
    'SELECT FROM audit_entry WHERE league_id = $1 AND actor = $2 AND action = $3 LIMIT 1',
    [leagueId, access.actor, action],
  );
  return rows.length > 0;
}

/** The slugs of leagues that were deleted. */
export async function listDeletedSlugs(sql: Sql): Promise<Set<string>> {
  const rows: { slug: string }[] = await sql.query(
    `SELECT before ->> 'slug' AS slug FROM audit_entry WHERE league_id IS NULL AND action = 'deleteLeague'`,
  );
  return new Set(rows.map(({ slug }) => slug));
}

export interface AuditEntry extends Omit<NewAuditEntry, 'subject'> {
  readonly id: number;
  readonly actor: string;
  readonly subject: string | null;
}

/** Filters of entries; null means any. */
export interface AuditFilter {
  readonly leagueId: number | null;
  readonly actor: string | null;
  readonly action: string | null;
  /** As the database stores them. */
  readonly subjects: readonly string[] | null;
}

/** One page of the audit log, newest first. */
export async function listAuditEntries(
  sql: Sql,
  { leagueId, actor, action, subjects }: AuditFilter,
  page: { limit: number; beforeId: number | null },
): Promise<AuditEntry[]> {
  if (![actor ?? '', action ?? '', ...(subjects ?? [])].every(isStorable)) return [];
  return sql.query(
    `SELECT id, league_id AS "leagueId", subject, actor, action, reason, before, after, at FROM audit_entry
     WHERE ($1::integer IS NULL OR league_id = $1) AND ($2::text IS NULL OR actor = $2)
       AND ($3::text IS NULL OR action = $3) AND ($4::text[] IS NULL OR subject = ANY($4))
       AND ($5::bigint IS NULL OR id < $5)
     ORDER BY id DESC LIMIT $6`,
    [leagueId, actor, action, subjects, page.beforeId, page.limit],
  );
}

/**
 * Everything that a name may mean: a player's handle, now or formerly, a league's slug, a token's name, and in a league the
 * external id of a match.
 * @param key the form of the name by which handles are compared
 * @returns subjects as the database stores them
 */
export async function listSubjectsNamed(
  sql: Sql,
  { name, key }: { readonly name: string; readonly key: string },
  leagueId: number | null,
): Promise<string[]> {
  if (!isStorable(name)) return [];
  const rows: { subject: string }[] = await sql.query(
    `SELECT 'League:' || id AS subject FROM league WHERE slug = $1
     UNION ALL SELECT 'League:' || league_id FROM former_slug WHERE slug = $1
     UNION ALL SELECT 'Token:' || id FROM token WHERE name = $1
     UNION ALL SELECT 'Match:' || league_id || ':' || sequence FROM match WHERE league_id = $2 AND external_id = $1
     UNION ALL SELECT 'Player:' || player_id FROM player_name WHERE handle_key = $3`,
    [name, leagueId, key],
  );
  return rows.map(({ subject }) => subject);
}
