import { type Access, canSubmit, isPlatformAdmin } from '../access/access.js';
import { hideArrayLength, isStorable } from '../kit/sql/columns.js';
import type { Sql } from '../kit/sql/transaction.js';
import { listAccounts } from './account.repository.js';
import { type Account, byHandleKey, foldedName, handleKey, plainName } from './handle.js';
import { isInRange, isNamed, type NameCondition, namesFrom } from './name-range.js';
import type { Player } from './player.js';
import type { Profile } from './profile.js';

/** In `membership`, the league whose rows list the players whom everybody may see. */
export const EVERYBODY = 0;

/** The number of players whom a search reads before it returns what it has found. */
const MAX_SCANNED = 50_000;

/**
 * The leagues by whose rows of `membership` a caller knows players; null for callers who know all. Only these rows are read, so that the
 * response time does not reveal a player whom the caller may not see.
 */
export function visibleLeagueIds(access: Access): number[] | null {
  return isPlatformAdmin(access) ? null : [EVERYBODY, ...access.leagueIds];
}

/** A player as the audience $1 knows them. @param player SQL expression of their id */
const KNOWN = (player: string) => `
  SELECT own.player_id AS id, own.handle, own.handle_key, min(own.since) OVER () AS "createdAt"
  FROM membership AS own WHERE own.player_id = ${player} AND own.league_id = ANY(${hideArrayLength('$1', 'integer')})
  ORDER BY own.league_id LIMIT 1`;

/** The player whom the audience $1 knows or knew by a handle, or knows by an account. */
const KNOWN_BY = (key: string) => `
  SELECT player_id FROM membership WHERE league_id = ANY($1::integer[]) AND handle_key = ${key}
  UNION ALL
  SELECT player_id FROM former_name JOIN league ON league.id = league_id
  WHERE handle_key = ${key} AND (visibility = 'PUBLIC' OR league_id = ANY($1::integer[]))
  UNION ALL
  (SELECT player_id FROM account WHERE account = ${key} AND league_id = ANY($1::integer[]) ORDER BY league_id LIMIT 1)
  LIMIT 1`;

/** The player with this current or former handle, or with this account, if the caller may see them. */
export async function findPlayer(sql: Sql, access: Access, handle: string): Promise<Player | null> {
  return (await findVisiblePlayers(sql, access, [handle])).get(handleKey(handle)) ?? null;
}

/** The players with these current or former handles or accounts whom the caller may see, by handleKey. */
export async function findVisiblePlayers(
  sql: Sql,
  access: Access,
  handles: Iterable<string>,
): Promise<Map<string, Player>> {
  const keys = [...byHandleKey(handles).keys()].filter(isStorable);
  const audience = visibleLeagueIds(access);
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
  const audience = visibleLeagueIds(access);
  const rows: Player[] = audience
    ? await sql.query(`SELECT id, handle, "createdAt" FROM (${KNOWN('$2')}) AS known`, [audience, id])
    : await sql.query('SELECT id, handle, created_at AS "createdAt" FROM player WHERE id = $1', [id]);
  return rows[0] ?? null;
}

/** The players among these whom the caller knows from another league than this one. */
export async function listKnownElsewhere(
  sql: Sql,
  access: Access,
  leagueId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const audience = visibleLeagueIds(access);
  const rows: { id: number }[] = await sql.query(
    `SELECT DISTINCT player_id AS id FROM membership
     WHERE player_id = ANY($1::integer[]) AND league_id NOT IN (${EVERYBODY}, $2) AND ($3::integer[] IS NULL OR league_id = ANY($3))`,
    [ids, leagueId, audience],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Players as the caller knows them; players whom none of the caller's leagues knows are shown as stored. */
export async function listKnownPlayers(sql: Sql, access: Access, ids: readonly number[]): Promise<Player[]> {
  const audience = visibleLeagueIds(access);
  return audience
    ? sql.query(
        `SELECT player.id, COALESCE(known.handle, player.handle) AS handle,
                COALESCE(known."createdAt", player.created_at) AS "createdAt"
         FROM player LEFT JOIN LATERAL (${KNOWN('player.id')}) AS known ON true WHERE player.id = ANY(${hideArrayLength('$2', 'integer')})`,
        [audience, ids],
      )
    : sql.query('SELECT id, handle, created_at AS "createdAt" FROM player WHERE id = ANY($1::integer[])', [ids]);
}

/**
 * Profiles of players by player id, as far as an audience may see them; players without one are omitted. A league that got to know a player
 * after a value was given does not show it: that would reveal that the player was somewhere else before.
 * @param audience leagues as in `membership`; null: all values
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

/** A page of players, sorted by handle without regard to case. */
export interface PlayerPage {
  readonly players: Player[];
  /** The handleKey up to which the search looked, if it ended before the list did; otherwise null. */
  readonly searchedTo: string | null;
}

/** Whether a handle or a display name contains a text. */
const IS_FOUND = (name: string, part: string) =>
  `(strpos(plain_name(${name}.handle_key), ${part}) > 0 OR strpos(plain_name(${name}.name_key), ${part}) > 0)`;

/**
 * One page of the players whom the caller may see. A search finds them by handles and display names that the caller may see, and reads at
 * most MAX_SCANNED players of each league.
 */
export async function listPlayers(
  sql: Sql,
  access: Access,
  page: { limit: number; afterKey: string | null; search: string | null },
): Promise<PlayerPage> {
  const part = plainPart(page.search);
  if (part === null) return { players: [], searchedTo: null };
  const audience = visibleLeagueIds(access);
  const after = page.afterKey ?? '';
  // Not LIKE: PostgreSQL would choose its plan by how many handles it expects to match, including hidden ones.
  const rows: (Player & { handle_key: string })[] = audience
    ? await sql.query(
        `SELECT known.id, known.handle, known."createdAt", known.handle_key
         FROM (SELECT player_id, max(name_key) AS name_key FROM unnest($1::integer[]) AS audience CROSS JOIN LATERAL (
           SELECT player_id, name_key FROM (${scan('audience', '$2')} LIMIT ${MAX_SCANNED}) AS scanned
           WHERE ${IS_FOUND('scanned', '$3')} ORDER BY handle_key LIMIT $4) AS found GROUP BY player_id) AS found
         CROSS JOIN LATERAL (${KNOWN('found.player_id')}) AS known
         WHERE known.handle_key > $2 AND (strpos(plain_name(known.handle_key), $3) > 0 OR strpos(plain_name(found.name_key), $3) > 0)
         ORDER BY known.handle_key LIMIT $4`,
        [audience, after, part, page.limit],
      )
    : await sql.query(
        `SELECT id, handle, created_at AS "createdAt", handle_key
         FROM (SELECT * FROM player WHERE handle_key > $1 ORDER BY handle_key LIMIT ${MAX_SCANNED}) AS scanned
         WHERE ${IS_FOUND('scanned', '$2')} ORDER BY handle_key LIMIT $3`,
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

/**
 * Players whom the caller may see and whose handle or display name begins with a text, without regard to case and accents, by handle;
 * those whose name is the text come first. An index finds these names; for a caller who knows all players, all are searched.
 */
export async function listPlayersBeginning(
  sql: Sql,
  access: Access,
  text: string,
  limit: number,
): Promise<(Player & { readonly isExact: boolean })[]> {
  const audience = visibleLeagueIds(access);
  const { from: plain, before } = namesFrom(text);
  if (plain === '') return [];
  if (!audience) {
    return sql.query(
      `SELECT id, handle, created_at AS "createdAt", ${isExactly('player', 'player', '$1')} AS "isExact" FROM player
       WHERE starts_with(plain_name(handle_key), $1) OR starts_with(plain_name(name_key), $1)
       ORDER BY handle_key = $3 OR name_key IS NOT DISTINCT FROM $4 DESC, "isExact" DESC, handle_key COLLATE "C" LIMIT $2`,
      [plain, limit, handleKey(text), foldedName(text)],
    );
  }
  const branch = ({ is, order = 'handle_key COLLATE "C"' }: NameCondition) =>
    `(SELECT player_id, name_key FROM membership WHERE league_id = audience AND ${is} ORDER BY ${order} LIMIT $4)`;
  // PostgreSQL must not choose its plan by how many names it expects in the range, including hidden ones.
  const isBegun = ['handle_key', 'name_key'].flatMap((key) => isInRange(key, '(SELECT $2::text)', '(SELECT $3::text)'));
  const isWritten = { is: 'name_key COLLATE "C" = (SELECT $6::text)' };
  return sql.query(
    `SELECT known.id, known.handle, known."createdAt", ${isExactly('known', 'found', '$2')} AS "isExact"
     FROM (SELECT player_id, max(name_key) AS name_key FROM unnest($1::integer[]) AS audience CROSS JOIN LATERAL (
             ${[...isBegun, ...isNamed('name_key', '(SELECT $2::text)'), isWritten].map(branch).join(' UNION ALL ')}
           ) AS found GROUP BY player_id) AS found
     CROSS JOIN LATERAL (${KNOWN('found.player_id')}) AS known
     WHERE starts_with(plain_name(known.handle_key), $2) OR starts_with(plain_name(found.name_key), $2)
     ORDER BY known.handle_key = $5 OR found.name_key IS NOT DISTINCT FROM $6 DESC, "isExact" DESC, known.handle_key COLLATE "C" LIMIT $4`,
    [audience, plain, before, limit, handleKey(text), foldedName(text)],
  );
}

/** Whether a player has this name, without regard to case and accents. @param handled, shown relations with the handle, and with the display name */
function isExactly(handled: string, shown: string, plain: string): string {
  return `(plain_name(${handled}.handle_key) = ${plain} OR plain_name(${shown}.name_key) IS NOT DISTINCT FROM ${plain})`;
}

/** The number of players that `listPlayers` lists in all, and of names that must be read to count them. */
export async function countPlayers(
  sql: Sql,
  access: Access,
  search: string | null,
): Promise<{ readonly found: number; readonly seen: number }> {
  const part = plainPart(search);
  if (part === null) return { found: 0, seen: 0 };
  const audience = visibleLeagueIds(access);
  // A player whom several leagues know has the handle that the first of them knows, as in `KNOWN`; any of them may show the display name.
  const [once, name, order] =
    audience?.length === 1
      ? ['', 'name_key', '']
      : [
          'DISTINCT ON (player_id)',
          'max(name_key) OVER (PARTITION BY player_id) AS name_key',
          'ORDER BY player_id, league_id',
        ];
  const names = audience
    ? `SELECT ${once} handle_key, ${name} FROM membership WHERE league_id = ANY($2::integer[]) ${order}`
    : 'SELECT handle_key, name_key FROM player';
  const rows: { found: number; seen: number }[] = await sql.query(
    `SELECT (count(*) FILTER (WHERE ${IS_FOUND('known', '$1')}))::integer AS found, count(*)::integer AS seen
     FROM (${names}) AS known`,
    [part, ...(audience ? [audience] : [])],
  );
  return rows[0]!;
}

/** The part to search for in plain names; null if no name contains it. @param search null: nothing, which all names contain */
function plainPart(search: string | null): string | null {
  if (!search) return '';
  return isStorable(search) ? plainName(search) || null : null;
}

/** The names of a league after a key, in order. */
function scan(leagueId: string, after: string): string {
  return `SELECT player_id, handle_key, name_key FROM membership WHERE league_id = ${leagueId} AND handle_key > ${after}
    ORDER BY handle_key`;
}

/** The end of the nearest scan of MAX_SCANNED handles, and the number of rows before it; null if there are fewer handles. */
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

/** Former handles of players whom the caller may see, newest first, by player id; players without former handles are omitted. */
export async function listFormerHandles(
  sql: Sql,
  access: Access,
  playerIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const audience = visibleLeagueIds(access);
  const rows: { player_id: number; handles: string[] }[] = audience
    ? await sql.query(
        `SELECT player_id, array_agg(handle ORDER BY at DESC) AS handles
         FROM (SELECT player_id, former.handle, max(given_up_at) AS at
               FROM former_name AS former JOIN league_slug USING (league_id)
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

/**
 * Accounts of players by player id, for callers who may link accounts: platform admins, and tokens that submit to or administer a league that
 * knows the player. Nobody else sees them, because they reveal who a player is elsewhere.
 */
export async function listShownAccounts(
  sql: Sql,
  access: Access,
  ids: readonly number[],
): Promise<Map<number, readonly Account[]>> {
  if (isPlatformAdmin(access)) return listAccounts(sql, null, ids);
  const leagues = access.leagueIds.filter((id) => canSubmit(access, { id }));
  if (leagues.length === 0) return new Map();
  const rows: { id: number }[] = await sql.query(
    `SELECT DISTINCT player_id AS id FROM membership
     WHERE player_id = ANY($1::integer[]) AND league_id = ANY($2::integer[])`,
    [ids, leagues],
  );
  const known = rows.map(({ id }) => id);
  return listAccounts(sql, visibleLeagueIds(access), known);
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
