import { LRUCache } from 'lru-cache';
import type { PageRequest } from './page.js';

/** Most leagues whose zone is remembered. */
const MOST = 2_000;

type Asked = Pick<PageRequest, 'params' | 'zone'>;

/**
 * The time zones of leagues. The variables of a page may depend on the zone, because days begin and end in it, but only the answer has the zone. So a page
 * assumes the zone of the last answer, or UTC before the first one, and asks again if the assumption was wrong.
 */
export interface LeagueZones {
  /** The zone to assume for a request. */
  of(params: PageRequest['params']): string;
  /** Remembers the zone that an answer has. @returns whether the request had assumed another one */
  learn(asked: Asked, data: unknown): boolean;
}

export function createLeagueZones(): LeagueZones {
  const known = new LRUCache<string, string>({ max: MOST });
  return {
    of: ({ league }) => (league !== undefined && known.get(league)) || 'UTC',
    learn: ({ params: { league }, zone }, data) => {
      const told = (data as { league?: { timeZone?: string } | null }).league?.timeZone;
      if (league === undefined || told === undefined || told === zone) return false;
      known.set(league, told);
      return true;
    },
  };
}
