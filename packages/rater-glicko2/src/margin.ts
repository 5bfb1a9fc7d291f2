/**
 * Margins as soft results: a lead of d points is a score of 1 / (1 + exp(-d / scale)). The scale is taken as the spread of leads between
 * equals, so that d / scale = z + luck with normal luck of variance 1. Then, by the usual approximations of a normal law by a logistic one,
 *
 *     chance to win  = 1 / (1 + exp(-1.702 z))
 *     expected score = 1 / (1 + exp(-z / sqrt(1 + pi / 8))) = 1 / (1 + exp(-0.847 z))
 *
 * so a lead in rating counts half as much for a score as for a win. A score varies by chance too, but 5.76 times less than a win or a loss.
 */
import { expectedScore, type Result } from '@openladder/rating';

/** 0.847 / 1.702. */
const SOFTNESS = 0.5;
/** 1/4, the variance of a result between equals, divided by that of their scores, the mean of (1 / (1 + exp(-luck)) - 1/2)^2. */
const GAMES = 5.76;

/** How a pair of sides is rated. */
export interface RatedResult {
  /** The score of the first side, 0 to 1. */
  readonly actual: number;
  /** The weight of a lead in rating. */
  readonly steepness: number;
  /** How many games of a plain result it is worth. */
  readonly games: number;
}

const PLAIN: Readonly<Record<Result, RatedResult>> = {
  0: { actual: 0, steepness: 1, games: 1 },
  0.5: { actual: 0.5, steepness: 1, games: 1 },
  1: { actual: 1, steepness: 1, games: 1 },
};

/**
 * @param ahead by how many points; NaN if the match has no scores. Who won is decided by the result.
 * @param scale points; 0 or undefined: only the winner counts
 */
export function ratedResult(result: Result, ahead: number, scale: number | undefined): RatedResult {
  if (scale === undefined || scale === 0 || Number.isNaN(ahead) || (ahead === 0) !== (result === 0.5))
    return PLAIN[result];
  const lead = (2 * result - 1) * Math.abs(ahead);
  return { actual: expectedScore(lead, scale), steepness: SOFTNESS, games: GAMES };
}
