import type { EntityManager } from 'typeorm';
import { skeletonsOf } from '../kit/skeleton.js';
import { isStorable } from '../kit/sql/text.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { findAccountOwners } from './account.repository.js';
import { isAccount } from './account-key.js';
import { byHandleKey, handleKey } from './handle.js';
import { EVERYBODY } from './known-players.js';
import type { Player } from './player.js';
import { PlayerTable } from './player.table.js';
import { KNOWN_NAME, LOOK_ALIKES } from './player-name.repository.js';

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

/** Ids of the handles that exist, former ones too, and of the accounts that a league knows, by handleKey. */
export async function findPlayerIds(sql: Sql, leagueId: number, names: Iterable<string>): Promise<Map<string, number>> {
  const keys = [...byHandleKey(names).keys()].filter(isStorable);
  const rows: { id: number; handle_key: string }[] = await sql.query(
    'SELECT player_id AS id, handle_key FROM player_name WHERE handle_key = ANY($1::text[])',
    [keys],
  );
  const ids = new Map(rows.map((row) => [row.handle_key, row.id]));
  for (const [account, id] of await findAccountOwners(sql, leagueId, keys)) ids.set(account, id);
  return ids;
}

/**
 * Of these ids, those of players whom the league, or everybody, knows. A caller who names another one is answered as if there were no
 * such player.
 */
export async function findVisibleIds(
  sql: Sql,
  leagueId: number,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const ids = await findPlayerIds(sql, leagueId, names);
  const visible = await listKnownIds(sql, [EVERYBODY, leagueId], ids.values());
  return new Map([...ids].filter(([, id]) => visible.has(id)));
}

/** Players of a league by the handleKeys of their handles, present and former, and of their accounts; those whom the league knows. */
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
  const players = new Map(rows.map(({ key, id, handle, since }) => [key, { id, handle, createdAt: since }]));
  const owners = await findAccountOwners(sql, leagueId, keys);
  if (owners.size === 0) return players;
  const known = new Map(
    (await listMembersOf(sql, leagueId, [...owners.values()])).map((player) => [player.id, player]),
  );
  for (const [account, id] of owners) if (known.has(id)) players.set(account, known.get(id)!);
  return players;
}

/** Of these players those whom the league knows, by the names that it knows. */
async function listMembersOf(sql: Sql, leagueId: number, ids: readonly number[]): Promise<Player[]> {
  return sql.query(
    `SELECT player_id AS id, handle, since AS "createdAt" FROM membership
     WHERE league_id = $1 AND player_id = ANY($2::integer[])`,
    [leagueId, ids],
  );
}

/** Players found or made for handles that did not exist a moment ago. */
export interface MadePlayers {
  /** Ids by handleKey, also of those that were there. */
  readonly ids: ReadonlyMap<string, number>;
  /** Keys that look like those of players whom the league, or everybody, knows; of players who were there too. */
  readonly alike: ReadonlySet<string>;
  /** Ids that this transaction made. */
  readonly made: readonly number[];
}

/**
 * Makes players of handles that are nobody's, except where the league knows, or everybody does, a player whose name looks alike, or
 * one is being made. The statements are the same whether there are such players or not: those whom the caller may not know of
 * must not show in the time that it takes.
 */
export async function insertPlayers(
  sql: Sql,
  leagueId: number,
  handles: Iterable<string>,
  createdAt: Date,
): Promise<MadePlayers> {
  const byKey = byHandleKey(handles);
  if (byKey.size === 0) return { ids: new Map(), alike: new Set(), made: [] };
  // In one order everywhere: two transactions that make the same players then wait for each other without a deadlock.
  const names = [...byKey]
    .map(([key, handle]) => ({ key, handle, ...skeletonsOf(key) }))
    .sort((one, other) => (one.small < other.small || (one.small === other.small && one.key < other.key) ? -1 : 1));
  const rows: { key: string; isAlike: boolean | null; id: number | null }[] = await sql.query(
    `WITH wanted AS MATERIALIZED (
       SELECT new.*, last, is_alike
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS new (handle, handle_key, small, capital, place)
       CROSS JOIN LATERAL (SELECT max(other.look_alike) AS last,
                                  bool_or(other.handle_key <> new.handle_key
                                    AND ${KNOWN_NAME('other', 'new.handle_key', '$5')}) AS is_alike
                           FROM (${LOOK_ALIKES('small', 'capital')}) AS other) AS others
     ), name AS (
       INSERT INTO player_name (handle_key, handle, player_id, small_skeleton, capital_skeleton, look_alike)
       SELECT handle_key, handle, nextval(pg_get_serial_sequence('player', 'id')), small, capital, coalesce(last + 1, 0)
       FROM wanted WHERE is_alike IS NOT TRUE ORDER BY place
       ON CONFLICT DO NOTHING RETURNING *
     ), made AS (
       INSERT INTO player (id, handle, handle_key, created_at) OVERRIDING SYSTEM VALUE
       SELECT player_id, handle, handle_key, $6 FROM name RETURNING id, handle_key
     )
     SELECT wanted.handle_key AS key, is_alike AS "isAlike", made.id FROM wanted LEFT JOIN made USING (handle_key)`,
    [
      names.map(({ handle }) => handle),
      names.map(({ key }) => key),
      names.map(({ small }) => small),
      names.map(({ capital }) => capital),
      leagueId,
      createdAt,
    ],
  );
  return {
    ids: await findPlayerIds(sql, leagueId, byKey.keys()),
    alike: new Set(rows.flatMap(({ key, isAlike }) => (isAlike ? [key] : []))),
    made: rows.flatMap(({ id }) => id ?? []),
  };
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

/** Which of these players one of the leagues knows. */
async function listKnownIds(sql: Sql, leagueIds: readonly number[], ids: Iterable<number>): Promise<Set<number>> {
  const rows: { player_id: number }[] = await sql.query(
    'SELECT player_id FROM membership WHERE league_id = ANY($1::integer[]) AND player_id = ANY($2::integer[])',
    [leagueIds, [...ids]],
  );
  return new Set(rows.map((row) => row.player_id));
}

/**
 * Makes sure that there are players of these handles, and that the league knows them. A player whom it does not know is entered as
 * one who is made now would be: not under a handle that looks like another's.
 * @param ids of handles that the league, or everybody, knows, by handleKey
 * @returns ids of all but those
 */
export async function enterPlayers(
  sql: Sql,
  leagueId: number,
  handles: Iterable<string>,
  ids: ReadonlyMap<string, number>,
  now: Date,
): Promise<EnteredPlayers> {
  const byKey = byHandleKey(handles);
  const known = await listKnownIds(sql, [leagueId], ids.values());
  const unknown = [...byKey].filter(([key]) => !known.has(ids.get(key) ?? -1));
  const strangers = await withHandles(sql, leagueId, unknown, ids);
  const { alike, made, ...inserted } = await insertPlayers(
    sql,
    leagueId,
    strangers.map(([, handle]) => handle),
    now,
  );
  const found = new Map([...inserted.ids].filter(([key]) => ids.has(key) || !alike.has(key)));
  const names = new Map(
    strangers.flatMap(([key, handle]) => {
      const id = found.get(key);
      return id === undefined ? [] : [[handle, id] as const];
    }),
  );
  return { ids: found, alike, made, entered: await insertMemberships(sql, leagueId, names, now) };
}

/** Names with their keys; in place of accounts stand their players' handles. */
async function withHandles(
  sql: Sql,
  leagueId: number,
  names: readonly (readonly [key: string, name: string])[],
  ids: ReadonlyMap<string, number>,
): Promise<(readonly [key: string, handle: string])[]> {
  const handles = names.filter(([, name]) => !isAccount(name));
  if (handles.length === names.length) return handles;
  const owners = names.flatMap(([key, name]) => (isAccount(name) ? (ids.get(key) ?? []) : []));
  const owned = (await listPlayersById(sql, leagueId, owners)).map(({ handle }) => handle);
  return [...byHandleKey([...handles.map(([, handle]) => handle), ...owned])];
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
 * @returns null where the handle is, or was, another player's, or one that looks alike is being taken
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
  const { small, capital } = skeletonsOf(newKey);
  // Waits for another request that is about to take the same name, or one that looks alike, and then sees whether it did.
  await tx.query(
    `INSERT INTO player_name (handle_key, handle, player_id, small_skeleton, capital_skeleton, look_alike)
     SELECT $1, $2, $3, $4, $5, coalesce(max(look_alike) + 1, 0) FROM (${LOOK_ALIKES('$4', '$5')}) AS other
     ON CONFLICT DO NOTHING`,
    [newKey, handle, player.id, small, capital],
  );
  const [, taken] = await tx.query(
    'UPDATE player_name SET handle = $2, given_up_at = NULL WHERE handle_key = $1 AND player_id = $3',
    [newKey, handle, player.id],
  );
  if (taken === 0) return null;
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
export async function lockPlayer(tx: EntityManager, id: number): Promise<Player & Pick<PlayerTable, 'erasedAt'>> {
  const rows: (Player & Pick<PlayerTable, 'erasedAt'>)[] = await tx.query(
    'SELECT id, handle, created_at AS "createdAt", erased_at AS "erasedAt" FROM player WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  expectRows('lockPlayer', rows.length, 1);
  return rows[0]!;
}
