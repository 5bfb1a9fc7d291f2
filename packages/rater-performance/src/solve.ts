import { expectedScore } from '@openladder/rating';
import type { Games } from './games.js';
import { SCALE } from './settings.js';

/** Draws that were never played. */
export interface FictitiousDraws {
  readonly rating: number;
  /** All of them together, in games; 0 for none. */
  readonly weight: number;
}

/** A Newton step this short (in points) is the last. The error after it is below step^2 / SCALE, 1e-10 points. */
const LAST_STEP = 1e-4;
/** It is useless to halve a bracket this narrow (in points): numbers near 100,000 are 1.5e-11 apart. */
const NARROW = 1e-10;

/** How many numbers each game has: 10^(r/400) of the opponent's rating r, the weight won and the weight lost. */
const FIELDS = 3;

/**
 * The rating R at which the expected score equals the score: sum k_i (w_i - E(R - r_i)) = 0.
 *
 * The equation says that the points missed by the winners, P = sum k w (1 - E), equal those taken by the losers,
 * M = sum k (1 - w) E. ln(P / M) falls with R in almost a straight line (exactly straight if all opponents are equal), so
 * Newton's method needs few steps. The odds 10^(r/400) of each rating are computed once, so a step costs one `exp`.
 * @param weights k_i of each game, at least 0
 * @returns points, |error| <= 1e-9; Infinity where nothing was lost, -Infinity where nothing was won, null without games
 */
export function solve(
  games: Pick<Games, 'rating' | 'result'>,
  weights: Float64Array,
  fictitious: FictitiousDraws,
): number | null {
  const played = weights.length;
  const length = fictitious.weight > 0 ? played + 1 : played;
  const terms = new Float64Array(FIELDS * length);
  let wonSum = 0;
  let lostSum = 0;
  let ratingSum = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    const isPlayed = i < played;
    const weight = isPlayed ? weights[i]! : fictitious.weight;
    const rating = isPlayed ? games.rating[i]! : fictitious.rating;
    const result = isPlayed ? games.result[i]! : 0.5;
    const won = weight * result;
    const lost = weight * (1 - result);
    terms[FIELDS * i] = Math.exp(rating / SCALE);
    terms[FIELDS * i + 1] = won;
    terms[FIELDS * i + 2] = lost;
    wonSum += won;
    lostSum += lost;
    ratingSum += (won + lost) * rating;
    if (rating < lowest) lowest = rating;
    if (rating > highest) highest = rating;
  }

  if (wonSum === 0 && lostSum === 0) return null;
  if (lostSum === 0) return Number.POSITIVE_INFINITY;
  if (wonSum === 0) return Number.NEGATIVE_INFINITY;

  // Against opponents who are all rated r the root is r + lead; against different ones it lies between the extremes.
  const lead = SCALE * Math.log(wonSum / lostSum);
  let low = lowest + lead;
  let high = highest + lead;
  let rating = Math.min(high, Math.max(low, ratingSum / (wonSum + lostSum) + lead));
  let lastMove = Number.POSITIVE_INFINITY;
  while (high - low > NARROW) {
    const step = newtonStep(terms, rating);
    if (Math.abs(step) <= LAST_STEP) return rating + step;
    if (step > 0) low = rating;
    else high = rating;
    const next = rating + step;
    const isGood = next > low && next < high && Math.abs(step) <= lastMove / 2;
    const moved = isGood ? next : (low + high) / 2;
    lastMove = Math.abs(moved - rating);
    rating = moved;
  }
  return rating;
}

/** sum k_i (w_i - E(R - r_i)) at a rating R. */
export function excessOf(
  games: Pick<Games, 'rating' | 'result'>,
  weights: Float64Array,
  fictitious: FictitiousDraws,
  rating: number,
): number {
  let excess = fictitious.weight * (0.5 - expectedScore(rating - fictitious.rating, SCALE));
  for (let i = 0; i < weights.length; i++) {
    excess += weights[i]! * (games.result[i]! - expectedScore(rating - games.rating[i]!, SCALE));
  }
  return excess;
}

/**
 * How far a Newton step moves a rating toward the root of ln(P / M), in points. P - M is summed in two parts: whole games that went
 * against the odds, and what the odds leave open. Far from all opponents the second part is far below the last bit of P and
 * M, but it decides.
 */
function newtonStep(terms: Float64Array, rating: number): number {
  const own = Math.exp(rating / SCALE);
  let missed = 0;
  let taken = 0;
  let missedSlope = 0;
  let takenSlope = 0;
  let upsets = 0;
  let chances = 0;
  for (let at = 0; at < terms.length; at += FIELDS) {
    const odds = terms[at]!;
    const won = terms[at + 1]!;
    const lost = terms[at + 2]!;
    const share = 1 / (own + odds);
    const expected = own * share;
    const unexpected = odds * share;
    const miss = won * unexpected;
    const take = lost * expected;
    missed += miss;
    taken += take;
    missedSlope += miss * expected;
    takenSlope += take * unexpected;
    if (own > odds) {
      upsets -= lost;
      chances += (won + lost) * unexpected;
    } else {
      upsets += won;
      chances -= (won + lost) * expected;
    }
  }
  const excess = (upsets + chances) / taken;
  const logarithm = Math.abs(excess) < 0.5 ? Math.log1p(excess) : Math.log(missed / taken);
  return (SCALE * logarithm) / (missedSlope / missed + takenSlope / taken);
}
