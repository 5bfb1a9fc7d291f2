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
/** How many of them are below the one that is nearest below the game's rating. */
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
  share(draft.weights, draft.first, rating, weight);
}

/** 1 / the product of a node's distances to the other nodes, by how far it is from the middle. */
const [OUTER, NEXT, INNER, NEAREST] = [1 / 5040, 1 / 720, 1 / 240, 1 / 144];

/**
 * Divides a weight among the WIDTH grid ratings around a rating, by Lagrange's polynomials for nodes -3 to 4, at x of 0 to 1.
 * It is unrolled, and reuses products of pairs, because it is the innermost loop.
 */
function share(weights: number[], first: number, rating: number, weight: number): void {
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
