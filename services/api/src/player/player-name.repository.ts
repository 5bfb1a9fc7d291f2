import { type NeedsDatabase } from '../kit/needs.js';
import { type Sql, transaction } from '../kit/sql/transaction.js';
import { publishAgain, type Republished } from '../league/public-players.repository.js';
import { handleKey, type Skeletons, skeletonsOf } from './handle.js';

/** The number of names that are looked up at a time. */
const BATCH = 10_000;

/** A handle with its handleKey. */
interface KeyedName {
  readonly key: string;
  readonly handle: string;
}

/** Keys, and skeletons small, capital and as typed, as columns for `unnest`. */
function skeletonColumns(names: readonly KeyedName[]): string[][] {
  const rows = names.map(({ key, handle }) => ({ key, ...skeletonsOf(key, handle) }));
  return (['key', 'small', 'capital', 'typed'] as const).map((column) => rows.map((row) => row[column]));
}

/** The names that look like one of these skeletons; names that look alike as typed have `as_typed`. A name may appear several times. */
export const LOOK_ALIKES = (small: string, capital: string, typed: string) => `
  SELECT *, false AS as_typed FROM player_name WHERE small_skeleton = ${small}
  UNION ALL
  SELECT *, false FROM player_name WHERE capital_skeleton = ${capital}
  UNION ALL
  SELECT *, true FROM player_name WHERE typed_skeleton = ${typed}`;

/** The skeleton of a handle in ASCII as typed. */
const TYPED_ASCII = `translate(handle, '01I', 'Oll')`;

/** Whether a key is in ASCII and therefore its own skeleton, small and capital. */
const IS_ASCII = (key: string) => `${key} ~ '^[[:ascii:]]*$'`;

/**
 * Whether a new handle must not look like a row of `LOOK_ALIKES`: a current or former handle of a player whom the league, or everybody, knows; if only the
 * typed form looks alike, they must know that form, which may differ in a private league. A former handle does not block a new one in ASCII: once an admin has
 * renamed the look-alike, the handle is free. `OFFSET 0` makes PostgreSQL look up each row by its key; otherwise it may read every player whom the league knows
 * to find a handful of rows.
 * @param newKey key of the new handle
 */
export const KNOWN_NAME = (name: string, newKey: string, leagueId: string) => `(
  EXISTS (SELECT FROM membership AS known WHERE known.player_id = ${name}.player_id
            AND known.handle_key = ${name}.handle_key AND known.league_id IN (0, ${leagueId})
            AND (NOT ${name}.as_typed OR known.handle = ${name}.handle) OFFSET 0)
  OR NOT ${IS_ASCII(newKey)} AND EXISTS (SELECT FROM former_name AS known JOIN league_slug AS league USING (league_id)
             WHERE known.handle_key = ${name}.handle_key AND known.player_id = ${name}.player_id
               AND (NOT ${name}.as_typed OR known.handle = ${name}.handle)
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
  const names = Array.from(handles, (handle) => ({ key: handleKey(handle), handle }));
  const rows: { key: string; handle: string }[] = await sql.query(
    `SELECT key, other.handle FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS new (key, small, capital, typed)
     CROSS JOIN LATERAL (${LOOK_ALIKES('small', 'capital', 'typed')}) AS other
     WHERE other.handle_key <> key AND ${KNOWN_NAME('other', 'key', '$5')}`,
    [...skeletonColumns(names), leagueId],
  );
  return new Map(rows.map(({ key, handle }) => [key, handle]));
}

/**
 * The name of another player that a handle looks like, unless the handle is a player's. One of the player's own handles that is typed
 * differently now must still not look like another player's as typed.
 */
export async function findLookAlike(sql: Sql, handle: string, playerId: number): Promise<string | null> {
  const key = handleKey(handle);
  const { small, capital, typed } = skeletonsOf(key, handle);
  const rows: { handle: string }[] = await sql.query(
    `SELECT other.handle FROM (${LOOK_ALIKES('$2', '$3', '$4')}) AS other
     WHERE other.player_id <> $5 AND other.handle_key <> $1
       AND (other.given_up_at IS NULL OR NOT ${IS_ASCII('$1')})
       AND NOT EXISTS (SELECT FROM player_name AS same WHERE same.handle_key = $1
                         AND (same.player_id <> $5 OR NOT other.as_typed OR same.typed_skeleton = $4))
     LIMIT 1`,
    [key, small, capital, typed, playerId],
  );
  return rows[0]?.handle ?? null;
}

/** Of these handleKeys, those that are or were a player's. */
export async function listTakenKeys(sql: Sql, keys: readonly string[]): Promise<Set<string>> {
  const rows: { handle_key: string }[] = await sql.query(
    'SELECT handle_key FROM player_name WHERE handle_key = ANY($1::text[])',
    [keys],
  );
  return new Set(rows.map(({ handle_key }) => handle_key));
}

/** A name whose stored skeletons differ from those of its key. */
export interface StaleSkeleton extends KeyedName {
  readonly expected: string;
  readonly found: string;
}

/** Names with stale skeletons, by key. PostgreSQL can check names in ASCII. */
export async function* listStaleSkeletons(sql: Sql): AsyncGenerator<StaleSkeleton> {
  for (let after = ''; ; ) {
    const rows: ({ key: string; handle: string } & Skeletons)[] = await sql.query(
      `SELECT handle_key AS key, handle, small_skeleton AS small, capital_skeleton AS capital, typed_skeleton AS typed
       FROM player_name
       WHERE handle_key > $1
         AND (handle_key || handle ~ '[^[:ascii:]]' OR small_skeleton <> handle_key OR capital_skeleton <> handle_key
              OR typed_skeleton <> ${TYPED_ASCII})
       ORDER BY handle_key LIMIT ${BATCH}`,
      [after],
    );
    for (const { key, handle, ...stored } of rows) {
      const [expected, found] = [skeletonsOf(key, handle), stored].map(
        ({ small, capital, typed }) => `${small} ${capital} ${typed}`,
      );
      if (found !== expected) yield { key, handle, expected: expected!, found: found! };
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.key;
  }
}

/** Stores the skeletons of names again. Names that then look alike get different numbers. */
export async function updateSkeletons(tx: Sql, names: readonly KeyedName[]): Promise<void> {
  if (names.length === 0) return;
  // Numbers above all others, so that no two look-alikes have the same one.
  await tx.query(
    `UPDATE player_name SET small_skeleton = small, capital_skeleton = capital, typed_skeleton = typed, look_alike = last + number
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS new (key, small, capital, typed, number),
          (SELECT max(look_alike) AS last FROM player_name) AS numbered
     WHERE handle_key = key`,
    skeletonColumns(names),
  );
}

/** Names of players that were repaired. */
export interface MendedNames {
  /** Names whose skeletons, which find look-alikes, were renewed. */
  readonly skeletons: readonly StaleSkeleton[];
  /** Players whose visibility changed: to everybody, or only to their private leagues. */
  readonly republished: readonly Republished[];
}

/** Renews stale skeletons, for example after a change of Unicode's table, and the players whom everybody may see. */
export async function repairNames(needs: NeedsDatabase): Promise<MendedNames> {
  return transaction(needs.database, null, async (tx) => {
    const skeletons: StaleSkeleton[] = [];
    for await (const stale of listStaleSkeletons(tx)) skeletons.push(stale);
    await updateSkeletons(tx, skeletons);
    return { skeletons, republished: await publishAgain(tx) };
  });
}
