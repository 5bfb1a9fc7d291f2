import type { EntityManager } from 'typeorm';
import { erasesFrom } from '../audit/audit.repository.js';
import type { Sql } from '../kit/sql/transaction.js';

/**
 * The tables with rows of leagues, in an order in which they can be deleted: what refers to others comes before them, and
 * memberships before ratings, whose triggers would look for them one by one. A test compares it with the database.
 */
export const TABLES_OF_LEAGUES = [
  'webhook_delivery',
  'webhook',
  'account',
  'audit_entry',
  'queue_ticket',
  'log_wait',
  'membership',
  'former_name',
  'unrated_appearance',
  'player_merge',
  'rank_bucket',
  'rank_scale',
  'rating',
  'rating_change',
  'superseded_change',
  'standings_snapshot',
  'league_event',
  'recompute',
  'league_revision',
  'league_verification',
  'match',
  'former_slug',
  'token_league',
] as const;

export type TableOfLeagues = (typeof TABLES_OF_LEAGUES)[number];

/** Leagues of which something is yet to be deleted. */
export async function listDeletedLeagues(sql: Sql): Promise<number[]> {
  const rows: { id: number }[] = await sql.query('SELECT id FROM league WHERE deleted_at IS NOT NULL ORDER BY id');
  return rows.map(({ id }) => id);
}

/** Deletes some rows of a league. @returns how many; 0 where there are none left */
export async function deleteSome(
  tx: EntityManager,
  table: TableOfLeagues,
  leagueId: number,
  limit: number,
): Promise<number> {
  if (table === 'audit_entry') await erasesFrom(tx, 'audit_entry');
  const [, deleted] = await tx.query(table === 'queue_ticket' ? DELETE_TICKETS : deleteFrom(table), [leagueId, limit]);
  return deleted;
}

const deleteFrom = (table: TableOfLeagues) =>
  `DELETE FROM ${table} WHERE league_id = $1
     AND ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE league_id = $1 LIMIT $2))`;

/** Tickets that were paired refer to each other. */
const DELETE_TICKETS = `
  WITH batch AS (SELECT id, opponent_ticket_id FROM queue_ticket WHERE league_id = $1 LIMIT $2)
  DELETE FROM queue_ticket
  WHERE league_id = $1 AND id IN (SELECT id FROM batch UNION SELECT opponent_ticket_id FROM batch)`;

/** Deletes the row of a league of which nothing else is left. Another process may have done so. */
export async function deleteLeagueRow(tx: Sql, leagueId: number): Promise<void> {
  await tx.query('DELETE FROM league WHERE id = $1 AND deleted_at IS NOT NULL', [leagueId]);
}

/**
 * Takes a league from the tokens that hold for it. What the audit log tells of a token without another league then concerns no
 * league, as it does of tokens that never had one. May be done again.
 */
export async function takeFromTokens(tx: EntityManager, leagueId: number): Promise<void> {
  await tx.query('DELETE FROM token_league WHERE league_id = $1', [leagueId]);
  await erasesFrom(tx, 'audit_entry');
  await tx.query(
    `UPDATE audit_entry SET league_id = NULL
     WHERE league_id = $1 AND action IN ('createToken', 'rotateToken', 'revokeToken')
       AND NOT EXISTS (SELECT FROM token_league WHERE token_id = (after ->> 'id')::integer)
       AND NOT EXISTS (SELECT FROM audit_entry AS told WHERE told.league_id IS NULL AND told.action = 'createToken'
                         AND told.subject = audit_entry.subject)`,
    [leagueId],
  );
  await erasesFrom(tx, null);
}

/** Forgets what is kept of mutations of a league for requests with the same key. */
export async function deleteKeptOutcomes(tx: Sql, leagueId: number): Promise<void> {
  await tx.query(
    `DELETE FROM idempotency_key
     WHERE (outcome ->> 'league')::integer = $1 OR outcome ->> 'recompute' IN (SELECT id::text FROM recompute WHERE league_id = $1)
       OR jsonb_path_exists(outcome, '$.**.leagueId ? (@ == $league)', jsonb_build_object('league', $1::integer))`,
    [leagueId],
  );
}
