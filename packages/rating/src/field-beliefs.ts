import type { Belief } from './repeated-games.js';

/** How far the strengths of players are apart, before a field says so itself. */
export interface LikelySpread {
  /** A standard deviation, in the rater's points. */
  readonly points: number;
  /** As how many players of the field it counts. */
  readonly players: number;
}

/** A field whose ratings differ less than their deviations explain has this part of the likely spread, and no less. */
const LEAST_PART = 0.3;

/**
 * What is to be believed of the players of one match, if the ratings are measurements of strengths, each with an error of its deviation: a
 * part of the differences between ratings is error, and the more so the less they differ beside their deviations. The field itself tells how
 * far its players are apart. Source: Bradley Efron and Carl Morris, "Stein's estimation rule and its competitors", 1973; that is
 * Bayes' rule with a normal law of strengths whose mean and variance are estimated.
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
