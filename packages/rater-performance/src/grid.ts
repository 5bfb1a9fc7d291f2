import { expectedScore } from '@openladder/rating';
import { RATING_LIMIT, SCALE } from './settings.js';
import { zeros } from './zeros.js';

/**
 * Games as sums instead of a list: their weight against each rating of a grid, and how much of it was won and lost.
 * Some weights are below 0. See "Grid" in the README.
 */
export interface Grid {
  /** The first grid rating, in steps of SPACING from 0. */
  readonly first: number;
  /** The games' weight against each grid rating from the first on, in games. */
  readonly weights: readonly number[];
  /** The total weight that was won, and that was lost. */
  readonly won: number;
  readonly lost: number;
}

/** A grid in the making. */
export interface GridDraft {
  readonly first: number;
  readonly weights: number[];
  won: number;
  lost: number;
}

/** Points between grid ratings. */
export const SPACING = 24;
/** How many grid ratings share the weight of a game. */
const WIDTH = 8;
/** How many of them are below the nearest one below the game's rating. */
const BELOW = WIDTH / 2 - 1;

export const NOTHING: Grid = { first: 0, weights: [], won: 0, lost: 0 };

/** A copy with each weight multiplied by `factor`, and with room for a game against `rating`. */
export function faded({ first, weights, won, lost }: Grid, factor: number, rating: number): GridDraft {
  const needed = Math.floor(rating / SPACING) - BELOW;
  const end = first + weights.length;
  const isEmpty = weights.length === 0;
  const from = isEmpty ? needed : Math.min(first, needed);
  const to = isEmpty ? needed + WIDTH : Math.max(end, needed + WIDTH);
  // + 0: a tiny weight below 0 would become -0, which JSON cannot express.
  const isWider = from !== first || to !== end;
  const copy = isWider ? new Array<number>(to - from).fill(0) : weights.slice();
  if (isWider || factor !== 1) {
    const shift = first - from;
    for (let index = 0; index < weights.length; index++) copy[shift + index] = weights[index]! * factor + 0;
  }
  return { first: from, weights: copy, won: won * factor, lost: lost * factor };
}

/** A copy with each weight multiplied by `factor`, and with room for games against these ratings (at least one). */
export function widened(grid: Grid, factor: number, ratings: readonly number[]): GridDraft {
  return faded(faded(grid, factor, Math.min(...ratings)), 1, Math.max(...ratings));
}

/** The lowest and the highest rating for which there is room. */
export function ends({ first, weights }: Grid): [number, number] {
  return [(first + BELOW) * SPACING, (first + weights.length - WIDTH + BELOW) * SPACING];
}

/** Adds a game; the grid must have room for it. A negative weight removes it. */
export function add(draft: GridDraft, rating: number, result: number, weight: number): void {
  draft.won += weight * result;
  draft.lost += weight * (1 - result);
  shareWeight(draft.weights, draft.first, rating, weight);
}

/** 1 / the product of a node's distances to the other nodes, by how far it is from the middle. */
const [OUTER, NEXT, INNER, NEAREST] = [1 / 5040, 1 / 720, 1 / 240, 1 / 144];

/**
 * Divides a weight among the WIDTH grid ratings around a rating, by Lagrange's polynomials for nodes -3 to 4, at x of 0 to 1.
 * It is unrolled, and reuses products of pairs, because it is the innermost loop.
 */
function shareWeight(weights: number[], first: number, rating: number, weight: number): void {
  const steps = rating / SPACING;
  const below = Math.floor(steps);
  const start = below - BELOW - first;
  const x = steps - below;
  const a = x + 3;
  const b = x + 2;
  const c = x + 1;
  const d = x;
  const e = x - 1;
  const f = x - 2;
  const g = x - 3;
  const h = x - 4;
  const ab = a * b;
  const cd = c * d;
  const ef = e * f;
  const gh = g * h;
  const low = weight * ab * cd;
  const high = weight * ef * gh;
  weights[start]! -= high * b * cd * OUTER;
  weights[start + 1]! += high * a * cd * NEXT;
  weights[start + 2]! -= high * ab * d * INNER;
  weights[start + 3]! += high * ab * c * NEAREST;
  weights[start + 4]! -= low * f * gh * NEAREST;
  weights[start + 5]! += low * e * gh * INNER;
  weights[start + 6]! -= low * ef * h * NEXT;
  weights[start + 7]! += low * ef * g * OUTER;
}

/** Adds `factor` times another grid; the grid must have room for it. */
export function addGrid(draft: GridDraft, { first, weights, won, lost }: Grid, factor: number): void {
  const shift = first - draft.first;
  for (let index = 0; index < weights.length; index++) draft.weights[shift + index]! += factor * weights[index]!;
  draft.won += factor * won;
  draft.lost += factor * lost;
}

/** The root of games on grids, by a Taylor series around a grid rating. See "Grid" in the README. */

/** The highest power of the Taylor series. The README has its error within REACH. */
const DEGREE = 6;
/** How far from a grid rating its series is used, in units of SCALE. It is three quarters of the distance to the next one, so that there is no gap. */
const REACH = (0.75 * SPACING) / SCALE;
/** A Newton step along the series this short (in units of SCALE) is the last. The error after it is about its square. */
const LAST_STEP = 1e-7;
/** After this many steps only rounding is left. That happens if all opponents are so far away that they hardly distinguish ratings. */
const MAX_STEPS = 8;

/** Numbers in a row: E, 1 - E, and the coefficients of (R - r) / SCALE from the first power on. */
const ROW = 2 + DEGREE;
const EXPECTED = 0;
const UNEXPECTED = 1;
/** Opponents are within RATING_LIMIT of zero. Ratings may be further out, by the ratio of points won to points lost. */
const FARTHEST = Math.ceil((2.1 * RATING_LIMIT) / SPACING);
/** A row for each R - r, in steps of SPACING, beginning at -FARTHEST. */
const TABLE = tableOfExpected();
/** The sums of one of the first two columns, and of the others. */
type Sums = number[];
const NO_SUMS: Readonly<Sums> = zeros(1 + DEGREE);

function tableOfExpected(): Float64Array {
  const table = new Float64Array((2 * FARTHEST + 1) * ROW);
  for (let steps = -FARTHEST; steps <= FARTHEST; steps++) {
    table.set(expectedAt((steps * SPACING) / SCALE), (steps + FARTHEST) * ROW);
  }
  return table;
}

/** E(x) = 1 / (1 + e^-x), 1 - E, and the n-th derivatives of E over n!. All are polynomials in E. */
function expectedAt(x: number): readonly number[] {
  const e = 1 / (1 + Math.exp(-x));
  const u = 1 / (1 + Math.exp(x));
  const slope = e * u;
  const odd = slope * (u - e);
  return [
    e,
    u,
    slope,
    odd / 2,
    (slope * (1 - 6 * slope)) / 6,
    (odd * (1 - 12 * slope)) / 24,
    (slope * (1 - 30 * slope + 120 * slope * slope)) / 120,
    (odd * (1 - 60 * slope + 360 * slope * slope)) / 720,
  ];
}

/**
 * The rating R at which the expected score equals the score.
 * @param grids all games, including the fictitious ones
 * @param near where to start, in points; the nearer, the faster. Null: unknown
 * @returns points, |error| <= 1e-6 if opponents are within 4,000 points of each other; Infinity if nothing was lost,
 * -Infinity if nothing was won, null without games
 */
export function solveGrids(grids: readonly Grid[], near: number | null): number | null {
  let won = 0;
  let lost = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const grid of grids) {
    won += grid.won;
    lost += grid.lost;
    if (grid.weights.length === 0) continue;
    first = Math.min(first, grid.first);
    last = Math.max(last, grid.first + grid.weights.length - 1);
  }
  if (won === 0 && lost === 0) return null;
  if (lost === 0) return Number.POSITIVE_INFINITY;
  if (won === 0) return Number.NEGATIVE_INFINITY;

  // Against opponents who are all rated r the root is r + lead; against different ones it lies between the extremes.
  const lead = (SCALE / SPACING) * Math.log(won / lost);
  let low = Math.floor(first + lead) - 1;
  let high = Math.ceil(last + lead) + 1;
  let at = Math.round(near === null ? (first + last) / 2 + lead : near / SPACING);
  let lastMove = Number.POSITIVE_INFINITY;
  // Compares the score or the points missed, whichever is smaller, because it is more exact.
  const isScore = won < lost;
  for (;;) {
    if (at <= low || at >= high) at = (low + high) >> 1;
    const sums = NO_SUMS.slice();
    for (const grid of grids) addAt(sums, grid, at, isScore ? EXPECTED : UNEXPECTED);
    const offset = isScore ? offsetToRoot(sums, won, lost, 1) : offsetToRoot(sums, lost, won, -1);
    if (Math.abs(offset) <= REACH) return at * SPACING + offset * SCALE;
    if (high - low <= 2) return at * SPACING;

    if (offset > 0) low = at;
    else high = at;
    const next = Math.round(at + (offset * SCALE) / SPACING);
    const isGood = Math.abs(next - at) <= lastMove / 2;
    const moved = isGood ? next : (low + high) >> 1;
    lastMove = Math.abs(moved - at);
    at = moved;
  }
}

/** Games above expectation at a rating in points, of all grids together. */
export function excessOnGrids(grids: readonly Grid[], rating: number): number {
  let excess = 0;
  for (const { won, first, weights } of grids) {
    excess += won;
    for (let index = 0; index < weights.length; index++) {
      excess -= weights[index]! * expectedScore(rating - (first + index) * SPACING, SCALE);
    }
  }
  return excess;
}

/**
 * Adds to the sums the expectations of a grid's games for a rating.
 * @param at the rating, in steps of SPACING
 * @param column EXPECTED: the score; UNEXPECTED: the points missed
 */
function addAt(sums: Sums, { first, weights }: Grid, at: number, column: number): void {
  let score = 0;
  let c1 = 0;
  let c2 = 0;
  let c3 = 0;
  let c4 = 0;
  let c5 = 0;
  let c6 = 0;
  let row = (at - first + FARTHEST) * ROW;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index]!;
    score += weight * TABLE[row + column]!;
    c1 += weight * TABLE[row + 2]!;
    c2 += weight * TABLE[row + 3]!;
    c3 += weight * TABLE[row + 4]!;
    c4 += weight * TABLE[row + 5]!;
    c5 += weight * TABLE[row + 6]!;
    c6 += weight * TABLE[row + 7]!;
    row -= ROW;
  }
  sums[0]! += score;
  sums[1]! += c1;
  sums[2]! += c2;
  sums[3]! += c3;
  sums[4]! += c4;
  sums[5]! += c5;
  sums[6]! += c6;
}

/**
 * How far the root is from where the sums were taken, in units of SCALE. If it is near, the series gives it. Otherwise it takes a step
 * along the logarithm of the expected score over the rest of all weight, which rises with the rating in almost a straight line (exactly
 * straight if all opponents are equal).
 * @param target what the first sum is at the root
 * @param other what the rest of all weight is there
 * @param sign of the change of the first sum with the rating
 */
function offsetToRoot(sums: Readonly<Sums>, target: number, other: number, sign: 1 | -1): number {
  const sum = sums[0]!;
  const slope = sums[1]!;
  const rest = target + other - sum;
  if (!(sum > 0 && rest > 0 && slope > 0))
    return sum < target ? sign * Number.POSITIVE_INFINITY : -sign * Number.POSITIVE_INFINITY;
  const missing = sign * (target - sum);
  let offset = missing / slope;
  if (Math.abs(offset) > REACH) {
    offset = (sign * Math.log((target * rest) / (other * sum))) / (slope * (1 / sum + 1 / rest));
    if (Math.abs(offset) > 2 * REACH) return offset;
  }
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const step = (missing - seriesAt(sums, offset)) / slopeAt(sums, offset);
    offset += step;
    if (Math.abs(step) <= LAST_STEP || Math.abs(offset) > 3 * REACH) break;
  }
  return offset;
}

function seriesAt(sums: Readonly<Sums>, x: number): number {
  const tail = sums[4]! + x * (sums[5]! + x * sums[6]!);
  return x * (sums[1]! + x * (sums[2]! + x * (sums[3]! + x * tail)));
}

function slopeAt(sums: Readonly<Sums>, x: number): number {
  const tail = 4 * sums[4]! + x * (5 * sums[5]! + x * 6 * sums[6]!);
  return sums[1]! + x * (2 * sums[2]! + x * (3 * sums[3]! + x * tail));
}
