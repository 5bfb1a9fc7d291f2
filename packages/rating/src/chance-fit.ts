import { power } from './power.js';

/** How to change a rater's chances, outside the rater, to fit the history of a league. */
export interface ChanceFit {
  /** Multiplies the log odds: less than 1 if a rater is overconfident, more than 1 if it is underconfident. */
  readonly slope: number;
  /** Is added to the log odds of one of two sides, such as the home side; 0 in matches of more sides. */
  readonly sideAdvantage: number;
  /** The role of the side with the advantage, if its opponent has another role or none. Null or omitted: the side that is named first. */
  readonly sideRole?: string | null;
  /**
   * Is multiplied by the rater's chance of a side and added to its log odds, in matches of more than two sides: above 0 if favourites win
   * more often than with the slope alone, below 0 if less. From `-2 * slope` on, sides keep their order. Omitted: 0.
   */
  readonly favouriteAdvantage?: number;
  /**
   * How log odds depend on the size of the field, in matches of n > 2 sides: after slope and `favouriteAdvantage`, they are multiplied by
   * (n / 2)^slopeBySides. Above 0 if a rater is less confident in larger fields than in smaller ones, -1 to 1. Omitted: 0.
   */
  readonly slopeBySides?: number;
}

/** A number with its 95% interval. */
export interface Estimate {
  readonly value: number;
  /** null: all matches are of one day, so there is no interval. */
  readonly low: number | null;
  readonly high: number | null;
}

/** A fit with its intervals, which are based on the differences between stretches of the log, like those of `lossDifference`. */
export interface EstimatedFit {
  /** Number of matches of the fit. */
  readonly matches: number;
  readonly slope: Estimate;
  /** null, and 0 in the fit: there are no matches of two sides, or the order of the sides follows the result. */
  readonly sideAdvantage: Estimate | null;
  /** As of `ChanceFit`. */
  readonly sideRole?: string | null;
  /**
   * null or omitted, and 0 in the fit: there are no matches of more than two sides, or its interval would have 0 in it, with and without a
   * slope by sides, and `-2 * slope` is not much likelier than 0.
   */
  readonly favouriteAdvantage?: Estimate | null;
  /** null or omitted, and 0 in the fit: no match has more than two sides, all have equally many, or its interval would have 0 in it. */
  readonly slopeBySides?: Estimate | null;
}

/** The least log chance: one in 160,000. */
const LEAST_LOG = -12;

/**
 * A rater's chances after the fit; they add up to 1.
 * @param roles the role of each side, undefined for a side without one; omitted if no side has one
 */
export function fittedChances(
  { slope, sideAdvantage, sideRole, favouriteAdvantage = 0, slopeBySides = 0 }: ChanceFit,
  chances: readonly number[],
  roles?: readonly (string | undefined)[],
): number[] {
  const powers = chances.map((chance) => slope * logOf(chance));
  if (powers.length === 2) powers[0]! += sideAdvantage * signOf(sideRole ?? null, roles?.[0], roles?.[1]);
  else if (favouriteAdvantage !== 0 || slopeBySides !== 0) {
    const scale = sizeFactor(chances.length, slopeBySides);
    for (const [side, chance] of chances.entries())
      powers[side] = scale * (powers[side]! + favouriteAdvantage * chance);
  }
  return shares(powers);
}

/** The factor of the log odds in a match with this many sides. */
export function sizeFactor(sides: number, slopeBySides: number): number {
  return power(sides / 2, slopeBySides);
}

/** Which of two sides has the advantage: 1 for the first, -1 for the second, 0 for neither. */
export function signOf(sideRole: string | null, first: string | undefined, second: string | undefined): -1 | 0 | 1 {
  if (sideRole === null) return 1;
  if ((first === sideRole) === (second === sideRole)) return 0;
  return first === sideRole ? 1 : -1;
}

/** The fit without its intervals. */
export function fitOf({
  slope,
  sideAdvantage,
  sideRole = null,
  favouriteAdvantage,
  slopeBySides,
}: EstimatedFit): ChanceFit {
  return {
    slope: slope.value,
    sideAdvantage: sideAdvantage?.value ?? 0,
    sideRole,
    favouriteAdvantage: favouriteAdvantage?.value ?? 0,
    slopeBySides: slopeBySides?.value ?? 0,
  };
}

/** The log of a chance, bounded so that a fit can include certain predictions. */
export function logOf(chance: number): number {
  return chance > 0 ? Math.max(Math.log(chance), LEAST_LOG) : LEAST_LOG;
}

/** Shares in proportion to e to the powers. */
function shares(powers: number[]): number[] {
  const greatest = Math.max(...powers);
  let sum = 0;
  for (let side = 0; side < powers.length; side++) {
    powers[side] = Math.exp(powers[side]! - greatest);
    sum += powers[side]!;
  }
  return powers.map((power) => power / sum);
}
