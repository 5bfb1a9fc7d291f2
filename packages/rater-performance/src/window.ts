import { SCALE } from './settings.js';
import { SPACING, type Spread } from './spread.js';
import { zeros } from './zeros.js';

/**
 * Games as they are seen from the ratings around the one that they amount to: by how many games the score is above the one
 * to be expected, at the Chebyshev nodes of a stretch of 240 points. Between them it is a polynomial, to 3e-10 of each game
 * (the poles of E lie at R = r ± i pi SCALE). However far apart opponents are, one more game changes NODES numbers.
 * Nodes come in pairs, one as far above the middle as the other is below.
 */
export interface Window {
  /** Its middle, in steps of SPACING from 0. */
  readonly middle: number;
  /** Games above expectation by pair, from the innermost on: half the sum of both nodes, then half their difference. */
  readonly excess: readonly number[];
}

const PAIRS = 5;
const NODES = 2 * PAIRS;
/** How far a window reaches from its middle, in SCALE. */
const REACH = (5 * SPACING) / SCALE;
/** A Newton step this short (in REACH) is the last: the error after it is below its square. */
const LAST_STEP = 3e-6;
/** Steps after which rounding alone is left, as between opponents so far away that they hardly tell ratings apart. */
const MOST_STEPS = 8;
/** Odds beyond these are those of a sure loss. Their sixth powers are numbers still. */
const SURE = 1e50;
/** Beyond so many steps of SPACING, 9,600 points, a game is as good as won or lost. */
const FAR = 400;

/** The upper node of each pair, in REACH. */
const NODE = Array.from({ length: PAIRS }, (_, pair) => Math.sin(((2 * pair + 1) * Math.PI) / (2 * NODES)));
/** 10^(c/400) for each upper node c points above the middle. */
const RISE = NODE.map((node) => Math.exp(node * REACH));
const [BOTH0, BOTH1, BOTH2, BOTH3, BOTH4] = RISE.map((rise) => rise + 1 / rise) as [
  number,
  number,
  number,
  number,
  number,
];
/** By pair, half the sum of that and its inverse, and half the difference. */
const MEAN = Float64Array.from(RISE, (rise) => (rise + 1 / rise) / 2);
const HALF = Float64Array.from(RISE, (rise) => (rise - 1 / rise) / 2);
const OVER_NODE = Float64Array.from(NODE, (node) => 1 / node);
const LAST = PAIRS - 1;
/** The squares of the nodes. */
const SQUARE = Float64Array.from(NODE, (node) => node * node);
/** For each order of differences, 1 / the distance of each square to the one so many below, one after the other. */
const INVERSE = Float64Array.from(
  Array.from({ length: PAIRS }, (_, order) => SQUARE.slice(order).map((at, node) => 1 / (at - SQUARE[node]!)))
    .slice(1)
    .flatMap((inverse) => [...inverse.reverse()]),
);
/** 10^(r/400) for each r points above the middle, in steps of SPACING, from -FAR on. */
const STEPS = Float64Array.from({ length: 2 * FAR + 1 }, (_, step) => Math.exp(((step - FAR) * SPACING) / SCALE));

/** How many numbers say what games add to a window: by pair the sums of weight / D and of weight u / D, and the score. */
export const SUMS = NODES + 1;
const SCORE = NODES;
const NO_SUMS: readonly number[] = zeros(SUMS);

/** A window in the making. What the games add to it is in `added`. */
export interface WindowDraft {
  readonly window: Window;
  /** 10^(-middle/400). */
  readonly unit: number;
}

/** What was added to the draft that was begun last, for to make an array would take longer than to fill it. */
const added = noSums();
/** The polynomial in hand, in Newton's form over the squares of the nodes: its even part, and what is odd over the rating. */
const even = new Float64Array(PAIRS);
const odd = new Float64Array(PAIRS);

/** The sums of no games. */
export function noSums(): number[] {
  return NO_SUMS.slice();
}

/** A window without games. */
export function windowAround(rating: number): Window {
  return { middle: Math.round(rating / SPACING) + 0, excess: zeros(NODES) };
}

/** Begins to add to a window. */
export function draftOfWindow(window: Window): WindowDraft {
  for (let sum = 0; sum < SUMS; sum++) added[sum] = 0;
  return { window, unit: oddsAt(-window.middle) };
}

/** 10^(r/400) for r in steps of SPACING. */
function oddsAt(steps: number): number {
  return Math.abs(steps) <= FAR ? STEPS[FAR + steps]! : Math.exp((steps * SPACING) / SCALE);
}

/**
 * Adds a game. A negative weight takes it away.
 * @param odds 10^(r/400) of the opponent's rating
 */
export function addGame({ unit }: WindowDraft, odds: number, result: number, weight: number): void {
  addAt(added, 0, Math.min(odds * unit, SURE), result, weight);
}

/** What a game adds to a window, added to sums from `at` on instead. */
export function addGameTo(
  sums: number[],
  at: number,
  { unit }: WindowDraft,
  odds: number,
  result: number,
  weight: number,
): void {
  addAt(sums, at, Math.min(odds * unit, SURE), result, weight);
}

/** The same for `factor` times the games of a spread. */
export function addGamesTo(
  sums: number[],
  at: number,
  { window }: WindowDraft,
  { first, weights, won }: Spread,
  factor: number,
): void {
  const start = first - window.middle + FAR;
  sums[at + SCORE]! += factor * won;
  for (let index = 0; index < weights.length; index++) {
    addAt(sums, at, STEPS[Math.min(2 * FAR, Math.max(0, start + index))]!, 0, factor * weights[index]!);
  }
}

/** Adds to one of the sums. */
export function addSum(sum: number, value: number): void {
  added[sum]! += value;
}

/** Adds `factor` times games of which the sums are known. */
export function addSums(sums: readonly number[], factor: number): void {
  for (let sum = 0; sum < SUMS; sum++) added[sum]! += factor * sums[sum]!;
}

/**
 * With u = 10^((r - middle)/400) and a = 10^(c/400) the score to be expected is (1 + a u) / D at the node c points above
 * the middle, and (1 + u / a) / D at the one as far below, where D = 1 + u^2 + (a + 1/a) u. Two divisions for all, for they
 * are what takes longest. Written out, for this is the innermost loop.
 */
function addAt(sums: number[], at: number, u: number, result: number, weight: number): void {
  const squares = 1 + u * u;
  const d0 = squares + BOTH0 * u;
  const d1 = squares + BOTH1 * u;
  const d2 = squares + BOTH2 * u;
  const d3 = squares + BOTH3 * u;
  const d4 = squares + BOTH4 * u;
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
  sums[at + SCORE]! += weight * result;
}

/** The window of which all games have lost by the factor `fade`, and to which the draft has been added then. */
export function finished({ window }: WindowDraft, fade: number): Window {
  const excess = window.excess.slice();
  for (let pair = 0; pair < PAIRS; pair++) {
    const lean = added[PAIRS + pair]!;
    excess[pair] = excess[pair]! * fade + (added[SCORE]! - added[pair]! - lean * MEAN[pair]!);
    excess[PAIRS + pair] = excess[PAIRS + pair]! * fade - lean * HALF[pair]!;
  }
  return { middle: window.middle, excess };
}

/** Whether the rating that the games amount to is found in the window. */
export function hasRoot({ excess }: Window): boolean {
  const [mean, half] = [excess[LAST]!, excess[PAIRS + LAST]!];
  return mean - half >= 0 && mean + half <= 0;
}

/**
 * The rating in points at which the score is the expected one: by Newton's method, on the polynomial through the nodes.
 * @param near where to look first, in points: the nearer, the faster. Null: nobody knows
 */
export function rootIn({ middle, excess }: Window, near: number | null): number {
  for (let pair = 0; pair < PAIRS; pair++) {
    even[pair] = excess[pair]!;
    odd[pair] = excess[PAIRS + pair]! * OVER_NODE[pair]!;
  }
  let inverse = 0;
  for (let order = 1; order < PAIRS; order++) {
    for (let pair = LAST; pair >= order; pair--) {
      const over = INVERSE[inverse++]!;
      even[pair] = (even[pair]! - even[pair - 1]!) * over;
      odd[pair] = (odd[pair]! - odd[pair - 1]!) * over;
    }
  }
  let at = near === null ? 0 : inside((near - middle * SPACING) / (REACH * SCALE));
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const square = at * at;
    let mean = even[LAST]!;
    let half = odd[LAST]!;
    let meanSlope = 0;
    let halfSlope = 0;
    for (let order = LAST - 1; order >= 0; order--) {
      const above = square - SQUARE[order]!;
      meanSlope = meanSlope * above + mean;
      mean = mean * above + even[order]!;
      halfSlope = halfSlope * above + half;
      half = half * above + odd[order]!;
    }
    const slope = half + 2 * at * (meanSlope + at * halfSlope);
    const step = slope < 0 ? -(mean + at * half) / slope : 0;
    at = inside(at + step);
    if (Math.abs(step) <= LAST_STEP) break;
  }
  return middle * SPACING + at * REACH * SCALE;
}

function inside(at: number): number {
  return Math.min(1, Math.max(-1, at));
}
