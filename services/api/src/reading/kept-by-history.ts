import { LRUCache } from 'lru-cache';

/** How many lists are remembered, each of at most some thousand numbers. */
const MAX_KEPT = 50;

interface Kept {
  readonly history: string;
  readonly values: ReadonlyMap<number, unknown>;
}

const kept = new LRUCache<string, Kept>({ max: MAX_KEPT });

/**
 * SQL of one row, `history`, of the league of $1. While it is the same, the league gets only matches after its newest, and nobody is hidden
 * or shown again: what lines of the journal say of the matches before stays as it is. A standby that takes over may lack the newest writes;
 * it was started at another time.
 */
export const HISTORY = `(
       SELECT concat_ws(' ', pg_postmaster_start_time(), newest.revision, hidden.players) AS history
       FROM (SELECT max(revision) AS revision FROM league_revision WHERE league_id = $1) AS newest
       CROSS JOIN (
         SELECT string_agg(player_id::text, ' ' ORDER BY player_id) AS players FROM rating WHERE league_id = $1 AND hidden_at IS NOT NULL
       ) AS hidden
     ) AS history`;

/** What was found, and in which history. */
export interface Found<Value> {
  readonly history: string;
  readonly values: ReadonlyMap<number, Value>;
}

/**
 * Values that follow from the history of a league, of which it remembers those that were asked for last: a page that is made anew after
 * each match asks for nearly the same.
 * @param name of the league and of what is asked; null: nothing is remembered
 * @param history in which they are asked for
 * @param wanted numbers of matches or players
 * @param read finds the values that are not known; those that it leaves out are null
 */
export async function keptByHistory<Value>(
  name: string | null,
  history: string,
  wanted: readonly number[],
  read: (missing: readonly number[]) => Promise<Found<Value>>,
): Promise<Map<number, Value | null>> {
  const before = name === null ? undefined : kept.get(name);
  const known = (before?.history === history ? before.values : new Map()) as ReadonlyMap<number, Value | null>;
  const missing = wanted.filter((number) => !known.has(number));
  const found = missing.length > 0 ? await read(missing) : null;
  const values = new Map(wanted.map((number) => [number, known.get(number) ?? found?.values.get(number) ?? null]));
  if (name !== null && (found === null || found.history === history)) kept.set(name, { history, values });
  return values;
}
