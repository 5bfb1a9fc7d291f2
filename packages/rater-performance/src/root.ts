import { SPACING } from './grid.js';
import { type LocalPolynomial, type Nodes, nodesOf } from './local-polynomial.js';
import { SCALE } from './settings.js';

/** A Newton step this short (in units of the reach) is the last. The error after it is below its square. */
const LAST_STEP = 3e-6;
/** After this many steps only rounding is left. That happens if all opponents are so far away that they hardly distinguish ratings. */
const MAX_STEPS = 8;

/**
 * The rating in points at which the score equals the expected score. It is found by Newton's method on the polynomial through the nodes.
 * @param near where to look first, in points; the nearer, the faster. Null: unknown
 */
export function rootIn({ middle, excess }: LocalPolynomial, near: number | null): number {
  const nodes = nodesOf(excess);
  const points = nodes.reach * SCALE;
  const start = near === null ? 0 : inside((near - middle * SPACING) / points);
  return middle * SPACING + rootFrom(start, excess, nodes) * nodes.reach * SCALE;
}

/** Games above expectation at a rating in points; NaN beyond the reach. */
export function excessInside({ middle, excess }: LocalPolynomial, rating: number): number {
  const nodes = nodesOf(excess);
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

/** The root in units of the reach, searched from a start. */
function rootFrom(start: number, excess: readonly number[], nodes: Nodes): number {
  const { square: squares } = nodes;
  const { even, odd } = inNewtonsForm(excess, nodes);
  const last = nodes.pairs - 1;
  let at = start;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const square = at * at;
    let mean = even[last]!;
    let half = odd[last]!;
    let meanSlope = 0;
    let halfSlope = 0;
    for (let order = last - 1; order >= 0; order--) {
      const above = square - squares[order]!;
      meanSlope = meanSlope * above + mean;
      mean = mean * above + even[order]!;
      halfSlope = halfSlope * above + half;
      half = half * above + odd[order]!;
    }
    const step = newtonStepOf(at, mean, meanSlope, half, halfSlope);
    at = inside(at + step);
    if (Math.abs(step) <= LAST_STEP) break;
  }
  return at;
}

/** A Newton step, from the values and slopes (by the square of the rating) of the even part and of the odd part divided by the rating. */
function newtonStepOf(at: number, mean: number, meanSlope: number, half: number, halfSlope: number): number {
  const slope = half + 2 * at * (meanSlope + at * halfSlope);
  return slope < 0 ? -(mean + at * half) / slope : 0;
}

function inside(at: number): number {
  return Math.min(1, Math.max(-1, at));
}
