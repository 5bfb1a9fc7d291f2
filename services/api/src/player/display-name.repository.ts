import { foldedName } from '../kit/skeleton.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';

/**
 * Display names of players by player id, as far as an audience knows them; players without one are omitted. A league that got to know a
 * player after they were given the name does not show it: that would reveal that the player was somewhere else before.
 * @param audience leagues as in `membership`; null: all names
 */
export async function listDisplayNames(
  sql: Sql,
  audience: readonly number[] | null,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const isKnown = `EXISTS (SELECT FROM membership AS own
    WHERE own.player_id = player.id AND own.league_id = ANY($2::integer[]) AND own.name_key IS NOT NULL)`;
  const rows: { id: number; name: string }[] = await sql.query(
    `SELECT id, display_name AS name FROM player
     WHERE id = ANY($1::integer[]) AND display_name IS NOT NULL ${audience ? `AND ${isKnown}` : ''}`,
    audience ? [ids, audience] : [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The league of an audience that knew a player first; EVERYBODY only if public leagues alone came first.
 * @returns null if none knows them
 */
export async function findFirstLeague(sql: Sql, audience: readonly number[], playerId: number): Promise<number | null> {
  const rows: { id: number }[] = await sql.query(
    `SELECT league_id AS id FROM membership WHERE player_id = $1 AND league_id = ANY($2::integer[])
     ORDER BY since, league_id DESC LIMIT 1`,
    [playerId, audience],
  );
  return rows[0]?.id ?? null;
}

/** A player and the name to show of them; null: none any more. */
export interface GivenName {
  readonly playerId: number;
  readonly name: string | null;
}

/**
 * Gives players display names, or removes them.
 * @param audience leagues by which the caller knows the players, which get to know the names; null: all leagues
 * @param at since when the names count; never before these leagues knew the player, whatever the clock says
 */
export async function updateDisplayNames(
  tx: Sql,
  audience: readonly number[] | null,
  given: readonly GivenName[],
  at: Date,
): Promise<void> {
  const ids = given.map(({ playerId }) => playerId);
  const names = given.map(({ name }) => name);
  const [, touched] = await tx.query(
    `UPDATE player SET display_name = name, name_key = given.key, named_at = CASE WHEN name IS NOT NULL THEN greatest($1::timestamptz, (
       SELECT max(since) FROM membership
       WHERE player_id = player.id AND ($2::integer[] IS NULL OR league_id = ANY($2::integer[])))) END
     FROM unnest($3::integer[], $4::text[], $5::text[]) AS given (id, name, key) WHERE player.id = given.id`,
    [at, audience, ids, names, names.map((name) => (name === null ? null : foldedName(name)))],
  );
  expectRows('updateDisplayNames', touched, given.length);
  await tx.query(
    `UPDATE membership SET name_key = CASE WHEN since <= named_at THEN player.name_key END
     FROM player WHERE player.id = ANY($1::integer[]) AND player_id = player.id`,
    [ids],
  );
}
