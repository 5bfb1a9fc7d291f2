import { SPACING } from './grid.js';
import { SCALE } from './settings.js';

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
export const WIDE = nodesOf(5, 5 * SPACING);
/** Eight nodes over 144 points. */
export const NARROW = nodesOf(4, 3 * SPACING);

function nodesOf(pairs: number, points: number): Nodes {
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
