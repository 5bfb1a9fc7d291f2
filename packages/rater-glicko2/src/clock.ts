/**
 * The growth of a deviation with time. Source: Mark E. Glickman, "Example of the Glicko-2 system", step 6 and the note on
 * players who do not compete: phi^2 grows by sigma^2 in each rating period; here also by fractions of a period.
 */
import { POINTS } from './scale.js';
import type { Glicko2Settings } from './settings.js';
import type { Glicko2Skill } from './skill.js';

const DAY = 86_400_000;

/** A moment on a league's clock: milliseconds in continuous time, otherwise the number of the rating period. */
export function clockAt(time: number, { timing, periodDays }: Glicko2Settings): number {
  return timing === 'continuous' ? time : Math.floor(time / (periodDays * DAY));
}

/**
 * Rating periods in which a player did not play.
 * @param at the clock of the player's skill; NaN if they were never rated
 * @param now the clock
 */
export function periodsAway(at: number, now: number, { timing, periodDays }: Glicko2Settings): number {
  if (Number.isNaN(at)) return 0;
  // The growth in the period of the skill's own games is included in them.
  return Math.max(0, timing === 'continuous' ? (now - at) / (periodDays * DAY) : now - at - 1);
}

/**
 * A deviation after some periods without a game, in points: never beyond `maxDeviation`.
 * @param volatility on the scale of Glicko-2
 */
export function grownDeviation(
  deviation: number,
  volatility: number,
  periods: number,
  { maxDeviation }: Glicko2Settings,
): number {
  if (periods === 0 || deviation >= maxDeviation) return deviation;
  const growth = volatility * POINTS;
  return Math.min(Math.sqrt(deviation * deviation + periods * growth * growth), maxDeviation);
}

/** A player at a later time, after not playing until then. A player who was never rated does not change. */
export function grown(skill: Glicko2Skill, until: number, settings: Glicko2Settings): Glicko2Skill {
  const { rating, deviation, volatility, at } = skill;
  const now = clockAt(until, settings);
  const periods = at === null ? 0 : periodsAway(at, now, settings);
  if (periods === 0) return skill;
  const reached = settings.timing === 'continuous' ? now : now - 1;
  return {
    rating,
    deviation: grownDeviation(deviation, volatility, periods, settings),
    volatility,
    at: reached,
    games: null,
  };
}
