import { LRUCache } from 'lru-cache';
import { type Access, canRead } from '../access/access.js';
import { isStorable } from '../kit/sql/columns.js';
import { batchLoads } from '../kit/sql/prepared.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League, LeagueStamp } from './league.js';
import { listLeaguesBySlug, listStamps } from './league.repository.js';

export interface NeedsLeagues {
  /** Current leagues, shared by all requests. */
  readonly leagues: LeagueReader;
}

/** Reads the league of a request, in one statement for all concurrent requests. */
export class LeagueReader {
  readonly #bySlug: (slug: string) => Promise<League | undefined>;
  readonly #stamp: (leagueId: number) => Promise<LeagueStamp | undefined>;

  constructor(sql: Sql) {
    this.#bySlug = batchLoads((slugs) => listLeaguesBySlug(sql, slugs));
    this.#stamp = batchLoads((ids) => listStamps(sql, ids));
  }

  /** The current league with this slug, if there is one that the caller may know of. */
  async find(access: Access, slug: string): Promise<League | null> {
    const league = isStorable(slug) ? await this.#bySlug(slug) : undefined;
    return league && canRead(access, league) ? league : null;
  }

  /** The current version of a league, with its mark. */
  stampOf(leagueId: number): Promise<LeagueStamp | undefined> {
    return this.#stamp(leagueId);
  }
}

/** Values that are kept of all leagues together, each of at most some hundred rows. */
const MAX_KEPT = 1_000;

const kept = new LRUCache<string, { readonly value: unknown }>({ max: MAX_KEPT });
/** Those that depend on what a caller asks, of which they could fill the others' room. */
const keptAsAsked = new LRUCache<string, { readonly value: unknown }>({ max: MAX_KEPT });

/**
 * Remembers what the version of a league determines, for all requests together: pages ask for the same at each view. Read after the
 * league, a value is at least as new as the version. Readers do not wait for each other: one may hold the turn that another waits for.
 * @param asked what it depends on besides, as a caller chose it
 */
export async function keptByVersion<Value>(
  { id, version, mark }: Pick<League, 'id' | 'version' | 'mark'>,
  name: string,
  read: () => Promise<Value>,
  asked: object | null = null,
): Promise<Value> {
  const values = asked === null ? kept : keptAsAsked;
  const key = `${id} ${version} ${mark} ${name} ${JSON.stringify(asked)}`;
  const known = values.get(key);
  if (known) return known.value as Value;
  const value = await read();
  values.set(key, { value });
  return value;
}
