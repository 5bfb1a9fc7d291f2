import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Access, isPlatformAdmin } from '../access/access.js';
import { escapeLike, isStorable } from '../kit/sql/text.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { byHandleKey, handleKey } from './handle.js';
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
const BY_HANDLE = `(player.handleKey = :key OR player.id = (SELECT player_id FROM player_alias WHERE handle_key = :key))`;

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
    `SELECT id, handle_key FROM player WHERE handle_key = ANY($1::text[])
     UNION ALL SELECT player_id, handle_key FROM player_alias WHERE handle_key = ANY($1::text[])`,
    [keys],
  );
  return new Map(rows.map((row) => [row.handle_key, row.id]));
}

/** Players by the handleKeys under which they are or were known, those that exist. */
export async function listPlayersByHandle(sql: Sql, keys: readonly string[]): Promise<Map<string, Player>> {
  const rows: { key: string; id: number; handle: string; created_at: Date }[] = await sql.query(
    `SELECT handle_key AS key, id, handle, created_at FROM player WHERE handle_key = ANY($1::text[])
     UNION ALL
     SELECT former.handle_key, player.id, player.handle, player.created_at
     FROM player_alias AS former JOIN player ON player.id = player_id WHERE former.handle_key = ANY($1::text[])`,
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
    `INSERT INTO player (handle, handle_key, created_at)
     SELECT handle, handle_key, $3 FROM unnest($1::text[], $2::text[]) AS new (handle, handle_key)
     ON CONFLICT (handle_key) DO NOTHING RETURNING id, handle_key`,
    [keys.map((key) => byKey.get(key)), keys, createdAt],
  );
  const ids = new Map(made.map((row) => [row.handle_key, row.id]));
  const madeElsewhere = keys.filter((key) => !ids.has(key));
  if (madeElsewhere.length > 0) for (const [key, id] of await findPlayerIds(sql, madeElsewhere)) ids.set(key, id);
  return { ids, made: made.map((row) => row.id) };
}

/** Takes back players that this transaction made and nothing refers to. */
export async function deletePlayers(sql: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql.query('DELETE FROM player WHERE id = ANY($1::integer[])', [ids]);
}

/** Gives a player another handle; the old one stays his alias, and the new one is none any more. */
export async function renamePlayer(tx: EntityManager, player: Player, handle: string, at: Date): Promise<Player> {
  const oldKey = handleKey(player.handle);
  const newKey = handleKey(handle);
  await tx.query('DELETE FROM player_alias WHERE handle_key = $1', [newKey]);
  const updated = await tx.update(PlayerTable, { id: player.id }, { handle, handleKey: newKey });
  expectRows('renamePlayer', updated.affected ?? 0, 1);
  if (oldKey !== newKey) {
    await tx.query('INSERT INTO player_alias (handle_key, handle, player_id, created_at) VALUES ($1, $2, $3, $4)', [
      oldKey,
      player.handle,
      player.id,
      at,
    ]);
  }
  return tx.findOneByOrFail(PlayerTable, { id: player.id });
}

/** Former handles of players, newest first. */
export async function listAliases(sql: Sql, playerId: number): Promise<string[]> {
  const rows: { handle: string }[] = await sql.query(
    'SELECT handle FROM player_alias WHERE player_id = $1 ORDER BY created_at DESC',
    [playerId],
  );
  return rows.map((row) => row.handle);
}
