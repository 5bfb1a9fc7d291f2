import { LRUCache } from 'lru-cache';
import type { LeagueFacts, PageRequest } from './page.js';

/** Most leagues of which something is remembered. */
const MOST = 2_000;

const UNKNOWN: LeagueFacts = { zone: 'UTC', restingSince: null, isRacing: false };

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
export function createLeagueZones() {
  const known = new LRUCache<string, LeagueFacts>({ max: MOST });
  return {
    /** What to assume for a request. */
    factsOf: ({ league }: PageRequest['params']): LeagueFacts => (league !== undefined && known.get(league)) || UNKNOWN,
    /** Remembers what an answer says. @returns whether the request had assumed something else */
    learn: (asked: PageRequest, data: unknown): boolean => {
      const { params, zone, restingSince = null, isRacing = false } = asked;
      const told = (data as { league?: Told | null }).league;
      if (params.league === undefined || !told) return false;
      const { nobodyRanked, usualSides } = told;
      const rest = nobodyRanked === null ? null : nobodyRanked?.restingSince;
      const facts: LeagueFacts = {
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

export type LeagueZones = ReturnType<typeof createLeagueZones>;

/** Whether a league mostly has races: matches of more than two sides, in which a place says more than a win or a loss. */
export function isRacingLeague({ usualSides }: { readonly usualSides: number | null }): boolean {
  return usualSides !== null && usualSides > 2;
}
