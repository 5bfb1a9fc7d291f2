import type { EntityManager } from 'typeorm';
import { erasesFrom } from '../audit/audit.repository.js';
import { skeletonsOf } from '../kit/skeleton.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { handleKey } from './handle.js';

/** All by which a person is known. */
export interface PersonalNames {
  /** Handles, former ones too. */
  readonly handles: readonly string[];
  /** Display names, including former ones, and accounts. */
  readonly others: readonly string[];
}

/** The slug of a league that knows the player and is recomputing, or null. The job's input may name the player. */
export async function findRecomputingLeague(sql: Sql, playerId: number): Promise<string | null> {
  const rows: { slug: string }[] = await sql.query(
    `SELECT slug FROM membership JOIN league_slug USING (league_id) JOIN recompute USING (league_id)
     WHERE player_id = $1 AND status IN ('QUEUED', 'RUNNING') ORDER BY slug LIMIT 1`,
    [playerId],
  );
  return rows[0]?.slug ?? null;
}

/** Every name that the player ever had. */
export async function listNamesOf(sql: Sql, playerId: number): Promise<PersonalNames> {
  const handles: { name: string }[] = await sql.query(
    `SELECT handle AS name FROM player_name WHERE player_id = $1
     UNION SELECT handle FROM membership WHERE player_id = $1
     UNION SELECT handle FROM former_name WHERE player_id = $1
     UNION SELECT told ->> 'handle' FROM audit_entry, LATERAL (VALUES (before), (after)) AS view (told)
       WHERE subject = 'Player:' || $1::integer AND action = 'updatePlayer' AND told ->> 'handle' IS NOT NULL`,
    [playerId],
  );
  const others: { name: string }[] = await sql.query(
    `SELECT display_name AS name FROM player WHERE id = $1 AND display_name IS NOT NULL
     UNION SELECT account FROM account WHERE player_id = $1
     UNION SELECT told ->> key FROM audit_entry, LATERAL (VALUES (before), (after)) AS view (told),
                   LATERAL (VALUES ('displayName'), ('account')) AS keys (key)
       WHERE subject = 'Player:' || $1::integer AND told ->> key IS NOT NULL`,
    [playerId],
  );
  return { handles: handles.map(({ name }) => name), others: others.map(({ name }) => name) };
}

/** Gives a player a pseudonym as their only name, on the platform and in every league. */
export async function updateErased(tx: Sql, playerId: number, pseudonym: string, at: Date): Promise<void> {
  const key = handleKey(pseudonym);
  const { small, capital } = skeletonsOf(key);
  await tx.query('DELETE FROM account WHERE player_id = $1', [playerId]);
  await tx.query('DELETE FROM former_name WHERE player_id = $1', [playerId]);
  await tx.query('DELETE FROM player_name WHERE player_id = $1', [playerId]);
  await tx.query(
    `INSERT INTO player_name (handle_key, handle, player_id, small_skeleton, capital_skeleton, look_alike)
     VALUES ($1, $2, $3, $4, $5, 0)`,
    [key, pseudonym, playerId, small, capital],
  );
  const [, erased] = await tx.query(
    `UPDATE player SET handle = $2, handle_key = $3, display_name = NULL, name_key = NULL, named_at = NULL, erased_at = $4 WHERE id = $1`,
    [playerId, pseudonym, key, at],
  );
  expectRows('updateErased', erased, 1);
  await tx.query('UPDATE membership SET handle = $2, handle_key = $3, name_key = NULL WHERE player_id = $1', [
    playerId,
    pseudonym,
    key,
  ]);
}

/**
 * Deletes imports that may name the player: all of leagues that know them, because a file can spell a name in many ways, and those of
 * others that tell a name. One that is under way ends.
 */
export async function deleteImportsNaming(tx: Sql, playerId: number, pattern: string): Promise<void> {
  const rows: { leagueId: number; id: number }[] = await tx.query(
    `SELECT league_id AS "leagueId", id FROM match_import
     WHERE league_id IN (SELECT league_id FROM membership WHERE player_id = $1)
       OR concat_ws(' ', file_name, columns, rows, plan, report, refusals, error) ~* $2
     ORDER BY league_id, id`,
    [playerId, pattern],
  );
  for (const { leagueId, id } of rows) {
    await tx.query('DELETE FROM match_import WHERE league_id = $1 AND id = $2', [leagueId, id]);
  }
}

/** Entries whose JSON names players by their handles: $2 is the subject of the player's own. Others name them by their ids. */
const NAMES_PLAYERS = `(subject = $2 OR action IN ('mendNames', 'registerPlayers'))`;

/** What is searched for names: texts and JSON, by the table and its key; and which rows have JSON to search. */
const SEARCHED = [
  { table: 'audit_entry', key: ['id'], texts: ['reason'], json: ['before', 'after'], isSearched: NAMES_PLAYERS },
  { table: 'league_revision', key: ['league_id', 'revision'], texts: ['reason'], json: [], isSearched: 'false' },
  { table: 'recompute', key: ['id'], texts: ['reason', 'error'], json: ['correction', 'effect'], isSearched: 'true' },
  { table: 'idempotency_key', key: ['token_id', 'key'], texts: [], json: ['outcome'], isSearched: 'true' },
] as const;

/** Rewrites all rows in which the names stand. */
export async function replaceInRows(
  tx: EntityManager,
  playerId: number,
  { pattern, inText, inJson }: { pattern: string; inText(text: string): string; inJson(value: unknown): unknown },
): Promise<void> {
  await erasesFrom(tx, 'audit_entry');
  for (const { table, key, texts, json, isSearched } of SEARCHED) {
    const columns = [...texts, ...json];
    const rows: Record<string, unknown>[] = await tx.query(
      `SELECT ${[...key, ...columns].join(', ')}, ${isSearched} AS "isSearched" FROM ${table}
       WHERE concat_ws(' ', ${columns.join(', ')}) ~* $1 AND $2::text IS NOT NULL`,
      [pattern, `Player:${playerId}`],
    );
    for (const row of rows) {
      const values = columns.map((column) => {
        const value = row[column];
        if (value === null) return null;
        if ((texts as readonly string[]).includes(column)) return inText(value as string);
        return JSON.stringify(row.isSearched ? inJson(value) : value);
      });
      const sets = columns.map((column, index) => `${column} = $${index + 1}`);
      const keys = key.map((column, index) => `${column} = $${columns.length + index + 1}`);
      const [, touched] = await tx.query(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${keys.join(' AND ')}`, [
        ...values,
        ...key.map((column) => row[column]),
      ]);
      expectRows(`replaceInRows of ${table}`, touched, 1);
    }
  }
  await erasesFrom(tx, null);
}
