import { LRUCache } from 'lru-cache';
import { type Access, canRead } from '../access/access.js';
import { isStorable } from '../kit/sql/columns.js';
import { batchLoads } from '../kit/sql/prepared.js';
import type { Sql } from '../kit/sql/transaction.js';
import { ALL_LEAGUES, type League, type LeagueStamp } from './league.js';
import { findStampOfAll, listLeaguesBySlug, listStamps } from './league.repository.js';

export interface NeedsLeagues {
  /** Current leagues, shared by all requests. */
  readonly leagues: LeagueReader;
}

/** Reads the league of a request, in one statement for all concurrent requests. */
export class LeagueReader {
  readonly #bySlug: (slug: string) => Promise<League | undefined>;
  readonly #stamp: (leagueId: number) => Promise<LeagueStamp | undefined>;
  readonly #stampOfAll: (all: typeof ALL_LEAGUES) => Promise<LeagueStamp | undefined>;

  constructor(sql: Sql) {
    this.#bySlug = batchLoads((slugs) => listLeaguesBySlug(sql, slugs));
    this.#stamp = batchLoads((ids) => listStamps(sql, ids));
    this.#stampOfAll = batchLoads(async ([all]) => new Map([[all!, await findStampOfAll(sql)]]));
  }

  /** The current league with this slug, if there is one that the caller may see. */
  async find(access: Access, slug: string): Promise<League | null> {
    const league = isStorable(slug) ? await this.#bySlug(slug) : undefined;
    return league && canRead(access, league) ? league : null;
  }

  /** The current version of a league, of `queueOf` one, or of ALL_LEAGUES, with its mark. */
  stampOf(leagueId: number): Promise<LeagueStamp | undefined> {
    return leagueId === ALL_LEAGUES ? this.#stampOfAll(leagueId) : this.#stamp(leagueId);
  }
}

/** Values that are cached of all leagues together. */
const MAX_KEPT = 1_000;

interface KeptValue {
  /** Version and mark of the league. */
  readonly stamp: string;
  readonly value: unknown;
}

/** Of a league, each only for one version: some have as many entries as the league has players. */
const kept = new LRUCache<string, KeptValue>({ max: MAX_KEPT });
/** Values that depend on a caller's request, which could use up the space of the others. */
const keptAsAsked = new LRUCache<string, KeptValue>({ max: MAX_KEPT });

/**
 * Caches values that the version of a league determines, for all requests together: pages need the same ones at each view. Read after
 * the league, a value is at least as new as the version. Readers do not wait for each other: one may hold the turn that another waits
 * for.
 * @param asked further parameters, as a caller chose them
 */
export async function keptByVersion<Value>(
  { id, version, mark }: Pick<League, 'id' | 'version' | 'mark'>,
  name: string,
  read: () => Promise<Value>,
  asked: object | null = null,
): Promise<Value> {
  const values = asked === null ? kept : keptAsAsked;
  const stamp = `${version} ${mark}`;
  const key = `${id} ${name} ${JSON.stringify(asked)}`;
  const known = values.get(key);
  if (known?.stamp === stamp) return known.value as Value;
  const value = await read();
  values.set(key, { stamp, value });
  return value;
}

/** How many lists are cached, each of at most some thousand numbers. */
const MAX_LISTS = 50;

interface KeptList {
  readonly history: string;
  /** Version of the league. If it has gone back, a backup was restored. */
  readonly version: number;
  readonly values: ReadonlyMap<number, unknown>;
}

const keptLists = new LRUCache<string, KeptList>({ max: MAX_LISTS });

/**
 * SQL of one row, `history`, of the league of $1, which begins with its revision. While it is unchanged, the league gets only matches after
 * its newest, and nobody is hidden or shown again: journal lines of earlier matches do not change. A standby that takes over may lack the
 * newest writes; its start time differs. So may a database that was restored under the same name; its tables differ.
 */
export const HISTORY = `(
       SELECT concat_ws(' ', revision, made, pg_postmaster_start_time(), current_database(), hidden.players) AS history
       FROM (
         SELECT md5(string_agg(player_id::text, ' ' ORDER BY player_id)) AS players FROM rating
         WHERE league_id = $1 AND hidden_at IS NOT NULL
       ) AS hidden
       LEFT JOIN (
         SELECT revision, tableoid AS made FROM league_revision WHERE league_id = $1 ORDER BY revision DESC LIMIT 1
       ) AS newest ON true
     ) AS history`;

/** Values that were found, and the history in which they hold. */
export interface Found<Value> {
  readonly history: string;
  readonly values: ReadonlyMap<number, Value>;
}

/**
 * Values that depend on a league's history. The most recently requested ones are cached, because a page that is made again after each match
 * needs nearly the same. Nothing is cached of a league that has another revision by now: its lines are not the current ones.
 * @param name of the values; null: nothing is cached
 * @param history for which they are requested
 * @param wanted numbers of matches or players
 * @param read finds the missing values; those that it omits are null
 */
export async function keptByHistory<Value>(
  { id, revision, version }: Pick<League, 'id' | 'revision' | 'version'>,
  name: string | null,
  history: string,
  wanted: readonly number[],
  read: (missing: readonly number[]) => Promise<Found<Value>>,
): Promise<Map<number, Value | null>> {
  const key = name !== null && history.startsWith(`${revision} `) ? `${id} ${name}` : null;
  const before = key === null ? undefined : keptLists.get(key);
  const isSame = before?.history === history && before.version <= version;
  const known = (isSame ? before.values : new Map()) as ReadonlyMap<number, Value | null>;
  const missing = wanted.filter((number) => !known.has(number));
  const found = missing.length > 0 ? await read(missing) : null;
  const values = new Map(wanted.map((number) => [number, known.get(number) ?? found?.values.get(number) ?? null]));
  if (key !== null && (found === null || found.history === history)) keptLists.set(key, { history, version, values });
  return values;
}
