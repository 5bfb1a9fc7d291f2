import { foldedName } from '../kit/skeleton.js';
import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import { handleKey } from './handle.js';
import { LAST } from './known-players.js';
import type { Player } from './player.js';

/** The players of the league of $1 who are not merged into others. */
const OWN = `FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id)`;

/** Handles that begin with $2, and display names with $4, in the order of an index: byte by byte, whatever the database's collation. */
const HAS_HANDLE = '(handle_key COLLATE "C" >= $2 AND handle_key COLLATE "C" < $3)';
const BY_HANDLE = `${OWN} AND ${HAS_HANDLE}`;
const BY_NAME = `${OWN} AND name_key COLLATE "C" >= $4 AND name_key COLLATE "C" < $5`;

/** How the keys of handles, and of display names, begin: each from one to another. */
export interface NameRanges {
  readonly handles: readonly [from: string, before: string];
  readonly shown: readonly [from: string, before: string];
}

/** The names that begin with a text, without regard to case; none if no name can. */
export function namesFrom(prefix: string): NameRanges {
  if (!isStorable(prefix)) return { handles: ['', ''], shown: ['', ''] };
  const [handle, name] = [handleKey(prefix), foldedName(prefix)];
  return { handles: [handle, handle + LAST], shown: [name, name + LAST] };
}

function ranges(leagueId: number, prefix: string): unknown[] {
  const { handles, shown } = namesFrom(prefix);
  return [leagueId, ...handles, ...shown];
}

/**
 * One page of a league's players, registered ones and guests among them, by handle; those merged into others are left out.
 * @param prefix how their handles or display names begin, without regard to case; null: all
 */
export async function listLeaguePlayers(
  sql: Sql,
  leagueId: number,
  prefix: string | null,
  page: { readonly limit: number; readonly afterKey: string | null },
): Promise<Player[]> {
  const columns = 'player_id AS id, handle, since AS "createdAt"';
  const order = 'ORDER BY handle_key COLLATE "C"';
  const after = page.afterKey ?? '';
  if (!prefix) {
    return sql.query(`SELECT ${columns} ${OWN} AND handle_key COLLATE "C" > $2 ${order} LIMIT $3`, [
      leagueId,
      after,
      page.limit,
    ]);
  }
  const branch = (found: string) =>
    `(SELECT player_id, handle_key ${found} AND handle_key COLLATE "C" > $6 ${order} LIMIT $7)`;
  return sql.query(
    `SELECT ${columns} FROM membership
     WHERE league_id = $1 AND player_id IN (
       SELECT player_id FROM (${branch(BY_HANDLE)} UNION ${branch(BY_NAME)}) AS found ${order} LIMIT $7)
     ${order}`,
    [...ranges(leagueId, prefix), after, page.limit],
  );
}

/**
 * A league's players who have one of these names, by handle; those merged into others are left out. Each name is looked up in an index.
 * @param handleKeys see `handleKey`
 * @param nameKeys of display names, see `foldedName`
 */
export async function listPlayersNamed(
  sql: Sql,
  leagueId: number,
  handleKeys: readonly string[],
  nameKeys: readonly string[],
  limit: number,
): Promise<Player[]> {
  const branch = (condition: string) => `(SELECT player_id ${OWN} AND ${condition} LIMIT $4)`;
  return sql.query(
    `SELECT player_id AS id, handle, since AS "createdAt" FROM membership
     WHERE league_id = $1 AND player_id IN (
       ${branch('handle_key = ANY ($2::text[])')} UNION
       ${branch('name_key IS NOT NULL AND name_key COLLATE "C" = ANY ($3::text[])')})
     ORDER BY handle_key COLLATE "C" LIMIT $4`,
    [leagueId, handleKeys, nameKeys, limit],
  );
}

/**
 * A league's players with a part of their handle or display name, without regard to case; those whose name begins with it first, and those
 * with the most rated matches before others. Looks through all players of the league.
 */
export async function listPlayersLike(sql: Sql, leagueId: number, part: string, limit: number): Promise<Player[]> {
  if (!isStorable(part)) return [];
  return sql.query(
    `SELECT own.player_id AS id, handle, since AS "createdAt"
     FROM (SELECT * ${OWN} AND (strpos(handle_key, $2) > 0 OR strpos(name_key, $3) > 0)) AS own
     LEFT JOIN rating ON rating.league_id = $1 AND rating.player_id = own.player_id
     ORDER BY NOT (starts_with(handle_key, $2) OR coalesce(starts_with(name_key, $3), false)),
              matches_played DESC NULLS LAST, handle_key COLLATE "C" LIMIT $4`,
    [leagueId, handleKey(part), foldedName(part), limit],
  );
}

/** How many players `listLeaguePlayers` lists in all. */
export async function countLeaguePlayers(sql: Sql, leagueId: number, prefix: string | null): Promise<number> {
  if (!isStorable(prefix ?? '')) return 0;
  const [row] = prefix
    ? await sql.query(
        `SELECT ((SELECT count(*) ${BY_HANDLE}) + (SELECT count(*) ${BY_NAME} AND NOT ${HAS_HANDLE}))::integer AS count`,
        ranges(leagueId, prefix),
      )
    : await sql.query(`SELECT count(*)::integer AS count ${OWN}`, [leagueId]);
  return row.count;
}
