import { DAY, type Decay } from './weights.js';

/**
 * What a game fades by. The exponent of its weight under p6 is max(j-1, min(i-1, days)). It counts later games (i), days, or
 * later games against the same opponent (j).
 */
export const GAMES = 0;
export const DAYS = 1;
export const MEETINGS = 2;
export type DecayMode = typeof GAMES | typeof DAYS | typeof MEETINGS;

/** Later than any game. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** How many games there are, and when the newest was played, in whole milliseconds. */
export interface Moment {
  readonly count: number;
  readonly newestAt: number;
}

/** max(j-1, min(i-1, days)). */
export function exponentOf(place: number, playedAt: number, j: number, { count, newestAt }: Moment): number {
  return Math.max(j - 1, Math.min(count - place, (newestAt - playedAt) / DAY));
}

/** What the j-th newest game against its opponent fades by at a moment. */
export function modeOf(place: number, playedAt: number, j: number, { count, newestAt }: Moment): DecayMode {
  const age = newestAt - playedAt;
  if (age >= (count - place) * DAY) return GAMES;
  return age >= (j - 1) * DAY ? DAYS : MEETINGS;
}

/**
 * decay^exponent.
 * @param byDays decay^days
 */
export function fadedBy(
  mode: DecayMode,
  place: number,
  j: number,
  byDays: number,
  { count }: Moment,
  { power }: Decay,
): number {
  if (mode === DAYS) return byDays;
  return power[mode === GAMES ? count - place : j - 1]!;
}
