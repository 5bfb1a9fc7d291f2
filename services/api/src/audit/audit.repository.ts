import type { Json } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';

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
