/**
 * GLIXARE, the percentage that a board shows: a rating and its deviation in one number. Source: "Timed Glicko Rating", the
 * display of a player's rating: 100 / (1 + 10^((1500 - R) pi / sqrt(3 ln(10)^2 RD^2 + 2500 (64 pi^2 + 147 ln(10)^2)))).
 */
import { expectedScore } from '@openladder/rating';

/** 2500 (64 pi^2 + 147 ln(10)^2), with pi^2 160000 for Glicko's scale and 350^2 for the player measured against. */
const CERTAIN = 2500 * (64 * Math.PI ** 2 + 147 * Math.LN10 ** 2);
/** The addend of a squared deviation. */
const VARIANCE_FACTOR = 3 * Math.LN10 ** 2;

/**
 * The chance, in percent, of beating a player of rating 1500 and deviation 350, whom the source's ladder begins with.
 * @param rating points
 * @param deviation points, at least 0
 * @returns 0 to 100, not rounded
 */
export function glixare(rating: number, deviation: number): number {
  const root = Math.sqrt(VARIANCE_FACTOR * deviation * deviation + CERTAIN);
  return 100 * expectedScore(rating - 1500, root / (Math.PI * Math.LN10));
}

/** The source's two decimals, such as `89.30%`. */
export function displayGlixare(rating: number, deviation: number): string {
  return `${(Math.round(100 * glixare(rating, deviation)) / 100).toFixed(2)}%`;
}
