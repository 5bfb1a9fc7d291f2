import { RATING_LIMIT, SCALE } from './settings.js';

/**
 * Games without a list of them: how much was won and lost against each rating of a grid. A game against r counts as
 * shares of a game against each grid rating near r, chosen so that a polynomial through them meets r (Lagrange). The
 * score to be expected of any R against r is then the same mixture of those against the grid ratings, to 6e-10 of
 * itself, whatever R is: seen as a function of r it is smooth over 546 points (its poles lie at r = R ± i pi SCALE).
 * Shares below 0 are part of it.
 */
export interface Spread {
  /** The first grid rating, in steps of SPACING from 0. */
  readonly first: number;
  /** Weight won against each grid rating from the first on, in games. */
  readonly won: readonly number[];
  /** Weight lost. */
  readonly lost: readonly number[];
}

/** A spread in the making. */
export interface SpreadDraft {
  readonly first: number;
  readonly won: number[];
  readonly lost: number[];
}

/** Points between grid ratings. */
const SPACING = 24;
/** Grid ratings among which a game is shared out. */
const WIDTH = 8;
/** Those of them at or below the game's rating, without the nearest. */
const BELOW = WIDTH / 2 - 1;

const LAST = Math.ceil(RATING_LIMIT / SPACING) + WIDTH;
/** 10^(r/400) of every grid rating r. */
const ODDS = Float64Array.from({ length: 2 * LAST + 1 }, (_, index) => Math.exp(((index - LAST) * SPACING) / SCALE));

export const NOTHING: Spread = { first: 0, won: [], lost: [] };

/** The rating of a grid rating's index. */
export function ratingOf({ first }: Spread, index: number): number {
  return (first + index) * SPACING;
}

/** 10^(r/400) of a grid rating's index. */
export function oddsOf({ first }: Spread, index: number): number {
  return ODDS[first + index + LAST]!;
}

/** A copy of which every weight is multiplied by `factor`, with room for a game against `rating`. */
export function faded({ first, won, lost }: Spread, factor: number, rating: number): SpreadDraft {
  const needed = Math.floor(rating / SPACING) - BELOW;
  const isEmpty = won.length === 0;
  const from = isEmpty ? needed : Math.min(first, needed);
  const to = isEmpty ? needed + WIDTH : Math.max(first + won.length, needed + WIDTH);
  const draft = {
    first: from,
    won: padded(won, first - from, to - first - won.length),
    lost: padded(lost, first - from, to - first - lost.length),
  };
  if (factor !== 1) {
    fade(draft.won, factor);
    fade(draft.lost, factor);
  }
  return draft;
}

function padded(weights: readonly number[], before: number, after: number): number[] {
  if (weights.length > 0 && before === 0 && after === 0) return weights.slice();
  const zeros = (count: number) => new Array<number>(Math.max(0, count)).fill(0);
  return weights.length === 0 ? zeros(before + after) : [...zeros(before), ...weights, ...zeros(after)];
}

function fade(weights: number[], factor: number): void {
  // + 0: a weight below 0 that is too small for a number ends as 0, not as -0, which JSON has no word for.
  for (let index = 0; index < weights.length; index++) weights[index] = weights[index]! * factor + 0;
}

/** Adds a game, for which there is room. A negative weight takes it away. */
export function add({ first, won, lost }: SpreadDraft, rating: number, result: number, weight: number): void {
  const below = Math.floor(rating / SPACING);
  const start = below - BELOW - first;
  const x = rating / SPACING - below;
  if (result > 0) share(won, start, x, weight * result);
  if (result < 1) share(lost, start, x, weight * (1 - result));
}

/** 1 / the product of a node's distances to the other nodes, by how far out it is. */
const [OUTER, NEXT, INNER, NEAREST] = [1 / 5040, 1 / 720, 1 / 240, 1 / 144];

/**
 * Adds a weight to WIDTH neighbours: Lagrange's polynomials for nodes -3 to 4, at x of 0 to 1. Written out, for this is
 * the innermost loop: products of pairs are shared.
 */
function share(weights: number[], start: number, x: number, weight: number): void {
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

/** Adds `weight` times a spread, for which there is room. */
export function addSpread({ first, won, lost }: SpreadDraft, added: Spread, weight: number): void {
  const start = added.first - first;
  for (let index = 0; index < added.won.length; index++) {
    won[start + index]! += weight * added.won[index]!;
    lost[start + index]! += weight * added.lost[index]!;
  }
}

/** The sum of three spreads that begin at the same rating and are equally long. */
export function sumOf(one: Spread, two: Spread, three: Spread): Spread {
  return {
    first: one.first,
    won: one.won.map((weight, index) => weight + two.won[index]! + three.won[index]!),
    lost: one.lost.map((weight, index) => weight + two.lost[index]! + three.lost[index]!),
  };
}
