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

/** Which of these players have been in the league in any way: registered, rated, merged, as a guest, in a void match. */
export async function listKnown(sql: Sql, leagueId: number, playerIds: Iterable<number>): Promise<Set<number>> {
  const rows: { player_id: number }[] = await sql.query(
    `SELECT player_id FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[])
     UNION SELECT player_id FROM player_merge WHERE league_id = $1 AND player_id = ANY($2::integer[])
     UNION SELECT player_id FROM unrated_appearance WHERE league_id = $1 AND player_id = ANY($2::integer[])`,
    [leagueId, [...playerIds]],
  );
  return new Set(rows.map((row) => row.player_id));
}

/** So many handles are looked through for one that a mistyped one could have meant. */
const MOST_SIMILAR = 5000;

/** Handles of the league's players that are about as long as a text, those first that begin like it. */
export async function listSimilarHandles(sql: Sql, leagueId: number, key: string): Promise<string[]> {
  const reach = Math.floor(key.length / 3);
  const rows: { handle: string }[] = await sql.query(
    `SELECT handle FROM rating JOIN membership USING (league_id, player_id)
     WHERE league_id = $1 AND length(handle_key) BETWEEN $2 AND $3
     ORDER BY left(handle_key, 1) <> left($4, 1), handle_key LIMIT ${MOST_SIMILAR}`,
    [leagueId, key.length - reach, key.length + reach, key],
  );
  return rows.map(({ handle }) => handle);
}
