import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import { handleKey } from './handle.js';
import type { Player } from './player.js';

/** No handle has it, and in the order of bytes it comes after all that they have. */
const LAST = '\u{10FFFF}';

/** The players of the league of $1 whose keys have a prefix, in the order of the index: byte by byte, whatever the database's collation. */
const PREFIXED = `membership WHERE league_id = $1 AND handle_key COLLATE "C" >= $2 AND handle_key COLLATE "C" < $3
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id)`;

function range(leagueId: number, prefix: string | null): unknown[] {
  const key = prefix ? handleKey(prefix) : '';
  return [leagueId, key, key + LAST];
}

/**
 * One page of a league's players, registered ones and guests among them, by handle; those merged into others are left out.
 * @param prefix how their handles begin, without regard to case; null: all
 */
export async function listLeaguePlayers(
  sql: Sql,
  leagueId: number,
  prefix: string | null,
  page: { readonly limit: number; readonly afterKey: string | null },
): Promise<Player[]> {
  if (!isStorable(prefix ?? '')) return [];
  return sql.query(
    `SELECT player_id AS id, handle, since AS "createdAt" FROM ${PREFIXED} AND handle_key COLLATE "C" > $4
     ORDER BY handle_key COLLATE "C" LIMIT $5`,
    [...range(leagueId, prefix), page.afterKey ?? '', page.limit],
  );
}

/** How many players `listLeaguePlayers` lists in all. */
export async function countLeaguePlayers(sql: Sql, leagueId: number, prefix: string | null): Promise<number> {
  if (!isStorable(prefix ?? '')) return 0;
  const [row] = await sql.query(`SELECT count(*)::integer AS count FROM ${PREFIXED}`, range(leagueId, prefix));
  return row.count;
}
