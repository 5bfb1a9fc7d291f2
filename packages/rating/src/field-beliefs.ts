import type { Belief } from './repeated-games.js';

/** The assumed spread of players' strengths, before a field shows its own. */
export interface LikelySpread {
  /** A standard deviation, in the rater's points. */
  readonly points: number;
  /** How many players of the field it weighs as much as. */
  readonly players: number;
}

/** The least part of the likely spread, for a field whose ratings differ less than their deviations explain. */
const LEAST_PART = 0.3;

/**
 * The estimates of the players of one match, if the ratings are measurements of strengths, each with an error of its deviation: a part of
 * the differences between ratings is error, and the more so the smaller they are compared with their deviations. The field itself shows how
 * far its players are apart. Source: Bradley Efron and Carl Morris, "Stein's estimation rule and its competitors", 1973; that is Bayes' rule
 * with a normal law of strengths whose mean and variance are estimated.
 * @param sides the players of each side
 */
export function beliefsWithinField(
  sides: readonly (readonly Belief[])[],
  { points, players }: LikelySpread,
): readonly (readonly Belief[])[] {
  const field = sides.flat();
  const mean = field.reduce((sum, { rating }) => sum + rating, 0) / field.length;
  const surplus = field.reduce((sum, { rating, deviation }) => {
    const error = (deviation ** 2 * (field.length - 1)) / field.length;
    return sum + (rating - mean) ** 2 - error;
  }, 0);
  const estimate = (surplus + players * points ** 2) / (field.length - 1 + players);
  const variance = Math.max((LEAST_PART * points) ** 2, estimate);
  const believed = ({ rating, deviation }: Belief): Belief => {
    const kept = variance / (variance + deviation ** 2);
    return { rating: mean + kept * (rating - mean), deviation: deviation * Math.sqrt(kept) };
  };
  return sides.map((side) => side.map(believed));
}
