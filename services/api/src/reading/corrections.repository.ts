import type { Access } from '../access/access.js';
import type { AuditEntry } from '../audit/audit.repository.js';
import { AuditEntryTable, IS_CORRECTION } from '../audit/audit.table.js';
import { fieldsBut } from '../kit/sql/fields.js';
import type { Sql } from '../kit/sql/transaction.js';
import { IS_LISTED, readerOf } from '../league/listed-leagues.js';

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

/**
 * The corrections of all leagues that the caller may read, without archived ones, newest first.
 * @param among only of these leagues; null: all
 */
export function listAllCorrections(
  sql: Sql,
  access: Access,
  { limit, beforeId }: CorrectionPage,
  among: readonly number[] | null,
): Promise<Correction[]> {
  return sql.query(
    `SELECT ${FIELDS} FROM (
       SELECT newest.* FROM league CROSS JOIN LATERAL (
         SELECT * FROM audit_entry WHERE audit_entry.league_id = league.id AND ${IS_CORRECTION}
           AND ($3::bigint IS NULL OR audit_entry.id < $3) ORDER BY audit_entry.id DESC LIMIT $4
       ) AS newest WHERE ${IS_LISTED} AND ($5::integer[] IS NULL OR league.id = ANY($5))
     ) AS audit_entry ORDER BY id DESC LIMIT $4`,
    [...readerOf(access), beforeId, limit, among],
  );
}
