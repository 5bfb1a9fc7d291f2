import type { EntityManager } from 'typeorm';
import { isStorable } from '../kit/sql/text.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { byHandleKey, handleKey, UNFOLDED } from './handle.js';
import type { Player } from './player.js';
import { PlayerTable } from './player.table.js';

/**
 * Players as a league knows them: by the name that it knows, and since it has. Of those whom it does not know, what everybody
 * knows, or else what there is.
 */
export async function listPlayersById(sql: Sql, leagueId: number, ids: readonly number[]): Promise<Player[]> {
  return sql.query(
    `SELECT asked.id, COALESCE(own.handle, open.handle, player.handle) AS handle,
            COALESCE(own.since, open.since, player.created_at) AS "createdAt"
     FROM unnest($2::integer[]) AS asked (id)
     LEFT JOIN membership AS own ON own.player_id = asked.id AND own.league_id = $1
     LEFT JOIN membership AS open ON open.player_id = asked.id AND open.league_id = 0 AND own.player_id IS NULL
     LEFT JOIN player ON player.id = asked.id AND own.player_id IS NULL
     WHERE COALESCE(own.player_id, player.id) IS NOT NULL`,
    [leagueId, ids],
  );
}

/** Ids of the handles that exist, former ones too, by handleKey. */
export async function findPlayerIds(sql: Sql, handles: Iterable<string>): Promise<Map<string, number>> {
  const keys = [...byHandleKey(handles).keys()].filter(isStorable);
  const rows: { id: number; handle_key: string }[] = await sql.query(
    'SELECT player_id AS id, handle_key FROM player_name WHERE handle_key = ANY($1::text[])',
    [keys],
  );
  return new Map(rows.map((row) => [row.handle_key, row.id]));
}

/** Players of a league by the handleKeys of their handles, present and former; those whom the league knows. */
export async function listPlayersByHandle(
  sql: Sql,
  leagueId: number,
  keys: readonly string[],
): Promise<Map<string, Player>> {
  const rows: { key: string; id: number; handle: string; since: Date }[] = await sql.query(
    `SELECT name.handle_key AS key, player_id AS id, own.handle, since
     FROM player_name AS name JOIN membership AS own USING (player_id)
     WHERE name.handle_key = ANY($2::text[]) AND league_id = $1`,
    [leagueId, keys],
  );
  return new Map(rows.map(({ key, id, handle, since }) => [key, { id, handle, createdAt: since }]));
}

/** Players found or made for handles that did not exist a moment ago. */
export interface MadePlayers {
  /** Ids by handleKey, also of those that were there. */
  readonly ids: ReadonlyMap<string, number>;
  /** Ids that this transaction made. */
  readonly made: readonly number[];
}

/**
 * Makes players of handles that are nobody's. The statements are the same whether they are or not: whom the caller may not know of
 * must not show in the time that it takes.
 */
export async function insertPlayers(sql: Sql, handles: Iterable<string>, createdAt: Date): Promise<MadePlayers> {
  const byKey = byHandleKey(handles);
  // In one order everywhere: two transactions that make the same players then wait for each other without a deadlock.
  const keys = [...byKey.keys()].sort();
  if (keys.length === 0) return { ids: new Map(), made: [] };
  const made: { id: number }[] = await sql.query(
    `WITH name AS (
       INSERT INTO player_name (handle_key, handle, player_id)
       SELECT handle_key, handle, nextval(pg_get_serial_sequence('player', 'id'))
       FROM unnest($1::text[], $2::text[]) AS new (handle, handle_key)
       ON CONFLICT (handle_key) DO NOTHING RETURNING *
     )
     INSERT INTO player (id, handle, handle_key, created_at) OVERRIDING SYSTEM VALUE
     SELECT player_id, handle, handle_key, $3 FROM name RETURNING id`,
    [keys.map((key) => byKey.get(key)), keys, createdAt],
  );
  return { ids: await findPlayerIds(sql, keys), made: made.map(({ id }) => id) };
}

/**
 * Makes players known to a league, by the name that everybody knows, or else by the one that the league was given: it must not
 * learn from the name that there has been such a player elsewhere.
 * @param names handles by the ids of their players
 * @returns those whom the league did not know
 */
export async function insertMemberships(
  sql: Sql,
  leagueId: number,
  names: ReadonlyMap<string, number>,
  since: Date,
): Promise<number[]> {
  if (names.size === 0) return [];
  const rows: { player_id: number }[] = await sql.query(
    `INSERT INTO membership (player_id, league_id, since, handle, handle_key)
     SELECT given.player_id, $1, $2, COALESCE(open.handle, given.handle), COALESCE(open.handle_key, given.handle_key)
     FROM unnest($3::integer[], $4::text[], $5::text[]) AS given (player_id, handle, handle_key)
     LEFT JOIN membership AS open ON open.player_id = given.player_id AND open.league_id = 0
     ORDER BY given.player_id ON CONFLICT (player_id, league_id) DO NOTHING RETURNING player_id`,
    [leagueId, since, [...names.values()], [...names.keys()], [...names.keys()].map(handleKey)],
  );
  return rows.map((row) => row.player_id);
}

/** Which of these players the league knows. */
export async function listKnownIds(sql: Sql, leagueId: number, ids: Iterable<number>): Promise<Set<number>> {
  const rows: { player_id: number }[] = await sql.query(
    'SELECT player_id FROM membership WHERE league_id = $1 AND player_id = ANY($2::integer[])',
    [leagueId, [...ids]],
  );
  return new Set(rows.map((row) => row.player_id));
}

/**
 * Makes sure that there are players of these handles, and that the league knows them.
 * @param ids of handles that exist, by handleKey
 */
export async function enterPlayers(
  sql: Sql,
  leagueId: number,
  handles: Iterable<string>,
  ids: ReadonlyMap<string, number>,
  now: Date,
): Promise<EnteredPlayers> {
  const byKey = byHandleKey(handles);
  const known = await listKnownIds(sql, leagueId, ids.values());
  const strangers = [...byKey].filter(([key]) => !known.has(ids.get(key) ?? -1));
  const { ids: found, made } = await insertPlayers(
    sql,
    strangers.map(([, handle]) => handle),
    now,
  );
  const names = new Map(strangers.map(([key, handle]) => [handle, found.get(key)!]));
  return { ids: found, made, entered: await insertMemberships(sql, leagueId, names, now) };
}

/** Players whom a league has come to know. */
export interface EnteredPlayers extends MadePlayers {
  /** Ids of those whom it did not know. */
  readonly entered: readonly number[];
}

/** Takes back what `enterPlayers` did for players whom nothing of the league refers to. */
export async function leavePlayers(
  sql: Sql,
  leagueId: number,
  { made, entered }: EnteredPlayers,
  isUsed: (id: number) => boolean,
): Promise<void> {
  const left = entered.filter((id) => !isUsed(id));
  if (left.length === 0) return;
  await sql.query('DELETE FROM membership WHERE league_id = $1 AND player_id = ANY($2::integer[])', [leagueId, left]);
  await deletePlayers(
    sql,
    made.filter((id) => !isUsed(id)),
  );
}

/** Takes back players that this transaction made and nothing refers to. */
async function deletePlayers(sql: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query(
    `WITH unnamed AS (DELETE FROM player_name WHERE player_id = ANY($1::integer[]))
     DELETE FROM player WHERE id = ANY($1::integer[])`,
    [ids],
  );
}

/**
 * Gives a player another handle; the old one goes on leading to them. A former handle of theirs may become theirs again.
 * @param player as locked by `lockPlayer`
 * @returns null where the handle is, or was, another player's
 */
export async function renamePlayer(
  tx: EntityManager,
  player: Player,
  handle: string,
  at: Date,
): Promise<Player | null> {
  const oldKey = handleKey(player.handle);
  const newKey = handleKey(handle);
  if (oldKey !== newKey) {
    const [, givenUp] = await tx.query(
      'UPDATE player_name SET given_up_at = $3 WHERE handle_key = $1 AND player_id = $2 AND given_up_at IS NULL',
      [oldKey, player.id, at],
    );
    expectRows('give up a name', givenUp, 1);
  }
  // Waits for another request that is about to take the same name, and then sees whether it did.
  const taken: unknown[] = await tx.query(
    `INSERT INTO player_name AS known (handle_key, handle, player_id) VALUES ($1, $2, $3)
     ON CONFLICT (handle_key) DO UPDATE SET handle = excluded.handle, given_up_at = NULL
       WHERE known.player_id = excluded.player_id
     RETURNING 1`,
    [newKey, handle, player.id],
  );
  if (taken.length === 0) return null;
  const updated = await tx.update(PlayerTable, { id: player.id }, { handle, handleKey: newKey });
  expectRows('renamePlayer', updated.affected ?? 0, 1);
  await renameInLeagues(tx, player.id, { handle, key: newKey }, at);
  return tx.findOneByOrFail(PlayerTable, { id: player.id });
}

/** The leagues that know a player learn the new name, and remember by which one they knew the player before. */
async function renameInLeagues(tx: Sql, id: number, name: { handle: string; key: string }, at: Date): Promise<void> {
  await tx.query('DELETE FROM former_name WHERE player_id = $1 AND handle_key = $2', [id, name.key]);
  await tx.query(
    `INSERT INTO former_name (handle_key, league_id, player_id, handle, given_up_at)
     SELECT handle_key, league_id, player_id, handle, $3 FROM membership
     WHERE player_id = $1 AND league_id <> 0 AND handle_key <> $2`,
    [id, name.key, at],
  );
  await tx.query('UPDATE membership SET handle = $2, handle_key = $3 WHERE player_id = $1', [
    id,
    name.handle,
    name.key,
  ]);
}

/** Keeps a player's handle as it is until the end of the transaction. @returns the player as they are now */
export async function lockPlayer(tx: EntityManager, id: number): Promise<Player> {
  const rows: Player[] = await tx.query(
    'SELECT id, handle, created_at AS "createdAt" FROM player WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  expectRows('lockPlayer', rows.length, 1);
  return rows[0]!;
}

/** Keys that could not be folded, since their handle would then be another player's name; see `keepApart`. */
export async function listUnfoldedKeys(sql: Sql): Promise<string[]> {
  const rows: { key: string }[] = await sql.query(
    `SELECT handle_key AS key FROM player_name WHERE handle_key ~ '${UNFOLDED}' ORDER BY handle_key`,
  );
  return rows.map(({ key }) => key);
}

/** A former handle of one player that is another's name. */
export interface ContestedName {
  readonly handle: string;
  /** Who gave it up. */
  readonly playerId: number;
  /** To whom it leads. */
  readonly ownerId: number;
}

/** Drops the claims of those who gave up a name that is another's. */
export async function deleteContestedNames(tx: Sql): Promise<ContestedName[]> {
  const [rows]: [ContestedName[], number] = await tx.query(
    `DELETE FROM contested_name AS contested USING player_name AS name WHERE name.handle_key = contested.handle_key
     RETURNING contested.handle, contested.player_id AS "playerId", name.player_id AS "ownerId"`,
  );
  return rows;
}
