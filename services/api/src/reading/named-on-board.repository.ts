import type { Access } from '../access/access.js';
import { foldedName } from '../kit/skeleton.js';
import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import { EVERYBODY, visibleLeagueIds } from '../player/known-players.js';
import { findLeaguePlayerId } from '../player/league-player.js';

/**
 * The player of a league whom a reader of its board means: by handle, by account, or by the display name that the board shows the reader,
 * without regard to case. Of several with that name, the best. Hidden players are not found by display name.
 * @returns null if there is none
 */
export async function findNamedOnBoard(
  sql: Sql,
  access: Access,
  leagueId: number,
  name: string,
): Promise<number | null> {
  const known = await findLeaguePlayerId(sql, leagueId, name);
  if (known !== null || !isStorable(name)) return known;
  const rows: { id: number }[] = await sql.query(
    `SELECT player_id AS id FROM rating
     WHERE league_id = $1 AND matches_played > 0 AND hidden_at IS NULL AND player_id IN (
       SELECT own.player_id FROM membership AS own
       WHERE own.league_id = ANY($2::integer[]) AND own.name_key COLLATE "C" = $3)
     ORDER BY is_provisional, score DESC, player_id LIMIT 1`,
    [leagueId, visibleLeagueIds(access) ?? [EVERYBODY, leagueId], foldedName(name.trim())],
  );
  return rows[0]?.id ?? null;
}
