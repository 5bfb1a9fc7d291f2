import { expectedScore, type PlayerId, type Result } from '@openladder/rating';
import { type Games, inColumns, withGame } from './games.js';
import { add, faded, type Grid, NOTHING } from './grid.js';
import { RATING_LIMIT, SCALE, SOURCE_WEIGHTS, type Variant, type Weighing, type WeightSettings } from './settings.js';
import { DAY, gameWeights } from './weights.js';

/** One game of a list, as the scripts of the source read it. */
export interface Game {
  /** Games against the same name are games against the same opponent. */
  readonly opponent: PlayerId;
  /** The opponent's rating when the game was played, in points, within RATING_LIMIT of zero. */
  readonly rating: number;
  /** 1 won, 0.5 drawn, 0 lost. */
  readonly result: Result;
  /** Days since the game was played, at least 0. */
  readonly days: number;
}

/** How the unrounded rating would change, in points, if the newest game were played against an equal. */
export interface Stability {
  /** The change after a win. */
  readonly plus: number;
  /** The change after a loss: as a rule a negative number. */
  readonly minus: number;
}

/** The rating of a history by a variant, and the evidence of the games about other ratings. */
export interface Solved {
  /** Points; Infinity, -Infinity and null for p1 as in `solveRating`. */
  readonly rating: number | null;
  /** k_i of the newest game, in games; undefined without games. */
  readonly newestWeight: number | undefined;
  /** By how many games the score exceeds the score expected by a rating. It is 0 at the solved rating, and NaN if unknown. */
  readonly excessAt: (rating: number) => number;
}

/** An opponent whom nobody has met. NaN does not survive JSON, so it is no player's id. */
export const NEW_OPPONENT = Number.NaN;

/** The fictitious games of a variant. Their weight never decays. */
export function fictitiousDraws({ variant, fictitiousWeight }: Weighing): FictitiousDraws {
  if (variant === 'p1') return { rating: 0, weight: 0 };
  return variant === 'p8' ? { rating: 1500, weight: 2 * fictitiousWeight } : { rating: 0, weight: fictitiousWeight };
}

/** The fictitious games as a grid. */
export function fictitiousGrid(settings: Weighing): Grid {
  const { rating, weight } = fictitiousDraws(settings);
  if (weight === 0) return NOTHING;
  const draft = faded(NOTHING, 1, rating);
  add(draft, rating, 0.5, weight);
  return draft;
}

/**
 * The rating that follows from a list of games ("Arimaa performance ratings").
 * @param games newest first
 * @returns points, |error| <= 1e-9. p1 alone gives Infinity if every game was won, -Infinity if every game was lost,
 * and null without games; without games p2 to p7 give 0 and p8 gives 1500
 * @throws RangeError if a game's rating, result or days are out of range
 */
export function solveRating(
  games: readonly Game[],
  variant: Variant,
  settings: WeightSettings = SOURCE_WEIGHTS,
): number | null {
  return performance(sumColumns(games), 0, { ...settings, variant }).rating;
}

/**
 * The +/- of a list: how one more game changes its rating, if it is won or lost against a new opponent who has
 * exactly the player's unrounded rating.
 * @param games newest first
 * @returns null if the rating is not a finite number (p1 only)
 * @throws RangeError as `solveRating`
 */
export function stability(
  games: readonly Game[],
  variant: Variant,
  settings: WeightSettings = SOURCE_WEIGHTS,
): Stability | null {
  return stabilityOf(sumColumns(games), 0, { ...settings, variant });
}

/** Weighs a history, without solving it. @param now the time from which days count back, on the clock of the games */
export function weighed(games: Games, now: number, settings: Weighing) {
  const weights = gameWeights(games, now, settings);
  const draws = fictitiousDraws(settings);
  return { weights, draws, excessAt: (rating: number) => excessOf(games, weights, draws, rating) };
}

/** Weighs and solves a history. */
export function performance(games: Games, now: number, settings: Weighing): Solved {
  const { weights, draws, excessAt } = weighed(games, now, settings);
  return { rating: solve(games, weights, draws), newestWeight: weights.at(-1), excessAt };
}

/** Like `stability`, for a history. */
export function stabilityOf(games: Games, now: number, settings: Weighing): Stability | null {
  const { rating } = performance(games, now, settings);
  if (rating === null || !Number.isFinite(rating)) return null;
  const changeAfter = (result: Result) => {
    const longer = withGame(games, { opponent: NEW_OPPONENT, rating, result, playedAt: now });
    return performance(longer, now, settings).rating! - rating;
  };
  return { plus: changeAfter(1), minus: changeAfter(0) };
}

/** To the nearest integer, halves up, even below zero, like the source. */
export function rounded(points: number): number {
  return Math.floor(points + 0.5);
}

/** The list in columns, on a clock that shows 0 now. */
function sumColumns(games: readonly Game[]): Games {
  games.forEach(checkGame);
  return inColumns(games.map(({ days, ...game }) => ({ ...game, playedAt: -days * DAY })).reverse());
}

function checkGame({ rating, result, days }: Game, index: number): void {
  if (!(Math.abs(rating) <= RATING_LIMIT)) {
    throw new RangeError(`games[${index}].rating must lie within ${RATING_LIMIT} of zero, not be ${rating}`);
  }
  if (result !== 0 && result !== 0.5 && result !== 1) {
    throw new RangeError(`games[${index}].result must be 0, 0.5 or 1, not ${result}`);
  }
  if (!(days >= 0 && days < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`games[${index}].days must be a number of at least 0, not ${days}`);
  }
}

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
 * The equation says that the points missed by the winners, P = sum k w (1 - E), equal those taken by the losers, M = sum
 * k (1 - w) E. ln(P / M) falls with R in almost a straight line (exactly straight if all opponents are equal), so
 * Newton's method needs few steps. The odds 10^(r/400) of each rating are computed once, so a step costs one `exp`.
 * @param weights k_i of each game, at least 0
 * @returns points, |error| <= 1e-9; Infinity if nothing was lost, -Infinity if nothing was won, null without games
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
function excessOf(
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
 * against the odds, and the part that the odds leave open. Far from all opponents the second part is far below the last bit of P
 * and M, but it decides.
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
