import { type Access, canRead } from '../access/access.js';
import { batchLoads } from '../kit/sql/batch-loads.js';
import { isStorable } from '../kit/sql/text.js';
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
