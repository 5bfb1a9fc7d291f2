import { expectRows, type Sql } from '../kit/sql/transaction.js';

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
const MAX_SIMILAR = 5000;

/** Handles of the league's players that are about as long as a text, those first that begin like it. */
export async function listSimilarHandles(sql: Sql, leagueId: number, key: string): Promise<string[]> {
  const reach = Math.floor(key.length / 3);
  const rows: { handle: string }[] = await sql.query(
    `SELECT handle FROM rating JOIN membership USING (league_id, player_id)
     WHERE league_id = $1 AND length(handle_key) BETWEEN $2 AND $3
     ORDER BY left(handle_key, 1) <> left($4, 1), handle_key LIMIT ${MAX_SIMILAR}`,
    [leagueId, key.length - reach, key.length + reach, key],
  );
  return rows.map(({ handle }) => handle);
}

/** Players who are hidden from the boards of a league, by id. */
export async function listHidden(sql: Sql, leagueId: number): Promise<number[]> {
  const rows: { player_id: number }[] = await sql.query(
    'SELECT player_id FROM rating WHERE league_id = $1 AND hidden_at IS NOT NULL ORDER BY player_id',
    [leagueId],
  );
  return rows.map((row) => row.player_id);
}

/** How many players who have played are hidden from the boards of a league. */
export async function countHidden(sql: Sql, leagueId: number): Promise<number> {
  const rows: { count: number }[] = await sql.query(
    `SELECT count(*)::integer AS count FROM rating
     WHERE league_id = $1 AND hidden_at IS NOT NULL AND matches_played > 0`,
    [leagueId],
  );
  return rows[0]!.count;
}

/** Hides a player from the boards of a league, or shows them again without a rank, which `showRatings` restores. @param at null: shown */
export async function updateHidden(tx: Sql, leagueId: number, playerId: number, at: Date | null): Promise<void> {
  const [, touched] = await tx.query(
    'UPDATE rating SET hidden_at = $3, is_provisional = true WHERE league_id = $1 AND player_id = $2',
    [leagueId, playerId, at],
  );
  expectRows('updateHidden', touched, 1);
}
