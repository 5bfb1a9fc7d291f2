import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Access, isPlatformAdmin } from '../access/access.js';
import { escapeLike, isStorable } from '../kit/sql/text.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { byHandleKey, handleKey, UNFOLDED } from './handle.js';
import type { Player } from './player.js';
import { PlayerTable } from './player.table.js';

/**
 * Whether the caller may know of a player: he is on record, or merged, or took part otherwise (as a guest, say), in a league
 * that the caller may read. Otherwise a private league would show in its players.
 */
function whereVisible<T extends ObjectLiteral>(query: SelectQueryBuilder<T>, access: Access): SelectQueryBuilder<T> {
  if (isPlatformAdmin(access)) return query;
  // League by league, which the keys of these tables begin with.
  return query.andWhere(
    `EXISTS (SELECT FROM league
             WHERE (visibility = 'PUBLIC' OR league.id = ANY(:mine))
               AND (EXISTS (SELECT FROM rating WHERE league_id = league.id AND player_id = player.id)
                    OR EXISTS (SELECT FROM player_merge WHERE league_id = league.id AND player_id = player.id)
                    OR EXISTS (SELECT FROM unrated_appearance WHERE league_id = league.id AND player_id = player.id)))`,
    { mine: [...access.leagueIds] },
  );
}

/** The player whose handle this is, or was. */
const BY_HANDLE = 'player.id = (SELECT player_id FROM player_name WHERE handle_key = :key)';

/** The player of this handle, if there is one that the caller may know of. */
export async function findPlayer(manager: EntityManager, access: Access, handle: string): Promise<Player | null> {
  if (!isStorable(handle)) return null;
  const query = manager.createQueryBuilder(PlayerTable, 'player').where(BY_HANDLE, { key: handleKey(handle) });
  return whereVisible(query, access).getOne();
}

export async function findPlayerById(manager: EntityManager, access: Access, id: number): Promise<Player | null> {
  return whereVisible(manager.createQueryBuilder(PlayerTable, 'player').where({ id }), access).getOne();
}

export async function listPlayersById(sql: Sql, ids: readonly number[]): Promise<Player[]> {
  return sql.query('SELECT id, handle, created_at AS "createdAt" FROM player WHERE id = ANY($1::integer[])', [ids]);
}

/** One page of the players that the caller may know of, by handle without regard to case. */
export async function listPlayers(
  manager: EntityManager,
  access: Access,
  page: { limit: number; afterKey: string | null; search: string | null },
): Promise<PlayerTable[]> {
  if (!isStorable(page.search ?? '')) return [];
  const query = manager.createQueryBuilder(PlayerTable, 'player').orderBy('player.handleKey').limit(page.limit);
  if (page.afterKey !== null) query.andWhere('player.handleKey > :after', { after: page.afterKey });
  if (page.search) query.andWhere('player.handleKey LIKE :like', { like: `%${escapeLike(handleKey(page.search))}%` });
  return whereVisible(query, access).getMany();
}

/** Ids of the handles that exist and that the caller may know of, by handleKey. */
export async function findVisiblePlayerIds(
  manager: EntityManager,
  access: Access,
  handles: Iterable<string>,
): Promise<Map<string, number>> {
  const ids = await findPlayerIds(manager, handles);
  const query = manager.createQueryBuilder(PlayerTable, 'player').select('player.id');
  const players = await whereVisible(
    query.where('player.id = ANY(:ids)', { ids: [...ids.values()] }),
    access,
  ).getMany();
  const visible = new Set(players.map(({ id }) => id));
  return new Map([...ids].filter(([, id]) => visible.has(id)));
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

/** Players by the handleKeys under which they are or were known, those that exist. */
export async function listPlayersByHandle(sql: Sql, keys: readonly string[]): Promise<Map<string, Player>> {
  const rows: { key: string; id: number; handle: string; created_at: Date }[] = await sql.query(
    `SELECT name.handle_key AS key, player.id, player.handle, player.created_at
     FROM player_name AS name JOIN player ON player.id = player_id WHERE name.handle_key = ANY($1::text[])`,
    [keys],
  );
  return new Map(rows.map(({ key, id, handle, created_at }) => [key, { id, handle, createdAt: created_at }]));
}

/** Players found or made for handles that did not exist a moment ago. */
export interface MadePlayers {
  /** Ids by handleKey, also of those that another transaction made meanwhile. */
  readonly ids: ReadonlyMap<string, number>;
  /** Ids that this transaction made. */
  readonly made: readonly number[];
}

/** Makes players of new handles. */
export async function insertPlayers(sql: Sql, handles: Iterable<string>, createdAt: Date): Promise<MadePlayers> {
  const byKey = byHandleKey(handles);
  // In one order everywhere: two transactions that make the same players then wait for each other without a deadlock.
  const keys = [...byKey.keys()].sort();
  if (keys.length === 0) return { ids: new Map(), made: [] };
  const made: { id: number; handle_key: string }[] = await sql.query(
    `WITH name AS (
       INSERT INTO player_name (handle_key, handle, player_id)
       SELECT handle_key, handle, nextval(pg_get_serial_sequence('player', 'id'))
       FROM unnest($1::text[], $2::text[]) AS new (handle, handle_key)
       ON CONFLICT (handle_key) DO NOTHING RETURNING *
     )
     INSERT INTO player (id, handle, handle_key, created_at) OVERRIDING SYSTEM VALUE
     SELECT player_id, handle, handle_key, $3 FROM name RETURNING id, handle_key`,
    [keys.map((key) => byKey.get(key)), keys, createdAt],
  );
  const ids = new Map(made.map((row) => [row.handle_key, row.id]));
  const madeElsewhere = keys.filter((key) => !ids.has(key));
  if (madeElsewhere.length > 0) for (const [key, id] of await findPlayerIds(sql, madeElsewhere)) ids.set(key, id);
  return { ids, made: made.map((row) => row.id) };
}

/** Takes back players that this transaction made and nothing refers to. */
export async function deletePlayers(sql: Sql, ids: readonly number[]): Promise<void> {
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
  // Waits for whoever is about to take the same name, and then sees whether they did.
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
  return tx.findOneByOrFail(PlayerTable, { id: player.id });
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

/** Former handles of players, newest first, by the players' ids; whoever has none is left out. */
export async function listFormerHandles(
  sql: Sql,
  playerIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const rows: { player_id: number; handles: string[] }[] = await sql.query(
    `SELECT player_id, array_agg(handle ORDER BY given_up_at DESC) AS handles FROM player_name
     WHERE player_id = ANY($1::integer[]) AND given_up_at IS NOT NULL GROUP BY player_id`,
    [playerIds],
  );
  return new Map(rows.map(({ player_id, handles }) => [player_id, handles]));
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
