import { skeletonsOf } from '../kit/skeleton.js';
import type { Sql } from '../kit/sql/transaction.js';
import { handleKey } from './handle.js';

/** The number of names that are looked up at a time. */
const BATCH = 10_000;

/** The names that look like one of these skeletons. A name may appear twice. */
export const LOOK_ALIKES = (small: string, capital: string) => `
  SELECT * FROM player_name WHERE small_skeleton = ${small}
  UNION ALL
  SELECT * FROM player_name WHERE capital_skeleton = ${capital}`;

/** Whether a key is in ASCII and therefore its own skeleton. */
const IS_ASCII = (key: string) => `${key} ~ '^[[:ascii:]]*$'`;

/**
 * Whether a new handle must not look like a row of `player_name`: a current or former handle of a player whom the league, or everybody,
 * knows. A former handle does not block a new one in ASCII: once an admin has renamed the look-alike, the handle is free. `OFFSET 0` makes
 * PostgreSQL look up each row by its key; otherwise it may read every player whom the league knows to find a handful of rows.
 * @param newKey key of the new handle
 */
export const KNOWN_NAME = (name: string, newKey: string, leagueId: string) => `(
  EXISTS (SELECT FROM membership AS known WHERE known.player_id = ${name}.player_id
            AND known.handle_key = ${name}.handle_key AND known.league_id IN (0, ${leagueId}) OFFSET 0)
  OR NOT ${IS_ASCII(newKey)} AND EXISTS (SELECT FROM former_name AS known JOIN league_slug AS league USING (league_id)
             WHERE known.handle_key = ${name}.handle_key AND known.player_id = ${name}.player_id
               AND (league.visibility = 'PUBLIC' OR known.league_id = ${leagueId}) OFFSET 0))`;

/**
 * Finds handles that look like those of players whom the league, or everybody, knows.
 * @returns the players' handles, by the handleKeys of the given handles
 */
export async function findKnownLookAlikes(
  sql: Sql,
  leagueId: number,
  handles: Iterable<string>,
): Promise<Map<string, string>> {
  const keys = Array.from(handles, handleKey);
  const skeletons = keys.map(skeletonsOf);
  const rows: { key: string; handle: string }[] = await sql.query(
    `SELECT key, other.handle FROM unnest($1::text[], $2::text[], $3::text[]) AS new (key, small, capital)
     CROSS JOIN LATERAL (${LOOK_ALIKES('small', 'capital')}) AS other
     WHERE other.handle_key <> key AND ${KNOWN_NAME('other', 'key', '$4')}`,
    [keys, skeletons.map(({ small }) => small), skeletons.map(({ capital }) => capital), leagueId],
  );
  return new Map(rows.map(({ key, handle }) => [key, handle]));
}

/** The name of another player that a handle looks like, unless the handle is a player's. */
export async function findLookAlike(sql: Sql, handle: string, playerId: number): Promise<string | null> {
  const key = handleKey(handle);
  const { small, capital } = skeletonsOf(key);
  const rows: { handle: string }[] = await sql.query(
    `SELECT other.handle FROM (${LOOK_ALIKES('$2', '$3')}) AS other
     WHERE other.player_id <> $4 AND other.handle_key <> $1
       AND (other.given_up_at IS NULL OR NOT ${IS_ASCII('$1')})
       AND NOT EXISTS (SELECT FROM player_name WHERE handle_key = $1)
     LIMIT 1`,
    [key, small, capital, playerId],
  );
  return rows[0]?.handle ?? null;
}

/** A name whose stored skeletons differ from those of its key. */
export interface StaleSkeleton {
  readonly key: string;
  readonly handle: string;
  readonly expected: string;
  readonly found: string;
}

/** Names with stale skeletons, by key. Names in ASCII are their own skeletons, so PostgreSQL can check them. */
export async function* listStaleSkeletons(sql: Sql): AsyncGenerator<StaleSkeleton> {
  for (let after = ''; ; ) {
    const rows: { key: string; handle: string; small: string; capital: string }[] = await sql.query(
      `SELECT handle_key AS key, handle, small_skeleton AS small, capital_skeleton AS capital FROM player_name
       WHERE handle_key > $1
         AND (handle_key ~ '[^[:ascii:]]' OR small_skeleton <> handle_key OR capital_skeleton <> handle_key)
       ORDER BY handle_key LIMIT ${BATCH}`,
      [after],
    );
    for (const { key, handle, small, capital } of rows) {
      const expected = skeletonsOf(key);
      if (small === expected.small && capital === expected.capital) continue;
      yield { key, handle, expected: `${expected.small} ${expected.capital}`, found: `${small} ${capital}` };
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.key;
  }
}

/** Stores the skeletons of names again. Names that then look alike get different numbers. */
export async function updateSkeletons(tx: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const skeletons = keys.map(skeletonsOf);
  // Numbers above all others, so that no two look-alikes have the same one.
  await tx.query(
    `UPDATE player_name SET small_skeleton = small, capital_skeleton = capital, look_alike = last + number
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS new (key, small, capital, number),
          (SELECT max(look_alike) AS last FROM player_name) AS numbered
     WHERE handle_key = key`,
    [keys, skeletons.map(({ small }) => small), skeletons.map(({ capital }) => capital)],
  );
}
