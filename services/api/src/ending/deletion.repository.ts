import type { EntityManager } from 'typeorm';
import { erasesFrom } from '../audit/audit.repository.js';
import type { Sql } from '../kit/sql/transaction.js';
import { newMark } from '../league/league.js';
import { deleteMemberships, lockLeaguesOf } from '../league/public-players.repository.js';
import { IS_NOT_DELETED } from '../league/slug.repository.js';

/**
 * The tables with rows of leagues, in an order in which they can be deleted: rows before those they refer to, and memberships before
 * ratings, whose triggers would look for them one by one. A test compares the list with the database.
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
  'superseded_stretch',
  'standings_snapshot',
  'league_event',
  'recompute',
  'analysis',
  'match_import_part',
  'match_import',
  'league_revision',
  'league_verification',
  'league_picture',
  'match',
  'team',
  'former_slug',
  'token_league',
  'league_slug',
] as const;

export type TableOfLeagues = (typeof TABLES_OF_LEAGUES)[number];

/** Deleted leagues that still have rows. */
export async function listDeletedLeagues(sql: Sql): Promise<number[]> {
  const rows: { id: number }[] = await sql.query('SELECT id FROM league WHERE deleted_at IS NOT NULL ORDER BY id');
  return rows.map(({ id }) => id);
}

/** Deletes some rows of a league. @returns the number of rows; 0 if none are left */
export async function deleteSome(
  tx: EntityManager,
  table: TableOfLeagues,
  leagueId: number,
  limit: number,
): Promise<number> {
  if (table === 'audit_entry') await erasesFrom(tx, 'audit_entry');
  if (table === 'membership') return deleteSomeMemberships(tx, leagueId, limit);
  const [, deleted] = await tx.query(table === 'queue_ticket' ? DELETE_TICKETS : deleteFrom(table), [leagueId, limit]);
  return deleted;
}

/** Columns that identify rows in tables copied to every server, where physical places differ. */
const KEYS: Partial<Record<TableOfLeagues, string>> = {
  account: 'player_id',
  former_name: 'player_id',
  former_slug: 'slug',
  token_league: 'token_id',
  league_slug: 'slug',
};

function deleteFrom(table: TableOfLeagues): string {
  const key = KEYS[table];
  const some = key
    ? `${key} IN (SELECT ${key} FROM ${table} WHERE league_id = $1 ORDER BY ${key} LIMIT $2)`
    : `ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE league_id = $1 LIMIT $2))`;
  return `DELETE FROM ${table} WHERE league_id = $1 AND ${some}`;
}

async function deleteSomeMemberships(tx: EntityManager, leagueId: number, limit: number): Promise<number> {
  const rows: { id: number }[] = await tx.query(
    'SELECT player_id AS id FROM membership WHERE league_id = $1 ORDER BY player_id LIMIT $2',
    [leagueId, limit],
  );
  const ids = rows.map(({ id }) => id);
  // Before the players: otherwise a deletion would wait for a league that waits for one of them.
  await lockLeaguesOf(tx, ids, leagueId);
  await deleteMemberships(tx, leagueId, ids);
  // Some players may have been known to everybody by this league alone, so all players are counted again.
  await tx.query('UPDATE league SET mark = $2 WHERE id = $1', [leagueId, newMark()]);
  return rows.length;
}

/** Paired tickets refer to each other. */
const DELETE_TICKETS = `
  WITH batch AS (SELECT id, opponent_ticket_id FROM queue_ticket WHERE league_id = $1 LIMIT $2)
  DELETE FROM queue_ticket
  WHERE league_id = $1 AND id IN (SELECT id FROM batch UNION SELECT opponent_ticket_id FROM batch)`;

/** Deletes the row of a league of which nothing else is left, unless another process has done so. */
export async function deleteLeagueRow(tx: Sql, leagueId: number): Promise<void> {
  await tx.query('DELETE FROM league WHERE id = $1 AND deleted_at IS NOT NULL', [leagueId]);
}

/**
 * Removes a league from its tokens. Audit entries about a token without another league then concern no league, like those about tokens that
 * never had one. Can be repeated: an entry may come from a request that had read the token before.
 */
export async function removeLeagueFromTokens(tx: EntityManager, leagueId: number): Promise<void> {
  await tx.query('DELETE FROM token_league WHERE league_id = $1', [leagueId]);
  const entries: { id: number; subject: string; action: string; at: Date; token: number }[] = await tx.query(
    `SELECT id, subject, action, at, (after ->> 'id')::integer AS token FROM audit_entry
     WHERE league_id = $1 AND action IN ('createToken', 'rotateToken', 'revokeToken')`,
    [leagueId],
  );
  if (entries.length === 0) return;
  const elsewhere: { id: number }[] = await tx.query(
    `SELECT token_id AS id FROM token_league JOIN league_slug USING (league_id)
     WHERE token_id = ANY($1::integer[]) AND ${IS_NOT_DELETED}`,
    [entries.map(({ token }) => token)],
  );
  const logged: { subject: string; action: string; at: Date }[] = await tx.query(
    'SELECT subject, action, at FROM audit_entry WHERE league_id = 0 AND subject = ANY($1::text[])',
    [entries.map(({ subject }) => subject)],
  );
  const staying = new Set(elsewhere.map(({ id }) => id));
  // Each league of a token has an entry of its own, of the same moment.
  const nameOf = ({ subject, action, at }: (typeof logged)[number]) => `${subject} ${action} ${at.getTime()}`;
  const known = new Set(logged.map(nameOf));
  const moved = entries.filter((entry) => !staying.has(entry.token) && !known.has(nameOf(entry))).map(({ id }) => id);
  await erasesFrom(tx, 'audit_entry');
  // If leagues are distributed over several servers, no row can change its league.
  await tx.query(
    `INSERT INTO audit_entry (league_id, id, subject, actor_id, actor, action, reason, before, after, at) OVERRIDING SYSTEM VALUE
     SELECT 0, id, subject, actor_id, actor, action, reason, before, after, at
     FROM audit_entry WHERE league_id = $1 AND id = ANY($2::bigint[])`,
    [leagueId, moved],
  );
  await tx.query('DELETE FROM audit_entry WHERE league_id = $1 AND id = ANY($2::bigint[])', [leagueId, moved]);
  await erasesFrom(tx, null);
}

/** Deletes the stored outcomes of a league's mutations, which answer requests with the same key. */
export async function deleteKeptOutcomes(tx: Sql, leagueId: number): Promise<void> {
  const recomputes: { id: string }[] = await tx.query('SELECT id::text FROM recompute WHERE league_id = $1', [
    leagueId,
  ]);
  await tx.query(
    `DELETE FROM idempotency_key
     WHERE (outcome ->> 'league')::integer = $1 OR outcome ->> 'recompute' = ANY($2::text[])
       OR jsonb_path_exists(outcome, '$.**.leagueId ? (@ == $league)', jsonb_build_object('league', $1::integer))`,
    [leagueId, recomputes.map(({ id }) => id)],
  );
}
