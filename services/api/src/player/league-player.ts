import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import { handleKey } from './handle.js';

/** The player whom a league knows by an account, or else everybody does; of those who are in the league. */
function accountQuery(leagueId: string, key: string): string {
  return `SELECT account.player_id FROM account JOIN membership AS own USING (player_id)
    WHERE account = ${key} AND account.league_id IN (0, ${leagueId}) AND own.league_id = ${leagueId}
    ORDER BY account.league_id DESC LIMIT 1`;
}

/** The id under which a handle or an account counts in a league, as an expression: of the player whose history it shares. */
export function leaguePlayerQuery(leagueId: string, key: string): string {
  return `(SELECT COALESCE(
       (SELECT into_id FROM player_merge WHERE league_id = ${leagueId} AND player_merge.player_id = named.id), named.id)
     FROM (SELECT player_id AS id FROM membership WHERE league_id = ${leagueId} AND handle_key = ${key}
           UNION SELECT player_id FROM former_name WHERE handle_key = ${key} AND league_id = ${leagueId}
           UNION SELECT player_id FROM (${accountQuery(leagueId, key)}) AS linked) AS named)`;
}

/** The id under which a handle or an account counts in a league. Null for no player's. */
export async function findLeaguePlayerId(sql: Sql, leagueId: number, handle: string): Promise<number | null> {
  if (!isStorable(handle)) return null;
  const rows: { id: number | null }[] = await sql.query(`SELECT ${leaguePlayerQuery('$1', '$2')} AS id`, [
    leagueId,
    handleKey(handle),
  ]);
  return rows[0]!.id;
}
