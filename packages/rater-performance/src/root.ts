import { SPACING } from './grid.js';
import { type LocalPolynomial, NARROW, type Nodes, WIDE } from './local-polynomial.js';
import { SCALE } from './settings.js';

/** A Newton step this short (in units of the reach) is the last. The error after it is below its square. */
const LAST_STEP = 3e-6;
/** After this many steps only rounding is left. That happens if all opponents are so far away that they hardly distinguish ratings. */
const MAX_STEPS = 8;

const { pairs: WIDE_PAIRS, square: SQUARE, reach: WIDE_REACH } = WIDE;
const LAST = WIDE_PAIRS - 1;
const { reach: NARROW_REACH } = NARROW;

type Four = [number, number, number, number];

/** The same for the narrow nodes. */
const [OVER0, OVER1, OVER2, OVER3] = Array.from(NARROW.overNode) as Four;
const [SQUARE0, SQUARE1, SQUARE2] = Array.from(NARROW.square) as Four;
const [BY23, BY12, BY01, BY13, BY02, BY03] = Array.from(NARROW.inverse) as [...Four, number, number];

/**
 * The rating in points at which the score equals the expected score. It is found by Newton's method on the polynomial through the nodes.
 * @param near where to look first, in points; the nearer, the faster. Null: unknown
 */
export function rootIn({ middle, excess }: LocalPolynomial, near: number | null): number {
  const isWide = excess.length === 2 * WIDE_PAIRS;
  const reach = isWide ? WIDE_REACH : NARROW_REACH;
  const start = near === null ? 0 : inside((near - middle * SPACING) / (reach * SCALE));
  const at = isWide ? wideRoot(excess, start) : narrowRoot(excess, start);
  return middle * SPACING + at * reach * SCALE;
}

/** Games above expectation at a rating in points; NaN beyond the reach. */
export function excessInside({ middle, excess }: LocalPolynomial, rating: number): number {
  const nodes = excess.length === 2 * WIDE_PAIRS ? WIDE : NARROW;
  const { pairs, reach, square } = nodes;
  const at = (rating - middle * SPACING) / (reach * SCALE);
  if (Math.abs(at) > 1) return Number.NaN;
  const { even, odd } = inNewtonsForm(excess, nodes);
  let mean = 0;
  let half = 0;
  for (let pair = pairs - 1; pair >= 0; pair--) {
    const above = at * at - square[pair]!;
    mean = mean * above + even[pair]!;
    half = half * above + odd[pair]!;
  }
  return mean + at * half;
}

/** The polynomial over the squares of the nodes: its even part, and its odd part divided by the rating. */
function inNewtonsForm(excess: readonly number[], { pairs, overNode, inverse }: Nodes) {
  const even = excess.slice(0, pairs);
  const odd = excess.slice(pairs);
  for (let pair = 0; pair < pairs; pair++) odd[pair]! *= overNode[pair]!;
  let next = 0;
  for (let order = 1; order < pairs; order++) {
    for (let pair = pairs - 1; pair >= order; pair--) {
      const over = inverse[next++]!;
      even[pair] = (even[pair]! - even[pair - 1]!) * over;
      odd[pair] = (odd[pair]! - odd[pair - 1]!) * over;
    }
  }
  return { even, odd };
}

/** The root in units of the reach, searched from `at`. */
function wideRoot(excess: readonly number[], at: number): number {
  const { even, odd } = inNewtonsForm(excess, WIDE);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
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
    const step = newtonStep(at, mean, meanSlope, half, halfSlope);
    at = inside(at + step);
    if (Math.abs(step) <= LAST_STEP) break;
  }
  return at;
}

/** The same for a narrow polynomial, unrolled. */
function narrowRoot(excess: readonly number[], at: number): number {
  const even0 = excess[0]!;
  const even1 = excess[1]!;
  const even2 = excess[2]!;
  const even3 = excess[3]!;
  const odd0 = excess[4]! * OVER0;
  const odd1 = excess[5]! * OVER1;
  const odd2 = excess[6]! * OVER2;
  const odd3 = excess[7]! * OVER3;
  const even23 = (even3 - even2) * BY23;
  const even12 = (even2 - even1) * BY12;
  const even01 = (even1 - even0) * BY01;
  const even13 = (even23 - even12) * BY13;
  const even02 = (even12 - even01) * BY02;
  const even03 = (even13 - even02) * BY03;
  const odd23 = (odd3 - odd2) * BY23;
  const odd12 = (odd2 - odd1) * BY12;
  const odd01 = (odd1 - odd0) * BY01;
  const odd13 = (odd23 - odd12) * BY13;
  const odd02 = (odd12 - odd01) * BY02;
  const odd03 = (odd13 - odd02) * BY03;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const square = at * at;
    const above0 = square - SQUARE0;
    const above1 = square - SQUARE1;
    const above2 = square - SQUARE2;
    const mean2 = even03 * above2 + even02;
    const mean1 = mean2 * above1 + even01;
    const meanSlope = (even03 * above1 + mean2) * above0 + mean1;
    const half2 = odd03 * above2 + odd02;
    const half1 = half2 * above1 + odd01;
    const halfSlope = (odd03 * above1 + half2) * above0 + half1;
    const step = newtonStep(at, mean1 * above0 + even0, meanSlope, half1 * above0 + odd0, halfSlope);
    at = inside(at + step);
    if (Math.abs(step) <= LAST_STEP) break;
  }
  return at;
}

/** A Newton step, from the values and slopes (by the square of the rating) of the even part and of the odd part divided by the rating. */
function newtonStep(at: number, mean: number, meanSlope: number, half: number, halfSlope: number): number {
  const slope = half + 2 * at * (meanSlope + at * halfSlope);
  return slope < 0 ? -(mean + at * half) / slope : 0;
}

function inside(at: number): number {
  return Math.min(1, Math.max(-1, at));
}
