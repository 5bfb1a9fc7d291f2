import type { Sql } from '../kit/sql/transaction.js';
import { newMark } from './league.js';

/**
 * Everybody may see the players of public leagues: the rows of league 0 in `membership`. These statements maintain
 * them.
 */

/**
 * Locks players until the transaction ends: nobody renames or erases them, and no other league gets to know them. Leagues are locked
 * before players, everywhere.
 */
export async function lockPlayers(sql: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query('SELECT FROM player WHERE id = ANY($1::integer[]) ORDER BY id FOR NO KEY UPDATE', [ids]);
}

/** After a league has lost players, forgets their former names there, and hides players whom everybody could see only through this league. */
async function withdrawMembers(sql: Sql, leagueId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query('DELETE FROM former_name WHERE league_id = $1 AND player_id = ANY($2::integer[])', [leagueId, ids]);
  await publishAnew(sql, ids, leagueId);
}

/** After a league has become public or private, shows its players to everybody, or hides them. Call `lockShowing` before the league is locked. */
export async function publishLeague(sql: Sql, leagueId: number): Promise<void> {
  await publishAnew(sql, await listMemberIds(sql, leagueId), leagueId);
}

/** Locks the leagues that may get a new version with a league, and that league, in the order of their ids, which is the same everywhere. */
export async function lockShowing(sql: Sql, leagueId: number): Promise<void> {
  await lockLeaguesOf(sql, await listMemberIds(sql, leagueId), leagueId);
}

async function listMemberIds(sql: Sql, leagueId: number): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    'SELECT player_id AS id FROM membership WHERE league_id = $1 ORDER BY player_id',
    [leagueId],
  );
  return rows.map(({ id }) => id);
}

/** Locks the leagues that may get a new version when a league loses these players, and that league, likewise. */
export async function lockLeaguesOf(sql: Sql, ids: readonly number[], leagueId: number | null): Promise<void> {
  const leagues = new Set([...(await listShowing(sql, ids)), ...(await listKnowingByAccount(sql, ids))]);
  if (leagueId !== null) leagues.add(leagueId);
  for (const id of [...leagues].sort((one, other) => one - other)) {
    await sql.query('SELECT FROM league WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }
}

/** Public leagues that know one of these players, by tables that are on every server of a cluster. */
async function listShowing(sql: Sql, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows: { id: number }[] = await sql.query(
    `SELECT league_id AS id FROM league_slug WHERE visibility = 'PUBLIC'
       AND league_id IN (SELECT league_id FROM membership WHERE player_id = ANY($1::integer[])) ORDER BY league_id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/**
 * Leagues may gain or lose the same players at the same time. The rows are therefore locked first, by a separate statement: the others then
 * see everything that was committed before.
 * @param leagueId the league whose change caused this, which has a new version anyway; null: none
 */
async function publishAnew(sql: Sql, ids: readonly number[], leagueId: number | null): Promise<void> {
  await lockPlayers(sql, ids);
  const rows: { id: number }[] = await sql.query(
    `SELECT player_id AS id FROM membership WHERE league_id = 0 AND player_id = ANY($1::integer[])
     ORDER BY player_id FOR UPDATE`,
    [ids],
  );
  const locked = rows.map(({ id }) => id);
  const forgetting = await listForgetting(sql, locked);
  await sql.query(
    `DELETE FROM membership AS known WHERE league_id = 0 AND player_id = ANY($1::integer[]) AND ${IS_OF_NO_PUBLIC_LEAGUE('known')}`,
    [locked],
  );
  // A row that did not exist to be locked may come from another league: the earlier time counts.
  const known: { id: number }[] = await sql.query(
    `INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key, name_key)
     SELECT DISTINCT ON (player_id) player_id, 0, since, handle, handle_key, name_key
     FROM membership JOIN league_slug USING (league_id)
     WHERE player_id = ANY($1::integer[]) AND visibility = 'PUBLIC' ORDER BY player_id, since, league_id
     ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since, name_key = excluded.name_key
     WHERE known.since > excluded.since OR (known.since < excluded.since AND known.player_id = ANY($2::integer[]))
     RETURNING player_id AS id`,
    [ids, locked],
  );
  // Other leagues also show these players to everybody, and their cached data is valid for a version. A correction does not lock these
  // leagues before the players, because very few need it: if two wait for each other, PostgreSQL ends one, and it is repeated.
  const showing = await listShowing(
    sql,
    known.map(({ id }) => id),
  );
  const others = new Set([...forgetting, ...showing].filter((id) => id !== leagueId));
  for (const id of [...others].sort((one, other) => one - other)) {
    await sql.query('UPDATE league SET version = version + 1, mark = $2 WHERE id = $1', [id, newMark()]);
  }
}

const IS_OF_NO_PUBLIC_LEAGUE = (player: string) => `NOT EXISTS (
  SELECT FROM membership AS own JOIN league_slug USING (league_id)
  WHERE own.player_id = ${player}.player_id AND visibility = 'PUBLIC')`;

/** Private leagues that know one of these players by an account that everybody could see until now. */
function listForgetting(sql: Sql, ids: readonly number[]): Promise<number[]> {
  return listKnowingByAccount(sql, ids, `AND ${IS_OF_NO_PUBLIC_LEAGUE('known')}`);
}

/** Leagues that know one of these players who has an account that everybody may see. @param condition SQL on `known`, a row of that account */
async function listKnowingByAccount(sql: Sql, ids: readonly number[], condition = ''): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows: { id: number }[] = await sql.query(
    `SELECT DISTINCT other.league_id AS id FROM account AS known JOIN membership AS other USING (player_id)
     WHERE known.league_id = 0 AND player_id = ANY($1::integer[]) AND other.league_id <> 0 ${condition}`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** A player who was visible to too many or too few. */
export interface Republished {
  readonly id: number;
  readonly handle: string;
  /** Whether a public league knows them, so that everybody may see them. */
  readonly isPublic: boolean;
}

/**
 * Shows the players of public leagues to everybody, and no others. There is nothing to do unless processes of two versions have changed
 * the visibility of leagues at the same moment.
 */
export async function publishAgain(sql: Sql): Promise<Republished[]> {
  const rows: Republished[] = await sql.query(
    `SELECT player.id, player.handle, open.since IS NOT NULL AS "isPublic"
     FROM (SELECT player_id, min(since) AS since
           FROM membership JOIN league_slug USING (league_id) WHERE visibility = 'PUBLIC' GROUP BY player_id) AS open
     FULL JOIN (SELECT player_id, since FROM membership WHERE league_id = 0) AS kept USING (player_id)
     JOIN player ON player.id = player_id WHERE open.since IS DISTINCT FROM kept.since ORDER BY player.id`,
  );
  const ids = rows.map(({ id }) => id);
  await lockLeaguesOf(sql, ids, null);
  await publishAnew(sql, ids, null);
  return rows;
}

/** The same for a private league, which others must not learn of: only hides players. */
export async function withdrawUnpublished(sql: Sql, leagueId: number): Promise<void> {
  const rows: { id: number }[] = await sql.query(
    `SELECT player_id AS id FROM membership AS own JOIN membership AS known USING (player_id)
     WHERE own.league_id = $1 AND known.league_id = 0 AND NOT EXISTS (
       SELECT FROM membership AS open JOIN league_slug USING (league_id)
       WHERE open.player_id = known.player_id AND visibility = 'PUBLIC')
     ORDER BY player_id`,
    [leagueId],
  );
  if (rows.length === 0) return;
  await publishAnew(
    sql,
    rows.map(({ id }) => id),
    leagueId,
  );
}

/** Makes a league forget those of some players who are no longer in its log or its queue, on its board or merged in it. */
export async function endMemberships(sql: Sql, leagueId: number, ids: readonly number[]): Promise<void> {
  const rows: { id: number }[] = await sql.query(
    `SELECT id FROM unnest($2::integer[]) AS left_out (id)
     WHERE NOT EXISTS (SELECT FROM rating WHERE league_id = $1 AND player_id = id)
       AND NOT EXISTS (SELECT FROM unrated_appearance WHERE league_id = $1 AND player_id = id)
       AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND id IN (player_id, into_id))
       AND NOT EXISTS (SELECT FROM queue_ticket WHERE league_id = $1 AND player_id = id)`,
    [leagueId, ids],
  );
  const ended = rows.map(({ id }) => id);
  if (ended.length === 0) return;
  await deleteMemberships(sql, leagueId, ended);
}

/** Makes a league forget players. */
export async function deleteMemberships(sql: Sql, leagueId: number, ids: readonly number[]): Promise<void> {
  await sql.query('DELETE FROM membership WHERE league_id = $1 AND player_id = ANY($2::integer[])', [leagueId, ids]);
  await withdrawMembers(sql, leagueId, ids);
}
