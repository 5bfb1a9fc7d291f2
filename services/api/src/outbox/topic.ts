import type { Topic } from './wake-ups.js';

/** The topic of a league: its board, or its readers, may have changed. */
export function leagueTopic(leagueId: number): Topic {
  return `league:${leagueId}`;
}
