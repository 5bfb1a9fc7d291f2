import type { EntityManager } from 'typeorm';
import { erasesFrom, playerSubject } from '../audit/audit.repository.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { IS_NOT_DELETED } from '../league/slug.repository.js';
import { handleKey, skeletonsOf } from './handle.js';
import type { Player } from './player.js';
import type { PersonalNames, Pseudonymizer } from './replacer.js';

/** The slug of a league that knows one of these players and is recomputing, or null. The job's input may name the player. */
export async function findRecomputingLeague(sql: Sql, playerIds: readonly number[]): Promise<string | null> {
  const rows: { slug: string }[] = await sql.query(
    `SELECT slug FROM membership JOIN league_slug USING (league_id) JOIN recompute USING (league_id)
     WHERE player_id = ANY($1::integer[]) AND status IN ('QUEUED', 'RUNNING') ORDER BY slug LIMIT 1`,
    [playerIds],
  );
  return rows[0]?.slug ?? null;
}

/**
 * All ids of a person: merged with the player in any league, or with one of these, in either direction.
 * @returns the player and those who are not erased, in the order of their ids
 */
export async function listIdentities(sql: Sql, playerId: number): Promise<Player[]> {
  const found = new Set<number>();
  for (let next = [playerId]; next.length > 0; ) {
    for (const id of next) found.add(id);
    // Step by step: a recursive statement cannot query several servers.
    const rows: { one: number; other: number }[] = await sql.query(
      `SELECT player_id AS one, into_id AS other FROM player_merge
       WHERE player_id = ANY($1::integer[]) OR into_id = ANY($1::integer[])`,
      [next],
    );
    next = [...new Set(rows.flatMap(({ one, other }) => [one, other]))].filter((id) => !found.has(id));
  }
  return sql.query(
    `SELECT id, handle, created_at AS "createdAt" FROM player
     WHERE id = $1 OR (id = ANY($2::integer[]) AND erased_at IS NULL) ORDER BY id`,
    [playerId, [...found]],
  );
}

/** Leagues whose revisions, recomputes or tokens contain a name, whether they know the player or not. */
export async function listLeaguesTelling(sql: Sql, pattern: string): Promise<number[]> {
  const ids = new Set<number>();
  for (const { table, texts, json } of SEARCHED.filter(({ isOfLeague }) => isOfLeague)) {
    const rows: { id: number }[] = await sql.query(
      `SELECT DISTINCT league_id AS id FROM ${table} WHERE concat_ws(' ', ${[...texts, ...json].join(', ')}) ~* $1`,
      [pattern],
    );
    for (const { id } of rows) ids.add(id);
  }
  // Everybody may see who submits matches.
  const submitted: { id: number }[] = await sql.query(
    'SELECT league_id AS id FROM token_league JOIN token ON token.id = token_id WHERE name ~* $1',
    [pattern],
  );
  for (const { id } of submitted) ids.add(id);
  return withoutDeleted(sql, ids);
}

async function withoutDeleted(sql: Sql, leagueIds: ReadonlySet<number>): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    `SELECT league_id AS id FROM league_slug WHERE league_id = ANY($1::integer[]) AND ${IS_NOT_DELETED}`,
    [[...leagueIds]],
  );
  return rows.map(({ id }) => id);
}

/** Every name that the player ever had. */
export async function listNamesOf(sql: Sql, playerId: number): Promise<PersonalNames> {
  const handles: { name: string }[] = await sql.query(
    `SELECT handle AS name FROM player_name WHERE player_id = $1
     UNION SELECT handle FROM membership WHERE player_id = $1
     UNION SELECT handle FROM former_name WHERE player_id = $1`,
    [playerId],
  );
  const others: { name: string }[] = await sql.query(
    `SELECT display_name AS name FROM player WHERE id = $1 AND display_name IS NOT NULL
     UNION SELECT account FROM account WHERE player_id = $1`,
    [playerId],
  );
  const logged: { key: string; name: string }[] = await sql.query(
    `SELECT key, told ->> key AS name FROM audit_entry, LATERAL (VALUES (before), (after)) AS view (told),
       LATERAL (VALUES ('handle'), ('displayName'), ('account')) AS keys (key)
     WHERE league_id = 0 AND subject = 'Player:' || $1::integer AND told ->> key IS NOT NULL
       AND (key <> 'handle' OR action = 'updatePlayer')`,
    [playerId],
  );
  const names = (rows: readonly { name: string }[], isHandle: boolean) => [
    ...new Set([...rows, ...logged.filter(({ key }) => (key === 'handle') === isHandle)].map(({ name }) => name)),
  ];
  return { handles: names(handles, true), others: names(others, false) };
}

/** Gives a player a pseudonym as their only name, on the platform and in every league. */
export async function updateErased(tx: Sql, playerId: number, pseudonym: string, at: Date): Promise<void> {
  const key = handleKey(pseudonym);
  const { small, capital, typed } = skeletonsOf(key, pseudonym);
  await tx.query('DELETE FROM account WHERE player_id = $1', [playerId]);
  await tx.query('DELETE FROM former_name WHERE player_id = $1', [playerId]);
  await tx.query('DELETE FROM player_name WHERE player_id = $1', [playerId]);
  await tx.query(
    `INSERT INTO player_name (handle_key, handle, player_id, small_skeleton, capital_skeleton, typed_skeleton, look_alike)
     VALUES ($1, $2, $3, $4, $5, $6, 0)`,
    [key, pseudonym, playerId, small, capital, typed],
  );
  const [, erased] = await tx.query(
    `UPDATE player SET handle = $2, handle_key = $3, display_name = NULL, name_key = NULL, named_at = NULL,
       country = NULL, country_at = NULL, links = NULL, links_at = NULL, erased_at = $4 WHERE id = $1`,
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
 * Deletes imports that may name players: all imports of leagues that know them, because a file can spell a name in many ways, and
 * those of other leagues that contain a name, even only in the file. A running one ends.
 */
export async function deleteImportsNaming(tx: Sql, playerIds: readonly number[], pattern: string): Promise<void> {
  const rows: { leagueId: number; id: number }[] = await tx.query(
    `SELECT league_id AS "leagueId", id FROM match_import
     WHERE league_id IN (SELECT league_id FROM membership WHERE player_id = ANY($1::integer[]))
       OR concat_ws(' ', file_name, columns, rows, plan, report, refusals, error) ~* $2
       OR EXISTS (
         SELECT FROM match_import_part AS part
         WHERE part.league_id = match_import.league_id AND import_id = id AND replace(encode(content, 'escape'), '\\000', '') ~* $3)
     ORDER BY league_id, id`,
    [playerIds, pattern, inBytes(pattern)],
  );
  for (const { leagueId, id } of rows) {
    await tx.query('DELETE FROM match_import WHERE league_id = $1 AND id = $2', [leagueId, id]);
  }
}

/** A pattern for bytes as PostgreSQL prints them, with digits for those beyond ASCII. It may find too much. */
function inBytes(pattern: string): string {
  const byte = '\\\\[0-7]{3}';
  return pattern.replace('(^|', `(^|${byte}|`).replaceAll(/\([^()]*\P{ASCII}[^()]*\)|\P{ASCII}/gu, `(${byte}|.){1,4}`);
}

/**
 * Which names an entry's JSON contains: players by their handles, in the players' own entries ($2 are their subjects) and in some others;
 * or texts by people. Other entries name players by their ids; `replaceInMatches` covers the entries of matches.
 */
const OF_ENTRY = `CASE WHEN subject = ANY($2::text[]) OR action IN ('repairNames', 'registerPlayers') THEN 'names'
  WHEN subject LIKE 'Match:%' THEN 'none' ELSE 'texts' END`;

interface Searched {
  readonly table: string;
  readonly key: readonly string[];
  readonly texts: readonly string[];
  readonly json: readonly string[];
  /** The names of a token, and its origin: names of the command line and of the service itself have no id. */
  readonly token?: readonly [name: string, id: string];
  /** SQL of the parts of the JSON to replace: 'names', 'texts' or 'none'. */
  readonly inJson?: string;
  /** Whether anybody who may read the league may read it. */
  readonly isOfLeague?: true;
}

const OF_LEAGUE = { isOfLeague: true } as const;

/** The texts and JSON that are searched for names, by table and key. */
const SEARCHED: readonly Searched[] = [
  {
    ...{
      table: 'audit_entry',
      key: ['league_id', 'id'],
      texts: ['reason'],
      json: ['before', 'after'],
      inJson: OF_ENTRY,
    },
    token: ['actor', 'actor_id'],
  },
  { table: 'league_revision', key: ['league_id', 'revision'], texts: ['reason'], json: [], ...OF_LEAGUE },
  {
    ...{ table: 'recompute', key: ['league_id', 'id'], texts: ['reason', 'error'], json: ['correction', 'effect'] },
    ...{ token: ['actor', 'actor_id'], ...OF_LEAGUE },
  },
  { table: 'analysis', key: ['league_id', 'id'], texts: ['error'], json: [], token: ['actor', 'actor_id'] },
  { table: 'webhook', key: ['league_id', 'id'], texts: [], json: [], token: ['created_by', 'token_id'] },
  { table: 'match_import', key: ['league_id', 'id'], texts: [], json: [], token: ['actor', 'actor_id'] },
  { table: 'token', key: ['id'], texts: ['name'], json: [], token: ['created_by', 'created_by_id'] },
  { table: 'idempotency_key', key: ['token_id', 'key'], texts: [], json: ['outcome'] },
];

/** Parts of a player's own entries that no text by others contains. */
const PROFILE = `'{country,links}'::text[]`;

/** Rewrites all rows that contain the names. @returns the leagues whose readers could see some of these rows */
export async function replaceInRows(
  tx: EntityManager,
  playerIds: readonly number[],
  { pattern, inText, inJson, inWritten }: Pseudonymizer,
): Promise<number[]> {
  const leagues = new Set<number>();
  await erasesFrom(tx, 'audit_entry');
  await tx.query(
    `UPDATE audit_entry SET before = before - ${PROFILE}, after = after - ${PROFILE}
     WHERE league_id = 0 AND subject = ANY($1::text[]) AND (before ?| ${PROFILE} OR after ?| ${PROFILE})`,
    [playerIds.map(playerSubject)],
  );
  for (const { table, key, texts, json, token: [name, id] = [], inJson: what = "'names'", isOfLeague } of SEARCHED) {
    const columns = [...texts, ...json, ...(name ? [name] : [])];
    const named = name ? `CASE WHEN ${id} IS NOT NULL THEN ${name} END` : 'NULL';
    const rows: Record<string, unknown>[] = await tx.query(
      `SELECT ${[...key, ...columns].join(', ')}, ${what} AS "inJson", ${id ?? 'NULL'} IS NOT NULL AS "isOfToken" FROM ${table}
       WHERE concat_ws(' ', ${[...texts, ...json, named].join(', ')}) ~* $1 AND $2::text[] IS NOT NULL`,
      [pattern, playerIds.map(playerSubject)],
    );
    for (const row of rows) {
      const values = columns.map((column) => {
        const value = row[column];
        if (value === null) return null;
        if (column === name) return row.isOfToken ? inText(value as string) : value;
        if (texts.includes(column)) return inText(value as string);
        return JSON.stringify(
          row.inJson === 'names' ? inJson(value) : row.inJson === 'texts' ? inWritten(value) : value,
        );
      });
      const sets = columns.map((column, index) => `${column} = $${index + 1}`);
      const keys = key.map((column, index) => `${column} = $${columns.length + index + 1}`);
      const [, touched] = await tx.query(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${keys.join(' AND ')}`, [
        ...values,
        ...key.map((column) => row[column]),
      ]);
      expectRows(`replaceInRows of ${table}`, touched, 1);
      if (isOfLeague) leagues.add(row.league_id as number);
    }
  }
  await erasesFrom(tx, null);
  return withoutDeleted(tx, leagues);
}
