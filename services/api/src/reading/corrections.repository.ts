import { type Correction, type CorrectionPage, SHOWN_FIELDS } from '../audit/audit.repository.js';
import type { Sql } from '../kit/sql/transaction.js';
import { amongReachable, isListed, type ListedLeagues, listedParameters } from './listed-leagues.js';

/** Ids of the leagues that the caller may read, without archived ones. */
export async function listLeaguesOfCorrections(sql: Sql, of: ListedLeagues): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(`SELECT id FROM league WHERE ${isListed(of)}`, listedParameters(of));
  return rows.map(({ id }) => id);
}

/**
 * The corrections of some leagues together, newest first. What they changed, which can be large, is read for the page alone, by a statement
 * of its own: Citus knows no other way.
 */
export async function listCorrectionsOf(
  sql: Sql,
  leagueIds: readonly number[],
  { isCorrection, limit, beforeId }: CorrectionPage,
): Promise<Correction[]> {
  const newest = await amongReachable<{ league_id: number; id: string }[]>((isOfThese) =>
    sql.query(
      `SELECT newest.* FROM league CROSS JOIN LATERAL (
         SELECT league_id, audit_entry.id FROM audit_entry
         WHERE audit_entry.league_id = league.id AND ${isOfThese('audit_entry.league_id')} AND ${isCorrection}
           AND ($2::bigint IS NULL OR audit_entry.id < $2) ORDER BY audit_entry.id DESC LIMIT $3
       ) AS newest WHERE league.id = ANY($1::integer[]) ORDER BY newest.id DESC LIMIT $3`,
      [leagueIds, beforeId, limit],
    ),
  );
  if (newest.length === 0) return [];
  return sql.query(
    `SELECT ${SHOWN_FIELDS} FROM audit_entry WHERE league_id = ANY($1::integer[]) AND id = ANY($2::bigint[]) ORDER BY id DESC`,
    [newest.map(({ league_id }) => league_id), newest.map(({ id }) => id)],
  );
}
