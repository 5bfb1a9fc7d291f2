import { type Access, isPlatformAdmin } from '../access/access.js';
import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import { byHandleKey, handleKey } from './handle.js';
import type { Player } from './player.js';

/** The league of the rows of `membership` that say whom everybody may know of. */
export const EVERYBODY = 0;
/** Handles that a search looks at before it answers with what it has found. */
const MAX_SCANNED = 50_000;

/**
 * The leagues by whose rows of `membership` a caller knows players; null for those who know all. These rows are all that is read, so
 * what it costs to ask for a player does not tell whether there is one whom the caller may not know of.
 */
export function audienceOf(access: Access): number[] | null {
  return isPlatformAdmin(access) ? null : [EVERYBODY, ...access.leagueIds];
}

/** A player as the audience $1 knows them. @param player their id, as an expression */
const KNOWN = (player: string) => `
  SELECT own.player_id AS id, own.handle, own.handle_key, min(own.since) OVER () AS "createdAt"
  FROM membership AS own WHERE own.player_id = ${player} AND own.league_id = ANY($1::integer[])
  ORDER BY own.league_id LIMIT 1`;

/** The player whom the audience $1 knows, or knew, by a key, or knows by an account. */
const KNOWN_BY = (key: string) => `
  SELECT player_id FROM membership WHERE league_id = ANY($1::integer[]) AND handle_key = ${key}
  UNION ALL
  SELECT player_id FROM former_name JOIN league ON league.id = league_id
  WHERE handle_key = ${key} AND (visibility = 'PUBLIC' OR league_id = ANY($1::integer[]))
  UNION ALL
  (SELECT player_id FROM account WHERE account = ${key} AND league_id = ANY($1::integer[]) ORDER BY league_id LIMIT 1)
  LIMIT 1`;

/** The player of this handle, present or former, or of this account, if the caller may know of them. */
export async function findPlayer(sql: Sql, access: Access, handle: string): Promise<Player | null> {
  return (await findVisiblePlayers(sql, access, [handle])).get(handleKey(handle)) ?? null;
}

/** The players of handles, present or former, and of accounts, that the caller may know of, by handleKey. */
export async function findVisiblePlayers(
  sql: Sql,
  access: Access,
  handles: Iterable<string>,
): Promise<Map<string, Player>> {
  const keys = [...byHandleKey(handles).keys()].filter(isStorable);
  const audience = audienceOf(access);
  const rows: (Player & { asked: string })[] = audience
    ? await sql.query(
        `SELECT asked, known.id, known.handle, known."createdAt" FROM unnest($2::text[]) AS asked
         CROSS JOIN LATERAL (${KNOWN_BY('asked')}) AS named
         CROSS JOIN LATERAL (${KNOWN('named.player_id')}) AS known`,
        [audience, keys],
      )
    : await sql.query(
        `SELECT name.handle_key AS asked, player.id, player.handle, player.created_at AS "createdAt"
         FROM player_name AS name JOIN player ON player.id = player_id WHERE name.handle_key = ANY($1::text[])
         UNION ALL
         (SELECT DISTINCT ON (account) account, player.id, player.handle, player.created_at
          FROM account JOIN player ON player.id = player_id WHERE account = ANY($1::text[]) ORDER BY account, league_id)`,
        [keys],
      );
  return new Map(rows.map(({ asked, ...player }) => [asked, player]));
}

export async function findPlayerById(sql: Sql, access: Access, id: number): Promise<Player | null> {
  const audience = audienceOf(access);
  const rows: Player[] = audience
    ? await sql.query(`SELECT id, handle, "createdAt" FROM (${KNOWN('$2')}) AS known`, [audience, id])
    : await sql.query('SELECT id, handle, created_at AS "createdAt" FROM player WHERE id = $1', [id]);
  return rows[0] ?? null;
}

/** Players as the caller knows them; whom no league of theirs knows is shown as they are. */
export async function listKnownPlayers(sql: Sql, access: Access, ids: readonly number[]): Promise<Player[]> {
  const audience = audienceOf(access);
  return audience
    ? sql.query(
        `SELECT player.id, COALESCE(known.handle, player.handle) AS handle,
                COALESCE(known."createdAt", player.created_at) AS "createdAt"
         FROM player LEFT JOIN LATERAL (${KNOWN('player.id')}) AS known ON true WHERE player.id = ANY($2::integer[])`,
        [audience, ids],
      )
    : sql.query('SELECT id, handle, created_at AS "createdAt" FROM player WHERE id = ANY($1::integer[])', [ids]);
}

/** A page of players, by handle without regard to case. */
export interface PlayerPage {
  readonly players: Player[];
  /** The handleKey up to which was searched, where the search ended before the list did; null where it saw enough. */
  readonly searchedTo: string | null;
}

/** One page of the players that the caller may know of. A search looks at MAX_SCANNED handles of each league at most. */
export async function listPlayers(
  sql: Sql,
  access: Access,
  page: { limit: number; afterKey: string | null; search: string | null },
): Promise<PlayerPage> {
  if (!isStorable(page.search ?? '')) return { players: [], searchedTo: null };
  const audience = audienceOf(access);
  const after = page.afterKey ?? '';
  // Not LIKE: how PostgreSQL goes about that depends on how many handles it thinks match, hidden ones too.
  const part = page.search ? handleKey(page.search) : '';
  const rows: (Player & { handle_key: string })[] = audience
    ? await sql.query(
        `SELECT known.id, known.handle, known."createdAt", known.handle_key
         FROM (SELECT DISTINCT player_id FROM unnest($1::integer[]) AS audience CROSS JOIN LATERAL (
           SELECT player_id FROM (${scan('audience', '$2')} LIMIT ${MAX_SCANNED}) AS scanned
           WHERE strpos(handle_key, $3) > 0 ORDER BY handle_key LIMIT $4) AS found) AS found
         CROSS JOIN LATERAL (${KNOWN('found.player_id')}) AS known
         WHERE known.handle_key > $2 AND strpos(known.handle_key, $3) > 0 ORDER BY known.handle_key LIMIT $4`,
        [audience, after, part, page.limit],
      )
    : await sql.query(
        `SELECT id, handle, created_at AS "createdAt", handle_key
         FROM (SELECT * FROM player WHERE handle_key > $1 ORDER BY handle_key LIMIT ${MAX_SCANNED}) AS scanned
         WHERE strpos(handle_key, $2) > 0 ORDER BY handle_key LIMIT $3`,
        [after, part, page.limit],
      );
  const isWhole = rows.length === page.limit && audience?.length === 1;
  const end = page.search && !isWhole ? await findScanEnd(sql, audience, after, rows) : null;
  const seen = end === null ? rows : rows.slice(0, end.rows);
  return {
    players: seen.map(({ id, handle, createdAt }) => ({ id, handle, createdAt })),
    searchedTo: end !== null && seen.length < page.limit ? end.key : null,
  };
}

/** How many players `listPlayers` lists in all, and how many names are looked at to know it. */
export async function countPlayers(
  sql: Sql,
  access: Access,
  search: string | null,
): Promise<{ readonly found: number; readonly seen: number }> {
  if (!isStorable(search ?? '')) return { found: 0, seen: 0 };
  const audience = audienceOf(access);
  const part = search ? handleKey(search) : '';
  // Whom several leagues know goes by the name of the first, as in `KNOWN`.
  const [once, order] =
    audience?.length === 1 ? ['', ''] : ['DISTINCT ON (player_id)', 'ORDER BY player_id, league_id'];
  const names = audience
    ? `SELECT ${once} handle_key FROM membership WHERE league_id = ANY($2::integer[]) ${order}`
    : 'SELECT handle_key FROM player';
  const rows: { found: number; seen: number }[] = await sql.query(
    `SELECT (count(*) FILTER (WHERE strpos(handle_key, $1) > 0))::integer AS found, count(*)::integer AS seen
     FROM (${names}) AS known`,
    [part, ...(audience ? [audience] : [])],
  );
  return rows[0]!;
}

/** The names of a league after a key, in their order. */
function scan(leagueId: string, after: string): string {
  return `SELECT player_id, handle_key FROM membership WHERE league_id = ${leagueId} AND handle_key > ${after}
    ORDER BY handle_key`;
}

/** The end of the nearest scan of MAX_SCANNED handles, and the number of rows before it; null where none has as many. */
async function findScanEnd(
  sql: Sql,
  audience: readonly number[] | null,
  after: string,
  found: readonly { readonly handle_key: string }[],
): Promise<{ key: string; rows: number } | null> {
  const offset = `OFFSET ${MAX_SCANNED - 1} LIMIT 1`;
  const last = audience
    ? `SELECT min(last.handle_key) AS key FROM unnest($3::integer[]) AS audience
       CROSS JOIN LATERAL (${scan('audience', '$1')} ${offset}) AS last`
    : `SELECT (SELECT handle_key FROM player WHERE handle_key > $1 ORDER BY handle_key ${offset}) AS key`;
  const rows: { key: string | null; rows: number }[] = await sql.query(
    `SELECT key, (SELECT count(*) FROM unnest($2::text[]) AS found WHERE found <= key)::integer AS rows FROM (${last}) AS ends`,
    [after, found.map(({ handle_key }) => handle_key), ...(audience ? [audience] : [])],
  );
  const { key, rows: before } = rows[0]!;
  return key === null ? null : { key, rows: before };
}

/** Former handles of players that the caller may know of, newest first, by the players' ids; players without any are omitted. */
export async function listFormerHandles(
  sql: Sql,
  access: Access,
  playerIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const audience = audienceOf(access);
  const rows: { player_id: number; handles: string[] }[] = audience
    ? await sql.query(
        `SELECT player_id, array_agg(handle ORDER BY at DESC) AS handles
         FROM (SELECT player_id, former.handle, max(given_up_at) AS at
               FROM former_name AS former JOIN league ON league.id = league_id
               WHERE player_id = ANY($2::integer[]) AND (visibility = 'PUBLIC' OR league_id = ANY($1::integer[]))
               GROUP BY player_id, former.handle) AS former
         GROUP BY player_id`,
        [audience, playerIds],
      )
    : await sql.query(
        `SELECT player_id, array_agg(handle ORDER BY given_up_at DESC) AS handles FROM player_name
         WHERE player_id = ANY($1::integer[]) AND given_up_at IS NOT NULL GROUP BY player_id`,
        [playerIds],
      );
  return new Map(rows.map(({ player_id, handles }) => [player_id, handles]));
}
