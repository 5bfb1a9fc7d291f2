/**
 * One match by Timed Glicko. Source: "Timed Glicko Rating", UpdatePlayer; the sums over several opponents are those of
 * Mark Glickman's Glicko, which the source extends.
 */
import type { Contribution, PlayerId, Rated, Result } from '@openladder/rating';
import { grownVariance, type TimedSkill } from './clock.js';
import { chanceOfLead, pairReliability, Q, reliability } from './curve.js';
import { merit } from './merit.js';
import type { TimedGlickoSettings } from './settings.js';

/** An opponent as he was before the match, and what the player scored against him. */
export interface Encounter {
  readonly opponent: PlayerId;
  readonly skill: TimedSkill;
  readonly actual: Result;
}

/**
 * The player after a match against one opponent or several, all of them as they were before it. The weight of a
 * contribution is the number of points that a wholly unexpected result against this opponent would move.
 * @param own the player before the match
 * @param playedAt milliseconds since 1970
 */
export function update(
  own: TimedSkill,
  encounters: readonly Encounter[],
  playedAt: number,
  settings: TimedGlickoSettings,
): Rated<TimedSkill> {
  const lessons = encounters.map((encounter) => lessonOf(own, encounter, settings));
  let information = 1 / grownVariance(own, playedAt, settings);
  for (const lesson of lessons) information += lesson.information;

  const contributions = lessons.map(({ opponent, opponentValue, expected, actual, surprise, strength }) => {
    const factor = strength / information;
    const delta = surprise * factor;
    return { opponent, opponentValue, expected, actual, weight: Math.abs(factor), delta } satisfies Contribution;
  });
  const rating = contributions.reduce((sum, { delta }) => sum + delta, own.rating);
  const ratedAt = own.ratedAt === null ? playedAt : Math.max(own.ratedAt, playedAt);
  return { state: { rating, deviation: 1 / Math.sqrt(information), ratedAt }, contributions };
}

/** What one encounter says about the player. */
function lessonOf(
  own: TimedSkill,
  { opponent, skill, actual }: Encounter,
  { weighting, deservedOutcomeProbability }: TimedGlickoSettings,
) {
  const lead = own.rating - skill.rating;
  const pg = reliability(skill.deviation * skill.deviation);
  const expected = chanceOfLead(lead, pg);
  const unexpected = chanceOfLead(-lead, pg);
  const g = pairReliability(own, skill);
  const xd = Math.abs(difference(actual, chanceOfLead(lead, g), chanceOfLead(-lead, g)));
  return {
    opponent,
    opponentValue: skill.rating,
    expected,
    actual,
    /** Win - PE. */
    surprise: difference(actual, expected, unexpected),
    /** Q PG (2 PMERIT - 1); negative for an upset where the settings are perverse. */
    strength: Q * pg * (2 * merit(xd, weighting, deservedOutcomeProbability) - 1),
    /** 1 / V, and never V itself: between players too far apart 1 / V is 0. */
    information: Q * Q * pg * pg * expected * unexpected,
  };
}

/** actual - chance, without cancellation for lopsided pairs. */
function difference(actual: number, chance: number, otherChance: number): number {
  return actual * otherChance - (1 - actual) * chance;
}
