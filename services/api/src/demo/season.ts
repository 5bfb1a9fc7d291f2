import type { Random } from '@openladder/rating/random';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long the leagues of the demonstration have been going on. */
export const SEASON = 120 * DAY;
/** The newest match of a league is this old at the first start. */
const NEWEST = 6 * MINUTE;
/** Most people play in the evening. */
const BUSIEST_HOUR = 19;
const HOURS_AROUND = 3.5;

/**
 * When the matches of a season were played, the oldest first: on all its days, most in the evening.
 * @param end when the season's last day is over
 */
export function playingTimes(count: number, end: Date, random: Random): Date[] {
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
export function progressAt(playedAt: Date, end: Date): number {
  return Math.min(1, Math.max(0, 1 - (end.getTime() - playedAt.getTime()) / SEASON));
}
