import { isStorable } from '../kit/sql/columns.js';
import { type Sql } from '../kit/sql/transaction.js';
import { handleKey, plainName } from './handle.js';
import { isInRange, namesFrom } from './name-range.js';
import { type Player } from './player.js';

/** The player of the league who has an account that the league or everybody may see. */
function accountQuery(leagueId: string, key: string): string {
  return `SELECT account.player_id FROM account JOIN membership AS own USING (player_id)
    WHERE account = ${key} AND account.league_id IN (0, ${leagueId}) AND own.league_id = ${leagueId}
    ORDER BY account.league_id DESC LIMIT 1`;
}

/** SQL expression of the id under which a handle or an account counts in a league: the id of the player whose history it shares. */
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

/** The players of the league of $1 who are not merged into others. */
const OWN = `FROM membership WHERE league_id = $1
  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = membership.player_id)`;

/** Players with a handle or a display name in the range from $2 to $3. */
const IN_RANGE = ['handle_key', 'name_key'].flatMap((key) => isInRange(key, '$2', '$3').map(({ is }) => is));

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
  const { from, before } = namesFrom(prefix);
  const branches = IN_RANGE.map(
    (isIn) => `(SELECT player_id, handle_key ${OWN} AND ${isIn} AND handle_key COLLATE "C" > $4 ${order} LIMIT $5)`,
  );
  return sql.query(
    `SELECT ${columns} FROM membership
     WHERE league_id = $1 AND player_id IN (
       SELECT player_id FROM (${branches.join(' UNION ')}) AS found ${order} LIMIT $5)
     ${order}`,
    [leagueId, from, before, after, page.limit],
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
 * A league's players with a part of their handle or display name, without regard to case and accents; those whose name begins with it first,
 * and those with the most rated matches before others. Searches all players of the league.
 */
export async function listPlayersLike(sql: Sql, leagueId: number, part: string, limit: number): Promise<Player[]> {
  const plain = isStorable(part) ? plainName(part) : '';
  if (plain === '') return [];
  return sql.query(
    `SELECT own.player_id AS id, handle, since AS "createdAt"
     FROM (SELECT player_id, handle, since, handle_key, plain_name(handle_key) AS plain_handle, plain_name(name_key) AS plain_shown ${OWN}) AS own
     LEFT JOIN rating ON rating.league_id = $1 AND rating.player_id = own.player_id
     WHERE strpos(plain_handle, $2) > 0 OR strpos(plain_shown, $2) > 0
     ORDER BY NOT (starts_with(plain_handle, $2) OR coalesce(starts_with(plain_shown, $2), false)),
              matches_played DESC NULLS LAST, handle_key COLLATE "C" LIMIT $3`,
    [leagueId, plain, limit],
  );
}

/** How many players `listLeaguePlayers` lists in all. */
export async function countLeaguePlayers(sql: Sql, leagueId: number, prefix: string | null): Promise<number> {
  if (!isStorable(prefix ?? '')) return 0;
  if (!prefix) {
    const [row] = await sql.query(`SELECT count(*)::integer AS count ${OWN}`, [leagueId]);
    return row.count;
  }
  const { from, before } = namesFrom(prefix);
  const counts = IN_RANGE.map((isIn, index) => {
    const isCounted = IN_RANGE.slice(0, index).map((other) => `AND NOT (${other})`);
    return `(SELECT count(*) ${OWN} AND ${isIn} ${isCounted.join(' ')})`;
  });
  const [row] = await sql.query(`SELECT (${counts.join(' + ')})::integer AS count`, [leagueId, from, before]);
  return row.count;
}
