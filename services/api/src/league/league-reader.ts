import { type Access, canRead } from '../access/access.js';
import { batchLoads } from '../kit/sql/batch-loads.js';
import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from './league.js';
import { listLeaguesBySlug, listVersions } from './league.repository.js';

export interface NeedsLeagues {
  /** Leagues as they are now, for all requests together. */
  readonly leagues: LeagueReader;
}

/** Reads what nearly every request begins with, one statement for all that ask at the same time. */
export class LeagueReader {
  readonly #bySlug: (slug: string) => Promise<League | undefined>;
  readonly #version: (leagueId: number) => Promise<number | undefined>;

  constructor(sql: Sql) {
    this.#bySlug = batchLoads((slugs) => listLeaguesBySlug(sql, slugs));
    this.#version = batchLoads((ids) => listVersions(sql, ids));
  }

  /** The league of this slug as it is now, if there is one that the caller may know of. */
  async find(access: Access, slug: string): Promise<League | null> {
    const league = isStorable(slug) ? await this.#bySlug(slug) : undefined;
    return league && canRead(access, league) ? league : null;
  }

  /** The version of a league as it is now. */
  versionOf(leagueId: number): Promise<number | undefined> {
    return this.#version(leagueId);
  }
}
