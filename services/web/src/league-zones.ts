import { LRUCache } from 'lru-cache';
import type { PageRequest } from './page.js';

/** Most leagues of which something is remembered. */
const MOST = 2_000;

type Asked = Pick<PageRequest, 'params' | 'zone' | 'restingSince'>;

interface Facts {
  readonly zone: string;
  /** As of `PageRequest`. */
  readonly restingSince: string | null;
}

const UNKNOWN: Facts = { zone: 'UTC', restingSince: null };

interface Told {
  readonly timeZone?: string;
  readonly nobodyRanked?: { readonly restingSince?: string | null } | null;
}

/**
 * The time zones of leagues, and since when leagues rest. The variables of a page may depend on them, because days begin and end in the
 * zone, but only the answer has them. So a page assumes what the last answer said, or UTC and a league that is awake before the first one,
 * and asks again if the assumption was wrong.
 */
export interface LeagueZones {
  /** The zone to assume for a request. */
  of(params: PageRequest['params']): string;
  /** What to assume of `PageRequest.restingSince`. */
  restingSince(params: PageRequest['params']): string | null;
  /** Remembers what an answer says. @returns whether the request had assumed something else */
  learn(asked: Asked, data: unknown): boolean;
}

export function createLeagueZones(): LeagueZones {
  const known = new LRUCache<string, Facts>({ max: MOST });
  const factsOf = ({ league }: PageRequest['params']) => (league !== undefined && known.get(league)) || UNKNOWN;
  return {
    of: (params) => factsOf(params).zone,
    restingSince: (params) => factsOf(params).restingSince,
    learn: ({ params, zone, restingSince = null }, data) => {
      const told = (data as { league?: Told | null }).league;
      if (params.league === undefined || !told) return false;
      const { nobodyRanked } = told;
      const rest = nobodyRanked === null ? null : nobodyRanked?.restingSince;
      const facts: Facts = { zone: told.timeZone ?? zone, restingSince: rest === undefined ? restingSince : rest };
      if (facts.zone === zone && facts.restingSince === restingSince) return false;
      known.set(params.league, facts);
      return true;
    },
  };
}
