import type { Topic } from './wake-ups.js';

/** Of a league: that its board may have changed, or who may read it. */
export function leagueTopic(leagueId: number): Topic {
  return `league:${leagueId}`;
}
