import { LRUCache } from 'lru-cache';
import type { PageRequest } from './page.js';

/** Most leagues of which something is remembered. */
const MOST = 2_000;

type Asked = Pick<PageRequest, 'params' | 'zone' | 'restingSince' | 'isRacing'>;

interface Facts {
  readonly zone: string;
  /** As of `PageRequest`. */
  readonly restingSince: string | null;
  readonly isRacing: boolean;
}

const UNKNOWN: Facts = { zone: 'UTC', restingSince: null, isRacing: false };

interface Told {
  readonly timeZone?: string;
  readonly usualSides?: number | null;
  readonly nobodyRanked?: { readonly restingSince?: string | null } | null;
}

/**
 * What the variables of a page depend on, although only its answer says it: the time zone of the league, in which days begin and end,
 * since when the league rests, and whether it has races. So a page assumes what the last answer said, or UTC and a league of duels that is
 * awake before the first one, and asks again if the assumption was wrong.
 */
export interface LeagueZones {
  /** The zone to assume for a request. */
  of(params: PageRequest['params']): string;
  /** What else to assume for a request; see `PageRequest`. */
  factsOf(params: PageRequest['params']): Pick<Facts, 'restingSince' | 'isRacing'>;
  /** Remembers what an answer says. @returns whether the request had assumed something else */
  learn(asked: Asked, data: unknown): boolean;
}

export function createLeagueZones(): LeagueZones {
  const known = new LRUCache<string, Facts>({ max: MOST });
  const factsOf = ({ league }: PageRequest['params']) => (league !== undefined && known.get(league)) || UNKNOWN;
  return {
    of: (params) => factsOf(params).zone,
    factsOf: (params) => {
      const { restingSince, isRacing } = factsOf(params);
      return { restingSince, isRacing };
    },
    learn: ({ params, zone, restingSince = null, isRacing = false }, data) => {
      const told = (data as { league?: Told | null }).league;
      if (params.league === undefined || !told) return false;
      const { nobodyRanked, usualSides } = told;
      const rest = nobodyRanked === null ? null : nobodyRanked?.restingSince;
      const facts: Facts = {
        zone: told.timeZone ?? zone,
        restingSince: rest === undefined ? restingSince : rest,
        isRacing: usualSides === undefined ? isRacing : isRacingLeague({ usualSides }),
      };
      if (facts.zone === zone && facts.restingSince === restingSince && facts.isRacing === isRacing) return false;
      known.set(params.league, facts);
      return true;
    },
  };
}

/** Whether a league mostly has races: matches of more than two sides, in which a place says more than a win or a loss. */
export function isRacingLeague({ usualSides }: { readonly usualSides: number | null }): boolean {
  return usualSides !== null && usualSides > 2;
}
