import type { Games } from './games.js';
import { SCALE } from './settings.js';
import { oddsOf, ratingOf, type Spread } from './spread.js';

/** Draws that were never played. */
export interface FictitiousDraws {
  readonly rating: number;
  /** All of them together, in games; 0 for none. */
  readonly weight: number;
}

/** A Newton step this short (points) is the last: the error after it is below step^2 / SCALE, 1e-10 points. */
const LAST_STEP = 1e-4;
/** A bracket this narrow (points) can't be halved usefully: ratings of 100,000 are 1.5e-11 apart. */
const NARROW = 1e-10;

/** The equation's terms: what was won and lost against each rating. */
interface Terms {
  /** 10^(r/400) of each rating r. */
  odds: Float64Array;
  /** Weights, in games. */
  won: Float64Array;
  lost: Float64Array;
  length: number;
  wonSum: number;
  lostSum: number;
  /** Of ratings times weights. */
  ratingSum: number;
  lowest: number;
  highest: number;
}

/** The terms under work. They are written anew by each equation: to make the arrays would take longer than to solve it. */
const terms: Terms = {
  odds: new Float64Array(0),
  won: new Float64Array(0),
  lost: new Float64Array(0),
  length: 0,
  wonSum: 0,
  lostSum: 0,
  ratingSum: 0,
  lowest: 0,
  highest: 0,
};

/**
 * The rating R at which the expected score equals the score: sum k_i (w_i - E(R - r_i)) = 0.
 * @param weights k_i of each game, at least 0
 * @returns points, |error| <= 1e-9; Infinity where nothing was lost, -Infinity where nothing was won, null without games
 */
export function solve(
  games: Pick<Games, 'rating' | 'result'>,
  weights: Float64Array,
  fictitious: FictitiousDraws,
): number | null {
  clear(weights.length + 1);
  for (let i = 0; i < weights.length; i++) {
    const rating = games.rating[i]!;
    const result = games.result[i]!;
    const weight = weights[i]!;
    put(rating, Math.exp(rating / SCALE), weight * result, weight * (1 - result));
  }
  return rootWith(fictitious, null);
}

/**
 * As `solve`, for games of which the spread alone is known.
 * @param near where to look first, in points: the nearer, the faster. Null: nobody knows
 * @returns |error| <= 1e-6 points, for ratings within 2,000 points of each other
 */
export function solveSpread(spread: Spread, fictitious: FictitiousDraws, near: number | null): number | null {
  const { won, lost } = spread;
  clear(won.length + 1);
  for (let index = 0; index < won.length; index++) {
    put(ratingOf(spread, index), oddsOf(spread, index), won[index]!, lost[index]!);
  }
  return rootWith(fictitious, near);
}

function clear(capacity: number): void {
  if (terms.odds.length < capacity) {
    const enough = 2 * capacity;
    terms.odds = new Float64Array(enough);
    terms.won = new Float64Array(enough);
    terms.lost = new Float64Array(enough);
  }
  terms.length = 0;
  terms.wonSum = 0;
  terms.lostSum = 0;
  terms.ratingSum = 0;
  terms.lowest = Number.POSITIVE_INFINITY;
  terms.highest = Number.NEGATIVE_INFINITY;
}

function put(rating: number, odds: number, won: number, lost: number): void {
  const index = terms.length++;
  terms.odds[index] = odds;
  terms.won[index] = won;
  terms.lost[index] = lost;
  terms.wonSum += won;
  terms.lostSum += lost;
  terms.ratingSum += (won + lost) * rating;
  if (rating < terms.lowest) terms.lowest = rating;
  if (rating > terms.highest) terms.highest = rating;
}

/**
 * The equation says that the points missed by the winners, P = sum k w (1 - E), equal those taken by the losers,
 * M = sum k (1 - w) E. ln(P / M) falls with R in almost a straight line (exactly one when all opponents are equal), so
 * Newton needs few steps. With odds 10^(r/400) taken once for each rating, a step costs one `exp`.
 */
function rootWith({ rating: drawn, weight }: FictitiousDraws, near: number | null): number | null {
  if (weight > 0) put(drawn, Math.exp(drawn / SCALE), weight / 2, weight / 2);
  const { wonSum, lostSum, ratingSum, lowest, highest } = terms;
  if (wonSum === 0 && lostSum === 0) return null;
  if (lostSum === 0) return Number.POSITIVE_INFINITY;
  if (wonSum === 0) return Number.NEGATIVE_INFINITY;

  // Against opponents who are all rated r the root is r + lead; against different ones it lies between the extremes.
  const lead = SCALE * Math.log(wonSum / lostSum);
  let low = lowest + lead;
  let high = highest + lead;
  let rating = Math.min(high, Math.max(low, near ?? ratingSum / (wonSum + lostSum) + lead));
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

/**
 * How far Newton moves a rating toward the root of ln(P / M), in points. P - M is summed apart: whole games that went
 * against the odds, and what the odds leave open. Far from all opponents the latter are far below the last bit of P and
 * M, and yet decide.
 */
function newtonStep({ odds, won, lost, length }: Terms, rating: number): number {
  const own = Math.exp(rating / SCALE);
  let missed = 0;
  let taken = 0;
  let missedSlope = 0;
  let takenSlope = 0;
  let upsets = 0;
  let chances = 0;
  for (let i = 0; i < length; i++) {
    const share = 1 / (own + odds[i]!);
    const expected = own * share;
    const unexpected = odds[i]! * share;
    const miss = won[i]! * unexpected;
    const take = lost[i]! * expected;
    missed += miss;
    taken += take;
    missedSlope += miss * expected;
    takenSlope += take * unexpected;
    if (own > odds[i]!) {
      upsets -= lost[i]!;
      chances += (won[i]! + lost[i]!) * unexpected;
    } else {
      upsets += won[i]!;
      chances -= (won[i]! + lost[i]!) * expected;
    }
  }
  const excess = (upsets + chances) / taken;
  const logarithm = Math.abs(excess) < 0.5 ? Math.log1p(excess) : Math.log(missed / taken);
  return (SCALE * logarithm) / (missedSlope / missed + takenSlope / taken);
}
