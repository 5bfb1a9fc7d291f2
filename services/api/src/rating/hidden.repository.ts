import { expectRows, type Sql } from '../kit/sql/transaction.js';

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
