/**
 * The logistic curve of Glicko. Source: "Timed Glicko Rating", constants and WinProb, after Mark Glickman's Glicko.
 */
import { expectedScore } from '@openladder/rating';

/** Glicko's scale: a player 400 / ln 10 points ahead of a certain opponent wins e times as often as they lose. */
export const SCALE = 400 / Math.LN10;

/** Q of the source: converts points into the unit of the logistic curve. */
export const Q = 1 / SCALE;

/** 3 Q^2 / pi^2: the factor of a variance in g. */
export const VARIANCE_FACTOR = (3 * Q * Q) / (Math.PI * Math.PI);

/** A rating and its deviation, both in points. */
export interface Skill {
  readonly rating: number;
  readonly deviation: number;
}

/**
 * g: how much of a rating difference is left if strengths are uncertain.
 * @param variance the sum of squared deviations, in square points
 * @returns 1 for certain strengths; falls towards 0 as their variance grows
 */
export function reliability(variance: number): number {
  return 1 / Math.sqrt(1 + VARIANCE_FACTOR * variance);
}

/** WinProb of the source: the chance that `own` beats `other`, with the deviations of both as they are stored. */
export function winProbability(own: Skill, other: Skill): number {
  const g = reliability(own.deviation * own.deviation + other.deviation * other.deviation);
  return expectedScore(g * (own.rating - other.rating), SCALE);
}
