/**
 * The logistic curve of Glicko, the merit of results, and GLIXARE, the percentage that a board shows. Source: "Timed Glicko Rating",
 * constants, WinProb and PMERIT, after Mark Glickman's Glicko, and the display of a player's rating.
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

/** How the merit of a result falls with its surprise. */
export type Weighting = 'quadratic' | 'linear' | 'none';

/**
 * PMERIT: the probability that a result came about on merit and not by luck. It is 1 for a certain result, and P
 * for an even one; an impossible one has 3P - 2 (quadratic), 2P - 1 (linear) or 1 (none). Source: "Timed Glicko Rating",
 * UpdatePlayer, for `quadratic`; the linear form is the one with the same values at 0 and 1/2.
 * @param surprise XD, the distance of the result from what was expected, 0 to 1
 * @param deservedOutcomeProbability P, 0 to 1
 */
export function merit(surprise: number, weighting: Weighting, deservedOutcomeProbability: number): number {
  const luck = 1 - deservedOutcomeProbability;
  switch (weighting) {
    case 'quadratic':
      return 1 - luck * surprise * (1 + 2 * surprise);
    case 'linear':
      return 1 - 2 * luck * surprise;
    case 'none':
      return 1;
  }
}

/** 2500 (64 pi^2 + 147 ln(10)^2), with pi^2 160000 for Glicko's scale and 350^2 for the player measured against. */
const CERTAIN = 2500 * (64 * Math.PI ** 2 + 147 * Math.LN10 ** 2);
/** The addend of a squared deviation. */
const GLIXARE_VARIANCE = 3 * Math.LN10 ** 2;

/**
 * GLIXARE, a rating and its deviation in one number: the chance, in percent, of beating a player of rating 1500 and deviation 350, whom the
 * source's ladder begins with. 100 / (1 + 10^((1500 - R) pi / sqrt(3 ln(10)^2 RD^2 + 2500 (64 pi^2 + 147 ln(10)^2)))).
 * @param rating points
 * @param deviation points, at least 0
 * @returns 0 to 100, not rounded
 */
export function glixare(rating: number, deviation: number): number {
  const root = Math.sqrt(GLIXARE_VARIANCE * deviation * deviation + CERTAIN);
  return 100 * expectedScore(rating - 1500, root / (Math.PI * Math.LN10));
}

/** The source's two decimals, such as `89.30%`. */
export function displayGlixare(rating: number, deviation: number): string {
  return `${(Math.round(100 * glixare(rating, deviation)) / 100).toFixed(2)}%`;
}
