import type { Sql } from '../kit/sql/transaction.js';

/** Which of these players belong to the league: they were registered, or have played in it. */
export async function listMembers(sql: Sql, leagueId: number, playerIds: Iterable<number>): Promise<Set<number>> {
  const rows: { player_id: number }[] = await sql.query(
    'SELECT player_id FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[])',
    [leagueId, [...playerIds]],
  );
  return new Set(rows.map((row) => row.player_id));
}

/** Players with a rated match, by id. */
export async function listPlayed(
  sql: Sql,
  leagueId: number,
  page: { limit: number; after: number },
): Promise<number[]> {
  const rows: { player_id: number }[] = await sql.query(
    `SELECT player_id FROM rating WHERE league_id = $1 AND player_id > $2 AND matches_played > 0
     ORDER BY player_id LIMIT $3`,
    [leagueId, page.after, page.limit],
  );
  return rows.map((row) => row.player_id);
}

/** Everybody who belongs to the league. */
export async function listRecorded(sql: Sql, leagueId: number): Promise<number[]> {
  const query = 'SELECT array_agg(player_id) AS players FROM rating WHERE league_id = $1';
  const rows: { players: number[] | null }[] = await sql.query(query, [leagueId]);
  return rows[0]!.players ?? [];
}
