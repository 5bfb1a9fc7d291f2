import type { Sql } from '../kit/sql/transaction.js';
import { EVERYBODY } from '../player/known-players.js';

/** What public leagues come to. */
export interface PublicLeagues {
  readonly leagues: number;
  /** In their logs. */
  readonly matches: number;
}

/** From the leagues' own counts: no log is read. */
export async function sumPublicLeagues(sql: Sql): Promise<PublicLeagues> {
  const [row] = await sql.query(
    `SELECT count(*)::integer AS leagues, coalesce(sum(match_count), 0)::integer AS matches
     FROM league WHERE visibility = 'PUBLIC' AND deleted_at IS NULL`,
  );
  return row;
}

/** Players whom everybody may know of. */
export async function countPublicPlayers(sql: Sql): Promise<number> {
  const [row] = await sql.query(`SELECT count(*)::integer AS players FROM membership WHERE league_id = ${EVERYBODY}`);
  return row.players;
}
