import { SCALE } from './settings.js';
import { SPACING, type Spread } from './spread.js';

/**
 * Games as they are seen from the ratings around the one that they amount to: by how many games the score is above the one
 * to be expected, at the Chebyshev nodes of a stretch of 336 points. Between them it is a polynomial, to 2e-10 of each game
 * (the poles of E lie at R = r ± i pi SCALE). However far apart opponents are, one more game changes NODES numbers.
 */
export interface Window {
  /** Its middle, in steps of SPACING from 0. */
  readonly middle: number;
  /** Games above expectation at each node, from the lowest to the highest. */
  readonly excess: readonly number[];
}

const PAIRS = 6;
const NODES = 2 * PAIRS;
/** How far a window reaches from its middle, in SCALE. */
const REACH = (7 * SPACING) / SCALE;
/** A Newton step this short (in REACH) is the last: the error after it is below its square. */
const LAST_STEP = 3e-6;
/** Steps after which rounding alone is left, as between opponents so far away that they hardly tell ratings apart. */
const MOST_STEPS = 8;
/** Odds beyond these are those of a sure loss. Their squares are numbers still. */
const SURE = 1e100;
/** Beyond so many steps of SPACING, 9,600 points, a game is as good as won or lost. */
const FAR = 400;

/** The nodes, in REACH. */
const NODE = Float64Array.from({ length: NODES }, (_, node) => -Math.cos(((2 * node + 1) * Math.PI) / (2 * NODES)));
/** For each order of differences, 1 / the distance of each node to the one so many nodes below. */
const INVERSE = Array.from({ length: NODES }, (_, order) =>
  NODE.map((at, node) => (order > 0 && node >= order ? 1 / (at - NODE[node - order]!) : 0)),
);
/** 10^(c/400) for each node c points above the middle, from the inner ones on. */
const RISE = NODE.slice(PAIRS).map((node) => Math.exp(node * REACH));
/** That and its inverse together. */
const [BOTH0, BOTH1, BOTH2, BOTH3, BOTH4, BOTH5] = Array.from(RISE, (rise) => rise + 1 / rise) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
/** 10^(r/400) for each r points above the middle, in steps of SPACING, from -FAR on. */
const STEPS = Float64Array.from({ length: 2 * FAR + 1 }, (_, step) => Math.exp(((step - FAR) * SPACING) / SCALE));

/** A window in the making. What the games add to it is in the arrays below. */
export interface WindowDraft {
  readonly window: Window;
  /** 10^(-middle/400). */
  readonly unit: number;
}

/** Games that are summed up together: in a loop by itself that takes half the time. */
const MOST_WAITING = 256;
/**
 * Of the draft that was begun last, for to make the arrays would take longer than to fill them: the score, the games that
 * aren't summed up yet by 10^((r - middle)/400) and weight, and by pair the sums of weight / D and of weight u / D, see
 * `sumUp`.
 */
const score = new Float64Array(1);
const waiting = new Int32Array(1);
const odds = new Float64Array(MOST_WAITING);
const weight = new Float64Array(MOST_WAITING);
const evens = new Float64Array(PAIRS);
const leans = new Float64Array(PAIRS);
/** The terms of the polynomial in hand, in Newton's form. */
const terms = new Float64Array(NODES);

/** A window without games. */
export function windowAround(rating: number): Window {
  return { middle: Math.round(rating / SPACING) + 0, excess: new Array<number>(NODES).fill(0) };
}

/** Begins to add to a window. */
export function draftOfWindow(window: Window): WindowDraft {
  score[0] = 0;
  waiting[0] = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    evens[pair] = 0;
    leans[pair] = 0;
  }
  return { window, unit: Math.exp((-window.middle * SPACING) / SCALE) };
}

/**
 * Adds a game. A negative weight takes it away.
 * @param opponentOdds 10^(r/400) of the opponent's rating
 */
export function addGame({ unit }: WindowDraft, opponentOdds: number, result: number, gameWeight: number): void {
  score[0]! += gameWeight * result;
  addExpected(Math.min(opponentOdds * unit, SURE), gameWeight);
}

/** Adds `factor` times the games of a spread. */
export function addGames({ window }: WindowDraft, { first, weights, won }: Spread, factor: number): void {
  const start = first - window.middle + FAR;
  score[0]! += factor * won;
  for (let index = 0; index < weights.length; index++) {
    addExpected(STEPS[Math.min(2 * FAR, Math.max(0, start + index))]!, factor * weights[index]!);
  }
}

function addExpected(u: number, gameWeight: number): void {
  if (waiting[0] === MOST_WAITING) sumUp();
  const game = waiting[0]!;
  odds[game] = u;
  weight[game] = gameWeight;
  waiting[0] = game + 1;
}

/**
 * Sums up the scores to be expected in the games. With u = 10^((r - middle)/400) and a = 10^(c/400) such a score is
 * (1 + a u) / D at the node c points above the middle, and (1 + u / a) / D at the one as far below, where
 * D = 1 + u^2 + (a + 1/a) u: one division for both. Written out, for this is the innermost loop.
 */
function sumUp(): void {
  const games = waiting[0]!;
  waiting[0] = 0;
  let e0 = 0;
  let l0 = 0;
  let e1 = 0;
  let l1 = 0;
  let e2 = 0;
  let l2 = 0;
  let e3 = 0;
  let l3 = 0;
  let e4 = 0;
  let l4 = 0;
  let e5 = 0;
  let l5 = 0;
  for (let game = 0; game < games; game++) {
    const u = odds[game]!;
    const even = weight[game]!;
    const lean = even * u;
    const squares = 1 + u * u;
    const d0 = 1 / (squares + BOTH0 * u);
    e0 += even * d0;
    l0 += lean * d0;
    const d1 = 1 / (squares + BOTH1 * u);
    e1 += even * d1;
    l1 += lean * d1;
    const d2 = 1 / (squares + BOTH2 * u);
    e2 += even * d2;
    l2 += lean * d2;
    const d3 = 1 / (squares + BOTH3 * u);
    e3 += even * d3;
    l3 += lean * d3;
    const d4 = 1 / (squares + BOTH4 * u);
    e4 += even * d4;
    l4 += lean * d4;
    const d5 = 1 / (squares + BOTH5 * u);
    e5 += even * d5;
    l5 += lean * d5;
  }
  evens[0]! += e0;
  leans[0]! += l0;
  evens[1]! += e1;
  leans[1]! += l1;
  evens[2]! += e2;
  leans[2]! += l2;
  evens[3]! += e3;
  leans[3]! += l3;
  evens[4]! += e4;
  leans[4]! += l4;
  evens[5]! += e5;
  leans[5]! += l5;
}

/** The window of which all games have lost by the factor `fade`, and to which the draft has been added then. */
export function finished({ window }: WindowDraft, fade: number): Window {
  sumUp();
  const excess = window.excess.slice();
  for (let pair = 0; pair < PAIRS; pair++) {
    const rest = score[0]! - evens[pair]!;
    const low = PAIRS - 1 - pair;
    const high = PAIRS + pair;
    excess[low] = excess[low]! * fade + rest - leans[pair]! / RISE[pair]!;
    excess[high] = excess[high]! * fade + rest - leans[pair]! * RISE[pair]!;
  }
  return { middle: window.middle, excess };
}

/** Whether the rating that the games amount to is found in the window. */
export function hasRoot({ excess }: Window): boolean {
  return excess[0]! >= 0 && excess[NODES - 1]! <= 0;
}

/**
 * The rating in points at which the score is the expected one: by Newton's method, on the polynomial through the nodes.
 * @param near where to look first, in points: the nearer, the faster. Null: nobody knows
 */
export function rootIn({ middle, excess }: Window, near: number | null): number {
  for (let node = 0; node < NODES; node++) terms[node] = excess[node]!;
  for (let order = 1; order < NODES; order++) {
    const inverse = INVERSE[order]!;
    for (let node = NODES - 1; node >= order; node--) terms[node] = (terms[node]! - terms[node - 1]!) * inverse[node]!;
  }
  let at = near === null ? 0 : inside((near - middle * SPACING) / (REACH * SCALE));
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    let value = terms[NODES - 1]!;
    let slope = 0;
    for (let order = NODES - 2; order >= 0; order--) {
      slope = slope * (at - NODE[order]!) + value;
      value = value * (at - NODE[order]!) + terms[order]!;
    }
    const step = slope < 0 ? -value / slope : 0;
    at = inside(at + step);
    if (Math.abs(step) <= LAST_STEP) break;
  }
  return middle * SPACING + at * REACH * SCALE;
}

function inside(at: number): number {
  return Math.min(1, Math.max(-1, at));
}
