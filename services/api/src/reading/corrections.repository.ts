import type { AuditEntry } from '../audit/audit.repository.js';
import { AuditEntryTable, IS_CORRECTION } from '../audit/audit.table.js';
import { fieldsBut } from '../kit/sql/fields.js';
import type { Sql } from '../kit/sql/transaction.js';
import { isListed, type ListedLeagues, listedParameters } from '../league/listed-leagues.js';

const FIELDS = fieldsBut(AuditEntryTable, 'actorId');

/** An entry of the audit log about a correction. */
export type Correction = AuditEntry & { readonly leagueId: number };

/** A page of corrections. @param beforeId null: the newest */
export interface CorrectionPage {
  readonly limit: number;
  readonly beforeId: number | null;
}

/** The corrections of a league, newest first. */
export function listCorrections(
  sql: Sql,
  leagueId: number,
  { limit, beforeId }: CorrectionPage,
): Promise<Correction[]> {
  return sql.query(
    `SELECT ${FIELDS} FROM audit_entry WHERE league_id = $1 AND ${IS_CORRECTION} AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [leagueId, beforeId, limit],
  );
}

/** The corrections of all leagues that the caller may read, without archived ones, newest first. */
export function listAllCorrections(
  sql: Sql,
  of: ListedLeagues,
  { limit, beforeId }: CorrectionPage,
): Promise<Correction[]> {
  return sql.query(
    `SELECT ${FIELDS} FROM (
       SELECT newest.* FROM league CROSS JOIN LATERAL (
         SELECT * FROM audit_entry WHERE audit_entry.league_id = league.id AND ${IS_CORRECTION}
           AND ($4::bigint IS NULL OR audit_entry.id < $4) ORDER BY audit_entry.id DESC LIMIT $5
       ) AS newest WHERE ${isListed(of)}
     ) AS audit_entry ORDER BY id DESC LIMIT $5`,
    [...listedParameters(of), beforeId, limit],
  );
}
