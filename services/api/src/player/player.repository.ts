import type { EntityManager } from 'typeorm';
import { isStorable } from '../kit/sql/columns.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { deleteMemberships, lockPlayers } from '../league/public-players.repository.js';
import { IS_NOT_DELETED } from '../league/slug.repository.js';
import { byHandleKey, handleKey, isAccount, skeletonOrder, skeletonsOf } from './handle.js';
import type { Player } from './player.js';
import { PlayerTable } from './player.table.js';
import { KNOWN_NAME, LOOK_ALIKES } from './player-name.repository.js';

/**
 * Players as a league knows them: the name that it knows, and since when. For players whom it does not know, the public values, or else
 * the stored ones.
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

/** Ids of existing handles, current and former, and of accounts that a league knows, by handleKey. */
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

/** The players whom a league, or else everybody, knows by accounts. @param names accounts as they are stored; handles are ignored */
export async function findAccountOwners(
  sql: Sql,
  leagueId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const accounts = names.filter(isAccount);
  if (accounts.length === 0) return new Map();
  const rows: { account: string; player_id: number }[] = await sql.query(
    `SELECT DISTINCT ON (account) account, player_id FROM account
     WHERE account = ANY($2::text[]) AND league_id IN (0, $1) ORDER BY account, league_id DESC`,
    [leagueId, accounts],
  );
  return new Map(rows.map(({ account, player_id }) => [account, player_id]));
}

/** Players whom a league, or everybody, knows. */
export interface VisiblePlayers {
  /** Ids by handleKey. */
  readonly ids: Map<string, number>;
  /** Ids of those whom the league itself knows. */
  readonly members: ReadonlySet<number>;
}

/**
 * The players of these names whom the league, or everybody, knows. A caller who names anyone else gets the same response as if there were
 * no such player. Each is looked up separately: the planner, which has no statistics of a new league, would read all of its players.
 */
export async function findVisible(sql: Sql, leagueId: number, names: Iterable<string>): Promise<VisiblePlayers> {
  const ids = await findPlayerIds(sql, leagueId, names);
  const rows: { id: number; isMember: boolean }[] = await sql.query(
    `SELECT id, "isMember" FROM unnest($2::integer[]) AS asked (id)
     CROSS JOIN LATERAL (SELECT bool_or(league_id = $1) AS "isMember" FROM membership
                         WHERE player_id = asked.id AND league_id IN (0, $1)) AS known
     WHERE "isMember" IS NOT NULL`,
    [leagueId, [...ids.values()]],
  );
  const visible = new Set(rows.map(({ id }) => id));
  return {
    ids: new Map([...ids].filter(([, id]) => visible.has(id))),
    members: new Set(rows.flatMap(({ id, isMember }) => (isMember ? [id] : []))),
  };
}

/** Players of a league by the handleKeys of their current and former handles and of their accounts; only players whom the league knows. */
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
  const members: Player[] = await sql.query(
    `SELECT player_id AS id, handle, since AS "createdAt" FROM membership
     WHERE league_id = $1 AND player_id = ANY($2::integer[])`,
    [leagueId, [...owners.values()]],
  );
  const known = new Map(members.map((player) => [player.id, player]));
  for (const [account, id] of owners) if (known.has(id)) players.set(account, known.get(id)!);
  return players;
}

/** Players found or created for handles that did not exist a moment ago. */
export interface MadePlayers {
  /** Ids by handleKey, including players who existed. */
  readonly ids: ReadonlyMap<string, number>;
  /** Keys that look like those of players whom the league, or everybody, knows; including keys of players who existed. */
  readonly alike: ReadonlySet<string>;
  /** Ids that this transaction created. */
  readonly made: readonly number[];
}

/**
 * Creates players for handles that no one has, unless the handle looks like that of a player whom the league, or everybody, knows, or like
 * one that is being created. The statements are the same whether or not such players exist, because their duration must not reveal players
 * whom the caller may not see.
 */
export async function insertPlayers(
  sql: Sql,
  leagueId: number,
  handles: Iterable<string>,
  createdAt: Date,
): Promise<MadePlayers> {
  const byKey = byHandleKey(handles);
  if (byKey.size === 0) return { ids: new Map(), alike: new Set(), made: [] };
  // Always in the same order: two transactions that create the same players wait for each other without a deadlock.
  const names = [...byKey]
    .map(([key, handle]) => ({ key, handle, skeletons: skeletonsOf(key, handle) }))
    .map((name) => ({ order: skeletonOrder(name.skeletons), ...name }))
    .sort((one, other) => (one.order < other.order || (one.order === other.order && one.key < other.key) ? -1 : 1));
  const rows: { key: string; isAlike: boolean | null; made: number | null; former: number | null }[] = await sql.query(
    `WITH wanted AS MATERIALIZED (
       SELECT new.*, last, is_alike,
              (SELECT player_id FROM player_name WHERE player_name.handle_key = new.handle_key) AS former
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
              WITH ORDINALITY AS new (handle, handle_key, small, capital, typed, place)
       CROSS JOIN LATERAL (SELECT max(other.look_alike) AS last,
                                  bool_or(other.handle_key <> new.handle_key
                                    AND ${KNOWN_NAME('other', 'new.handle_key', '$6')}) AS is_alike
                           FROM (${LOOK_ALIKES('small', 'capital', 'typed')}) AS other) AS others
     ), name AS (
       INSERT INTO player_name (handle_key, handle, player_id, small_skeleton, capital_skeleton, typed_skeleton, look_alike)
       SELECT handle_key, handle, nextval(pg_get_serial_sequence('player', 'id')), small, capital, typed, coalesce(last + 1, 0)
       FROM wanted WHERE is_alike IS NOT TRUE ORDER BY place
       ON CONFLICT DO NOTHING RETURNING *
     ), made AS (
       INSERT INTO player (id, handle, handle_key, created_at) OVERRIDING SYSTEM VALUE
       SELECT player_id, handle, handle_key, $7 FROM name RETURNING id, handle_key
     )
     SELECT wanted.handle_key AS key, is_alike AS "isAlike", made.id AS made, former
     FROM wanted LEFT JOIN made USING (handle_key)`,
    [
      names.map(({ handle }) => handle),
      names.map(({ key }) => key),
      ...(['small', 'capital', 'typed'] as const).map((kind) => names.map(({ skeletons }) => skeletons[kind])),
      leagueId,
      createdAt,
    ],
  );
  const ids = new Map(
    rows.flatMap(({ key, made, former }) => {
      const id = made ?? former;
      return id === null ? [] : [[key, id]];
    }),
  );
  // Another transaction has created these, or look-alikes of them, meanwhile.
  const missed = rows.flatMap(({ key, isAlike }) => (isAlike || ids.has(key) ? [] : [key]));
  if (missed.length > 0) for (const [key, id] of await findPlayerIds(sql, leagueId, missed)) ids.set(key, id);
  return {
    ids,
    alike: new Set(rows.flatMap(({ key, isAlike }) => (isAlike ? [key] : []))),
    made: rows.flatMap(({ made }) => made ?? []),
  };
}

/**
 * Makes players known to a league, by the name that everybody knows, or else by the one that the league was given: the name must not reveal
 * to the league that the player was somewhere else before. If the league is public, everybody then knows them. A league whose matches waited
 * while another one named the player knows the name, as if it had come first. For a player who was erased meanwhile, it gets the pseudonym.
 * @param names handles by player id
 * @returns the players whom the league did not know
 */
export async function insertMemberships(
  sql: Sql,
  leagueId: number,
  names: ReadonlyMap<string, number>,
  since: Date,
): Promise<number[]> {
  if (names.size === 0) return [];
  // Even new ones: the statements must not reveal whether the player existed.
  await lockPlayers(sql, [...names.values()]);
  const rows: { player_id: number }[] = await sql.query(
    `WITH entered AS (
       INSERT INTO membership (player_id, league_id, since, handle, handle_key, name_key)
       SELECT given.player_id, $1, $2,
              COALESCE(open.handle, CASE WHEN name.player_id IS NULL THEN player.handle ELSE given.handle END),
              COALESCE(open.handle_key, CASE WHEN name.player_id IS NULL THEN player.handle_key ELSE given.handle_key END),
              CASE WHEN $2::timestamptz <= named_at THEN player.name_key END
       FROM unnest($3::integer[], $4::text[], $5::text[]) AS given (player_id, handle, handle_key)
       CROSS JOIN LATERAL (SELECT * FROM player WHERE id = given.player_id LIMIT 1) AS player
       LEFT JOIN LATERAL (SELECT player_id FROM player_name AS name
                          WHERE name.handle_key = given.handle_key AND name.player_id = given.player_id LIMIT 1) AS name ON true
       LEFT JOIN LATERAL (SELECT handle, handle_key FROM membership
                          WHERE player_id = given.player_id AND league_id = 0 LIMIT 1) AS open ON true
       ORDER BY given.player_id ON CONFLICT (player_id, league_id) DO NOTHING RETURNING *
     ), published AS (
       INSERT INTO membership AS known (player_id, league_id, since, handle, handle_key, name_key)
       SELECT player_id, 0, since, handle, handle_key, name_key FROM entered JOIN league_slug USING (league_id)
       WHERE visibility = 'PUBLIC' ORDER BY player_id
       ON CONFLICT (player_id, league_id) DO UPDATE SET since = excluded.since, name_key = excluded.name_key
       WHERE known.since > excluded.since
     )
     SELECT player_id FROM entered`,
    [leagueId, since, [...names.values()], [...names.keys()], [...names.keys()].map(handleKey)],
  );
  return rows.map((row) => row.player_id);
}

/** Makes players known to a league by their current handles, or by their public ones. @returns players whom it did not know */
export async function addMembers(sql: Sql, leagueId: number, ids: readonly number[], now: Date): Promise<number[]> {
  // A long-running job must not lock a player whom its league knows already.
  const known: { id: number }[] = await sql.query(
    'SELECT player_id AS id FROM membership WHERE league_id = $1 AND player_id = ANY($2::integer[])',
    [leagueId, ids],
  );
  const knownIds = new Set(known.map(({ id }) => id));
  const unknown = ids.filter((id) => !knownIds.has(id));
  if (unknown.length === 0) return [];
  const players = await listPlayersById(sql, leagueId, unknown);
  return insertMemberships(sql, leagueId, new Map(players.map(({ handle, id }) => [handle, id])), now);
}

/**
 * Makes sure that these handles have players and that the league knows them. A player whom the league does not know enters it like a new
 * one: not under a handle that looks like another player's.
 * @param visible players among them whom the league, or everybody, knows
 * @returns ids of all whom the league does not know
 */
export async function enterPlayers(
  sql: Sql,
  leagueId: number,
  handles: Iterable<string>,
  { ids, members }: VisiblePlayers,
  now: Date,
): Promise<EnteredPlayers> {
  const byKey = byHandleKey(handles);
  const unknown = [...byKey].filter(([key]) => !members.has(ids.get(key) ?? -1));
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

/** Names with their keys; accounts are replaced by their players' handles. */
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

/** Players who are new to a league. */
export interface EnteredPlayers extends MadePlayers {
  /** Ids of players whom it did not know. */
  readonly entered: readonly number[];
}

/** Undoes `enterPlayers` for players to whom nothing in the league refers. */
export async function leavePlayers(
  sql: Sql,
  leagueId: number,
  { made, entered }: Pick<EnteredPlayers, 'made' | 'entered'>,
  isUsed: (id: number) => boolean,
): Promise<void> {
  const left = entered.filter((id) => !isUsed(id));
  if (left.length === 0) return;
  await deleteMemberships(sql, leagueId, left);
  const unused = made.filter((id) => !isUsed(id));
  if (unused.length === 0) return;
  await sql.query(
    `WITH unnamed AS (DELETE FROM player_name WHERE player_id = ANY($1::integer[]))
     DELETE FROM player WHERE id = ANY($1::integer[])`,
    [unused],
  );
}

/**
 * Gives a player another handle; the old one still leads to them. They may take back a former handle.
 * @param player as locked by `lockPlayer`
 * @returns null if the handle is or was another player's, or a look-alike is being taken
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
  // The name may be the player's already: a former one, or the same with another spelling.
  await tx.query('DELETE FROM player_name WHERE handle_key = $1 AND player_id = $2', [newKey, player.id]);
  const { small, capital, typed } = skeletonsOf(newKey, handle);
  // Waits for a concurrent request for the same name or a look-alike, and then sees whether it succeeded.
  const taken: unknown[] = await tx.query(
    `INSERT INTO player_name (handle_key, handle, player_id, small_skeleton, capital_skeleton, typed_skeleton, look_alike)
     SELECT $1, $2, $3, $4, $5, $6, coalesce(max(look_alike) + 1, 0) FROM (${LOOK_ALIKES('$4', '$5', '$6')}) AS other
     ON CONFLICT DO NOTHING RETURNING player_id`,
    [newKey, handle, player.id, small, capital, typed],
  );
  if (taken.length === 0) return null;
  const updated = await tx.update(PlayerTable, { id: player.id }, { handle, handleKey: newKey });
  expectRows('renamePlayer', updated.affected ?? 0, 1);
  await renameInLeagues(tx, player.id, { handle, key: newKey }, at);
  return tx.findOneByOrFail(PlayerTable, { id: player.id });
}

/**
 * The leagues that know the player get the new name, and remember the previous one. Deleted leagues do not: their rows may be about to be
 * deleted, and nothing would delete the new ones.
 */
async function renameInLeagues(tx: Sql, id: number, name: { handle: string; key: string }, at: Date): Promise<void> {
  await tx.query('DELETE FROM former_name WHERE player_id = $1 AND handle_key = $2', [id, name.key]);
  await tx.query(
    `INSERT INTO former_name (handle_key, league_id, player_id, handle, given_up_at)
     SELECT handle_key, league_id, player_id, handle, $3 FROM membership JOIN league_slug USING (league_id)
     WHERE player_id = $1 AND handle_key <> $2 AND ${IS_NOT_DELETED}`,
    [id, name.key, at],
  );
  await tx.query('UPDATE membership SET handle = $2, handle_key = $3 WHERE player_id = $1', [
    id,
    name.handle,
    name.key,
  ]);
}

/** Locks a player's handle until the transaction ends. @returns the player as they are now */
export async function lockPlayer(tx: EntityManager, id: number): Promise<Player & Pick<PlayerTable, 'erasedAt'>> {
  const rows: (Player & Pick<PlayerTable, 'erasedAt'>)[] = await tx.query(
    'SELECT id, handle, created_at AS "createdAt", erased_at AS "erasedAt" FROM player WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  expectRows('lockPlayer', rows.length, 1);
  return rows[0]!;
}
