import { isStorable } from '../kit/sql/columns.js';
import type { Sql } from '../kit/sql/transaction.js';
import { handleKey } from './handle.js';

/** The player of the league who has an account, as far as the league or everybody knows. */
function accountQuery(leagueId: string, key: string): string {
  return `SELECT account.player_id FROM account JOIN membership AS own USING (player_id)
    WHERE account = ${key} AND account.league_id IN (0, ${leagueId}) AND own.league_id = ${leagueId}
    ORDER BY account.league_id DESC LIMIT 1`;
}

/** SQL expression of the id under which a handle or an account counts in a league: that of the player whose history it shares. */
export function leaguePlayerQuery(leagueId: string, key: string): string {
  return `(SELECT COALESCE(
       (SELECT into_id FROM player_merge WHERE league_id = ${leagueId} AND player_merge.player_id = named.id), named.id)
     FROM (SELECT COALESCE(
             (SELECT player_id FROM membership WHERE league_id = ${leagueId} AND handle_key = ${key}),
             (SELECT player_id FROM former_name WHERE league_id = ${leagueId} AND handle_key = ${key}),
             (${accountQuery(leagueId, key)})) AS id) AS named)`;
}

/** The id under which a handle or an account counts in a league; null if it is no player's. */
export async function findLeaguePlayerId(sql: Sql, leagueId: number, handle: string): Promise<number | null> {
  if (!isStorable(handle)) return null;
  const rows: { id: number | null }[] = await sql.query(`SELECT ${leaguePlayerQuery('$1', '$2')} AS id`, [
    leagueId,
    handleKey(handle),
  ]);
  return rows[0]!.id;
}
