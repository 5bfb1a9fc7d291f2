import { expectRows, type Sql } from '../kit/sql/transaction.js';

/**
 * Display names of players by their ids, as an audience knows them; players without one are omitted. A league that came to know a
 * player after they were given the name does not show it: it would tell that there was such a player elsewhere.
 * @param audience leagues as in `membership`; null for those who know all
 */
export async function listDisplayNames(
  sql: Sql,
  audience: readonly number[] | null,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const isKnown = `EXISTS (SELECT FROM membership AS own
    WHERE own.player_id = player.id AND own.league_id = ANY($2::integer[]) AND own.since <= named_at)`;
  const rows: { id: number; name: string }[] = await sql.query(
    `SELECT id, display_name AS name FROM player
     WHERE id = ANY($1::integer[]) AND display_name IS NOT NULL ${audience ? `AND ${isKnown}` : ''}`,
    audience ? [ids, audience] : [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The league that knew a player first, of those of an audience; EVERYBODY only where public leagues alone came first.
 * @returns null where none knows them
 */
export async function findFirstLeague(sql: Sql, audience: readonly number[], playerId: number): Promise<number | null> {
  const rows: { id: number }[] = await sql.query(
    `SELECT league_id AS id FROM membership WHERE player_id = $1 AND league_id = ANY($2::integer[])
     ORDER BY since, league_id DESC LIMIT 1`,
    [playerId, audience],
  );
  return rows[0]?.id ?? null;
}

/**
 * Gives a player a display name, or takes it from them.
 * @param audience the leagues by which the caller knows the player, which are to know the name; null: all
 * @param at not before these knew the player, whatever clock said since when they do
 */
export async function updateDisplayName(
  tx: Sql,
  audience: readonly number[] | null,
  playerId: number,
  name: string | null,
  at: Date,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE player SET display_name = $2::text, named_at = CASE WHEN $2::text IS NOT NULL THEN greatest($3::timestamptz, (
       SELECT max(since) FROM membership
       WHERE player_id = player.id AND ($4::integer[] IS NULL OR league_id = ANY($4::integer[])))) END
     WHERE id = $1`,
    [playerId, name, at, audience],
  );
  expectRows('updateDisplayName', touched, 1);
}
