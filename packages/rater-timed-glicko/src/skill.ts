/**
 * A player's skill, and the growth of its variance with time. Source: "Timed Glicko Rating", PRD of UpdatePlayer and the procedure of
 * every midnight, which together let RD^2 grow continuously, by SC^2 a day.
 */
import type { StatePacking } from '@openladder/rating';
import type { Skill } from './curve.js';
import type { TimedGlickoSettings } from './settings.js';

/** A day in milliseconds: the source's unit of time. */
const DAY = 86_400_000;

/** A player's skill at the time of their clock. */
export interface TimedSkill extends Skill {
  /** The time of the deviation, in milliseconds since 1970; null for a player who was never rated. */
  readonly ratedAt: number | null;
}

type Growth = Pick<TimedGlickoSettings, 'deviationGrowth' | 'maxDeviation'>;

/**
 * PRD^2 after some time: RD^2 + SC^2 * days, at most maxDeviation^2.
 * @param elapsed milliseconds since the player's clock; less than 0, or NaN for a player without a clock, counts as none
 * @returns square points
 */
export function grownVariance(deviation: number, elapsed: number, { deviationGrowth, maxDeviation }: Growth): number {
  const days = elapsed > 0 ? elapsed / DAY : 0;
  const variance = deviation * deviation + deviationGrowth * deviationGrowth * days;
  return Math.min(variance, maxDeviation * maxDeviation);
}

/** A player at a later time, after not playing until then. A player who was never rated does not change. */
export function grown(skill: TimedSkill, until: number, growth: Growth): TimedSkill {
  if (skill.ratedAt === null || until <= skill.ratedAt) return skill;
  const variance = grownVariance(skill.deviation, until - skill.ratedAt, growth);
  return { rating: skill.rating, deviation: Math.sqrt(variance), ratedAt: until };
}

/**
 * A player after a wait that found no opponent: the clock restarts and the deviation has not grown, because they would
 * have played. A player who was never rated has no clock. Source: "Timed Glicko Rating", the queue system.
 */
export function clockReset(skill: TimedSkill, at: number): TimedSkill {
  return { ...skill, ratedAt: laterClock(skill.ratedAt, at) };
}

/** Clocks never run backwards, or the time between would count twice. A clock that never ran does not start. */
function laterClock(ratedAt: number | null, at: number): number | null {
  return ratedAt === null ? null : Math.max(ratedAt, at);
}

/** A skill in numbers: rating, deviation, clock; NaN for a clock that never ran. */
export const packedSkill: StatePacking<TimedSkill> = {
  width: 3,
  pack({ rating, deviation, ratedAt }, numbers, at) {
    numbers[at] = rating;
    numbers[at + 1] = deviation;
    numbers[at + 2] = ratedAt ?? Number.NaN;
  },
  unpack(numbers, at) {
    const ratedAt = numbers[at + 2]!;
    return { rating: numbers[at]!, deviation: numbers[at + 1]!, ratedAt: Number.isNaN(ratedAt) ? null : ratedAt };
  },
};
