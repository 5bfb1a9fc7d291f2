import type { Json } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { Sql } from '../kit/sql/transaction.js';

/** What is written to the audit log; see AuditEntryTable. */
export interface NewAuditEntry {
  readonly leagueId: number | null;
  readonly action: string;
  readonly reason: string;
  readonly before: Json;
  readonly after: Json;
  readonly at: Date;
}

/** Writes who did what, in the transaction that does it. */
export async function insertAuditEntry(tx: EntityManager, access: Access, entry: NewAuditEntry): Promise<void> {
  await tx.query(
    `INSERT INTO audit_entry (league_id, actor_id, actor, action, reason, before, after, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.leagueId,
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

/** Whether this caller has done this to the league. */
export async function hasAuditEntry(sql: Sql, access: Access, leagueId: number, action: string): Promise<boolean> {
  const rows: unknown[] = await sql.query(
    'SELECT FROM audit_entry WHERE league_id = $1 AND actor = $2 AND action = $3 LIMIT 1',
    [leagueId, access.actor, action],
  );
  return rows.length > 0;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
  readonly actor: string;
}

/** One page of a league's audit log, newest first. */
export async function listAuditEntries(
  manager: EntityManager,
  leagueId: number,
  page: { limit: number; beforeId: number | null },
): Promise<AuditEntry[]> {
  return manager.query(
    `SELECT id, league_id AS "leagueId", actor, action, reason, before, after, at FROM audit_entry
     WHERE league_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [leagueId, page.beforeId, page.limit],
  );
}
