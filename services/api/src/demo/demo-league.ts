import { type Random, seededRandom } from '@openladder/rating/random';
import { type CreateLeague } from '../league/league.service.js';
import { type MatchSubmission, type SideSubmission } from '../match-log/checks.js';
import { type Person } from './people.js';

/** A plan of a demonstration league. */
export interface DemoLeague {
  readonly details: CreateLeague;
  /** Its players. */
  readonly people: readonly Person[];
  readonly matchCount: number;
  /** Seed of its random choices. */
  readonly seed: number;
  /**
   * Plays one match.
   * @param progress how much of the season is over, 0 to 1
   */
  play(progress: number, random: Random): SideSubmission[];
}

/** The end of every description. */
export const MADE_UP = 'Demonstration data: made-up players and matches.';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long the demonstration leagues have existed. */
export const SEASON = 120 * DAY;
/** The newest match of a league is this old at the first start. */
const NEWEST = 6 * MINUTE;
/** Most people play in the evening. */
const BUSIEST_HOUR = 19;
const HOURS_AROUND = 3.5;

/**
 * When the matches of a season were played, oldest first: on all its days, mostly in the evening.
 * @param end the end of the season's last day
 */
function playingTimes(count: number, end: Date, random: Random): Date[] {
  const newest = end.getTime() - NEWEST;
  const times = Array.from({ length: count - 1 }, () => {
    const midnight = Math.floor((newest - SEASON * random.next()) / DAY) * DAY;
    const time = midnight + Math.round((BUSIEST_HOUR + HOURS_AROUND * random.normal()) * HOUR);
    const daysAhead = Math.max(0, Math.ceil((time - newest) / DAY));
    return time - daysAhead * DAY;
  });
  return [...times.sort((a, b) => a - b), newest].map((time) => new Date(time));
}

/** How much of the season that ends at `end` was over, 0 to 1. */
function progressAt(playedAt: Date, end: Date): number {
  return Math.min(1, Math.max(0, 1 - (end.getTime() - playedAt.getTime()) / SEASON));
}

/** The matches of a season that ends at this time, in the order in which they were played. */
export function seasonOf(plan: DemoLeague, end: Date): MatchSubmission[] {
  const random = seededRandom(plan.seed);
  return playingTimes(plan.matchCount, end, random).map((playedAt, index) => ({
    externalId: `demo-${index + 1}`,
    playedAt,
    sides: plan.play(progressAt(playedAt, end), random),
  }));
}
