import { type Grid, SPACING } from './grid.js';
import { SCALE } from './settings.js';
import { zeros } from './zeros.js';

/** The Chebyshev nodes of a stretch of ratings, in pairs. The nodes of a pair are equally far above and below the middle. */
export interface Nodes {
  readonly pairs: number;
  /** How many sums a game adds to: weight / D and weight u / D for each pair, and the score. See the README. */
  readonly sums: number;
  /** How far the stretch reaches from the middle, in SCALE. */
  readonly reach: number;
  /** By pair, half the sum of 10^(c/400) and its inverse, where the upper node is c points above the middle. */
  readonly mean: Float64Array;
  /** Half their difference. */
  readonly half: Float64Array;
  /** 1 / the upper node, in units of the reach. */
  readonly overNode: Float64Array;
  /** The squares of the nodes. */
  readonly square: Float64Array;
  /** 1 / the distance of each square to an earlier one, for each order of differences, one after the other. */
  readonly inverse: Float64Array;
}

/** Ten nodes over 240 points, for ratings that move fast. */
export const WIDE = nodesIn(5, 5 * SPACING);
/** Eight nodes over 144 points. */
export const NARROW = nodesIn(4, 3 * SPACING);

function nodesIn(pairs: number, points: number): Nodes {
  const reach = points / SCALE;
  const nodes = Array.from({ length: pairs }, (_, pair) => Math.sin(((2 * pair + 1) * Math.PI) / (4 * pairs)));
  const rises = nodes.map((node) => Math.exp(node * reach));
  const square = nodes.map((node) => node * node);
  const inverse = nodes.map((_, order) =>
    square
      .slice(order)
      .map((at, node) => 1 / (at - square[node]!))
      .reverse(),
  );
  return {
    pairs,
    sums: 2 * pairs + 1,
    reach,
    mean: Float64Array.from(rises, (rise) => (rise + 1 / rise) / 2),
    half: Float64Array.from(rises, (rise) => (rise - 1 / rise) / 2),
    overNode: Float64Array.from(nodes, (node) => 1 / node),
    square: Float64Array.from(square),
    inverse: Float64Array.from(inverse.slice(1).flat()),
  };
}

/**
 * Games as seen from ratings near the one that follows from them. Each node has the number of games by which the score
 * exceeds the expected score. Between the nodes that is a polynomial. See "Local polynomial" in the README.
 */
export interface LocalPolynomial {
  /** Its middle, in steps of SPACING from 0. */
  readonly middle: number;
  /** Games above expectation by pair of nodes, the innermost first: half the sum of both, then half their difference. */
  readonly excess: readonly number[];
}

/** Odds beyond these count as a certain loss. Their sixth powers do not overflow. */
const SURE = 1e50;
/** Beyond this many steps of SPACING (9,600 points), a game is practically certain. */
const FAR = 400;

/** 10^(r/400) for r points above the middle, in steps of SPACING, beginning at -FAR. */
const STEPS = Float64Array.from({ length: 2 * FAR + 1 }, (_, step) => Math.exp(((step - FAR) * SPACING) / SCALE));

const NO_EXCESS: readonly number[] = zeros(2 * NARROW.pairs);

/** How many numbers games add to a wide polynomial. */
const SUMS = WIDE.sums;
const SCORE = SUMS - 1;
const { pairs: WIDE_PAIRS, mean: MEAN, half: HALF } = WIDE;
const { sums: NARROW_SUMS, mean: NARROW_MEAN, half: NARROW_HALF } = NARROW;

type Four = [number, number, number, number];

/** a + 1/a by pair. */
const [WIDE0, WIDE1, WIDE2, WIDE3, WIDE4] = bothOf(WIDE) as [...Four, number];
const [NARROW0, NARROW1, NARROW2, NARROW3] = bothOf(NARROW) as Four;

function bothOf({ mean }: Nodes): number[] {
  return Array.from(mean, (half) => 2 * half);
}

/** The ratings from which games are seen. */
export interface View {
  /** The same for a polynomial. */
  readonly middle: number;
  readonly nodes: Nodes;
  /** 10^(-middle/400). */
  readonly unit: number;
}

/** A wide polynomial in the making. */
export interface PolynomialDraft extends View {
  readonly polynomial: LocalPolynomial;
  /** What the games add to it, SUMS numbers. */
  readonly added: number[];
}

const NO_SUMS: readonly number[] = zeros(SUMS);

/** A polynomial without games. */
export function polynomialAround(rating: number, { pairs }: Nodes = WIDE): LocalPolynomial {
  return { middle: Math.round(rating / SPACING) + 0, excess: zeros(2 * pairs) };
}

/** The nodes of a polynomial with so many numbers. */
export function nodesOf({ length }: LocalPolynomial['excess']): Nodes {
  return length === 2 * WIDE.pairs ? WIDE : NARROW;
}

export function viewFrom({ middle, excess }: LocalPolynomial): View {
  return { middle, nodes: nodesOf(excess), unit: oddsAt(-middle) };
}

/** Begins to add to a wide polynomial. */
export function draftOfPolynomial(polynomial: LocalPolynomial): PolynomialDraft {
  const { middle } = polynomial;
  return { polynomial, added: NO_SUMS.slice(), middle, nodes: WIDE, unit: oddsAt(-middle) };
}

/** 10^(r/400) for r in steps of SPACING. */
function oddsAt(steps: number): number {
  return Math.abs(steps) <= FAR ? STEPS[FAR + steps]! : Math.exp((steps * SPACING) / SCALE);
}

/**
 * Adds a game. A negative weight removes it.
 * @param odds 10^(r/400) of the opponent's rating
 */
export function addGame(draft: PolynomialDraft, odds: number, result: number, weight: number): void {
  addWide(draft.added, 0, oddsFrom(draft, odds), result, weight);
}

/** 10^(r/400) for an opponent r points above the middle. */
function oddsFrom({ unit }: View, odds: number): number {
  return Math.min(odds * unit, SURE);
}

/** The sums of no games. */
export function noSums({ nodes }: View): number[] {
  return zeros(nodes.sums);
}

function addBy(nodes: Nodes) {
  return nodes === WIDE ? addWide : addNarrow;
}

/** Adds a game's part of a polynomial with this view to sums. */
export function addSeen(sums: number[], view: View, odds: number, result: number, weight: number): void {
  addBy(view.nodes)(sums, 0, oddsFrom(view, odds), result, weight);
}

/** The same for the games of a grid. */
export function addGridSeen(sums: number[], { nodes, middle }: View, { first, weights, won }: Grid): void {
  const add = addBy(nodes);
  const start = first - middle + FAR;
  sums[nodes.sums - 1]! += won;
  for (let index = 0; index < weights.length; index++) {
    add(sums, 0, STEPS[Math.min(2 * FAR, Math.max(0, start + index))]!, 0, weights[index]!);
  }
}

/** Adds `factor` times games whose sums are known to sums that begin at `at`. */
export function addSumsTo(sums: number[], at: number, known: readonly number[], factor: number): void {
  for (let sum = 0; sum < known.length; sum++) sums[at + sum]! += factor * known[sum]!;
}

/**
 * Adds weight / D, weight * u / D and weight * result to the sums; the README has the formula. It needs only two divisions, which are the
 * slowest part. It is unrolled, because it is the innermost loop.
 * @param u 10^(x/400) for an opponent x points above the middle
 */
function addWide(sums: number[], at: number, u: number, result: number, weight: number): void {
  const squares = 1 + u * u;
  const d0 = squares + WIDE0 * u;
  const d1 = squares + WIDE1 * u;
  const d2 = squares + WIDE2 * u;
  const d3 = squares + WIDE3 * u;
  const d4 = squares + WIDE4 * u;
  const d34 = d3 * d4;
  const over01 = weight / (d0 * d1);
  const over234 = weight / (d2 * d34);
  const over34 = over234 * d2;
  const e0 = over01 * d1;
  const e1 = over01 * d0;
  const e2 = over234 * d34;
  const e3 = over34 * d4;
  const e4 = over34 * d3;
  sums[at]! += e0;
  sums[at + 1]! += e1;
  sums[at + 2]! += e2;
  sums[at + 3]! += e3;
  sums[at + 4]! += e4;
  sums[at + 5]! += u * e0;
  sums[at + 6]! += u * e1;
  sums[at + 7]! += u * e2;
  sums[at + 8]! += u * e3;
  sums[at + 9]! += u * e4;
  sums[at + 10]! += weight * result;
}

/**
 * Adds games to sums of narrow polynomials. It is in the file of `addNarrow`, because V8 looks up imports on each use.
 * @param games four numbers for each: where its sums begin, 10^(r/400) of the opponent's rating, the result, the weight
 * @param end where they end in `games`
 */
export function addGamesTo(sums: number[], view: View, games: readonly number[], end: number): void {
  for (let game = 0; game < end; game += 4) {
    addNarrow(sums, games[game]! | 0, oddsFrom(view, games[game + 1]!), games[game + 2]!, games[game + 3]!);
  }
}

/** Like `addWide`, for a narrow polynomial. */
function addNarrow(sums: number[], at: number, u: number, result: number, weight: number): void {
  const squares = 1 + u * u;
  const d0 = squares + NARROW0 * u;
  const d1 = squares + NARROW1 * u;
  const d2 = squares + NARROW2 * u;
  const d3 = squares + NARROW3 * u;
  const over01 = weight / (d0 * d1);
  const over23 = weight / (d2 * d3);
  const e0 = over01 * d1;
  const e1 = over01 * d0;
  const e2 = over23 * d3;
  const e3 = over23 * d2;
  sums[at]! += e0;
  sums[at + 1]! += e1;
  sums[at + 2]! += e2;
  sums[at + 3]! += e3;
  sums[at + 4]! += u * e0;
  sums[at + 5]! += u * e1;
  sums[at + 6]! += u * e2;
  sums[at + 7]! += u * e3;
  sums[at + 8]! += weight * result;
}

/** The polynomial after all of its games have faded by the factor `fade`, with the draft added. */
export function finished({ polynomial, added }: PolynomialDraft, fade: number): LocalPolynomial {
  const excess = polynomial.excess.slice();
  for (let pair = 0; pair < WIDE_PAIRS; pair++) {
    const lean = added[WIDE_PAIRS + pair]!;
    excess[pair] = excess[pair]! * fade + (added[SCORE]! - added[pair]! - lean * MEAN[pair]!);
    excess[WIDE_PAIRS + pair] = excess[WIDE_PAIRS + pair]! * fade - lean * HALF[pair]!;
  }
  return { middle: polynomial.middle, excess };
}

/**
 * A narrow polynomial of games whose sums are known.
 * @param rows rows of sums, which are added up
 */
export function narrowPolynomial({ middle }: View, rows: readonly number[]): LocalPolynomial {
  let even0 = 0;
  let even1 = 0;
  let even2 = 0;
  let even3 = 0;
  let lean0 = 0;
  let lean1 = 0;
  let lean2 = 0;
  let lean3 = 0;
  let score = 0;
  for (let at = 0; at < rows.length; at += NARROW_SUMS) {
    even0 += rows[at]!;
    even1 += rows[at + 1]!;
    even2 += rows[at + 2]!;
    even3 += rows[at + 3]!;
    lean0 += rows[at + 4]!;
    lean1 += rows[at + 5]!;
    lean2 += rows[at + 6]!;
    lean3 += rows[at + 7]!;
    score += rows[at + NARROW_SUMS - 1]!;
  }
  const excess = NO_EXCESS.slice();
  excess[0] = score - even0 - lean0 * NARROW_MEAN[0]!;
  excess[1] = score - even1 - lean1 * NARROW_MEAN[1]!;
  excess[2] = score - even2 - lean2 * NARROW_MEAN[2]!;
  excess[3] = score - even3 - lean3 * NARROW_MEAN[3]!;
  excess[4] = 0 - lean0 * NARROW_HALF[0]!;
  excess[5] = 0 - lean1 * NARROW_HALF[1]!;
  excess[6] = 0 - lean2 * NARROW_HALF[2]!;
  excess[7] = 0 - lean3 * NARROW_HALF[3]!;
  return { middle, excess };
}

/** Whether the polynomial has a root between the two outermost nodes. */
export function hasRoot({ excess }: LocalPolynomial): boolean {
  const pairs = excess.length >> 1;
  const mean = excess[pairs - 1]!;
  const half = excess[2 * pairs - 1]!;
  return mean - half >= 0 && mean + half <= 0;
}
