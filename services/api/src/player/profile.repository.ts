import { hideArrayLength } from '../kit/sql/columns.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { foldedName } from './handle.js';
import type { Profile, ProfileChanges } from './profile.js';

/**
 * What is shown of players by player id, as far as an audience knows it; players of whom nothing is shown are omitted. A league that got to
 * know a player after something was given does not show it: that would reveal that the player was somewhere else before.
 * @param audience leagues as in `membership`; null: all that is given
 */
export async function listProfiles(
  sql: Sql,
  audience: readonly number[] | null,
  ids: readonly number[],
): Promise<Map<number, Profile>> {
  const isGiven = `id = ANY(${hideArrayLength('$1', 'integer')}) AND (display_name IS NOT NULL OR country IS NOT NULL OR links IS NOT NULL)`;
  const rows: (Profile & { id: number })[] = audience
    ? await sql.query(
        `SELECT id, CASE WHEN bool_or(own.name_key IS NOT NULL) THEN display_name END AS "displayName",
                CASE WHEN bool_or(since <= country_at) THEN country END AS country,
                CASE WHEN bool_or(since <= links_at) THEN links END AS links
         FROM player JOIN membership AS own ON own.player_id = id AND own.league_id = ANY(${hideArrayLength('$2', 'integer')})
         WHERE ${isGiven} GROUP BY id`,
        [ids, audience],
      )
    : await sql.query(`SELECT id, display_name AS "displayName", country, links FROM player WHERE ${isGiven}`, [ids]);
  return new Map(rows.map(({ id, ...profile }) => [id, profile]));
}

/** The display names among the profiles; players without one are omitted. */
export async function listDisplayNames(
  sql: Sql,
  audience: readonly number[] | null,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const profiles = await listProfiles(sql, audience, ids);
  return new Map([...profiles].flatMap(([id, { displayName }]) => (displayName === null ? [] : [[id, displayName]])));
}

/** What is changed of a player's profile. */
export interface GivenProfile extends ProfileChanges {
  readonly playerId: number;
}

/**
 * Changes what is shown of players.
 * @param audience leagues by which the caller knows the players, which get to know it; null: all leagues
 * @param at since when it counts; never before these leagues knew the player, whatever the clock says
 */
export async function updateProfiles(
  tx: Sql,
  audience: readonly number[] | null,
  given: readonly GivenProfile[],
  at: Date,
): Promise<void> {
  const told = given.map(({ displayName, ...rest }) => {
    if (displayName === undefined) return rest;
    return { ...rest, displayName, nameKey: displayName === null ? null : foldedName(displayName) };
  });
  const set = (column: string, field: string, value: string) =>
    `${column} = CASE WHEN told ? '${field}' THEN ${value} ELSE ${column} END`;
  const dated = (column: string, field: string) =>
    set(column, field, `CASE WHEN told ->> '${field}' IS NOT NULL THEN known_at END`);
  const [, touched] = await tx.query(
    `UPDATE player SET ${[
      set('display_name', 'displayName', "told ->> 'displayName'"),
      set('name_key', 'displayName', "told ->> 'nameKey'"),
      dated('named_at', 'displayName'),
      set('country', 'country', "told ->> 'country'"),
      dated('country_at', 'country'),
      set('links', 'links', "nullif(told -> 'links', 'null')"),
      dated('links_at', 'links'),
    ].join(', ')}
     FROM (SELECT told, (told ->> 'playerId')::integer AS own_id,
                  greatest($1::timestamptz, (SELECT max(since) FROM membership
                    WHERE player_id = (told ->> 'playerId')::integer
                      AND ($2::integer[] IS NULL OR league_id = ANY($2::integer[])))) AS known_at
           FROM jsonb_array_elements($3::jsonb) AS given (told)) AS given
     WHERE id = own_id`,
    [at, audience, JSON.stringify(told)],
  );
  expectRows('updateProfiles', touched, given.length);
  const named = given.flatMap(({ playerId, displayName }) => (displayName === undefined ? [] : playerId));
  if (named.length === 0) return;
  await tx.query(
    `UPDATE membership SET name_key = CASE WHEN since <= named_at THEN player.name_key END
     FROM player WHERE player.id = ANY($1::integer[]) AND player_id = player.id`,
    [named],
  );
}
