import type { PlayerId } from '@openladder/rating';
import {
  addGameAt,
  addSumsAt,
  BEFORE_ALL,
  type Blocks,
  type BlocksDraft,
  blocksOf,
  emptyBlocks,
  NO_BLOCKS,
} from './blocks.js';
import { compacted, seenFrom } from './compacting.js';
import { fieldOf, MEETING, PLACE, WITH_PLACES, WITHOUT_PLACES } from './game-log.js';
import { add, addGrid, ends, type Grid, NOTHING, widened } from './grid.js';
import {
  addGame,
  addSums,
  draftOfPolynomial,
  finished,
  hasRoot,
  type LocalPolynomial,
  narrowPolynomial,
  type PolynomialDraft,
  polynomialAround,
  viewFrom,
} from './local-polynomial.js';
import { NARROW, WIDE } from './nodes.js';
import { eachGame, gamesAgainst, noOpponents, type Opponents } from './opponents.js';
import { fictitiousDraws, fictitiousGrid } from './performance.js';
import { SCALE, type Variant, type WeightSettings } from './settings.js';
import { solveGrids } from './solve-grids.js';
import { decayTable, WEIGHT } from './weights.js';

/**
 * The summary of a long history under p4, p5, p7 and p8: the local polynomial of the weighted games, and for each opponent what
 * is needed to change their weights. See "How a history is kept" in the README.
 */
export interface Summary {
  /** All games. */
  readonly count: number;
  readonly polynomial: LocalPolynomial;
  readonly opponents: Opponents;
  /** NO_BLOCKS under p4 and p5. */
  readonly blocks: Blocks;
}

export function emptySummary(variant: Variant, settings: WeightSettings): Summary {
  const opponents = noOpponents(isByAge(variant) ? WITH_PLACES : WITHOUT_PLACES);
  return opened(0, opponents, fictitiousDraws(variant, settings).rating, variant, settings);
}

/** Whether games fade with each later game, as under p4 and p5; otherwise they fade with each other opponent who was met since. */
export function isByAge(variant: Variant): boolean {
  return variant === 'p4' || variant === 'p5';
}

/** How many games were against this opponent. */
export function summarisedAgainst({ opponents }: Summary, id: PlayerId): number {
  return gamesAgainst(opponents, opponents.ids.indexOf(id));
}

/** k of the newest game. */
export function newestSummarisedWeight(
  { count, opponents }: Summary,
  variant: Variant,
  settings: WeightSettings,
): number {
  const { log } = opponents;
  const n = fieldOf(log, log.length - 1, MEETING);
  const decay = decayTable(count, settings);
  return isByAge(variant) ? WEIGHT[variant]({ i: 1, j: 1, n, others: 0, days: 0 }, decay) : decay.scale[n]!;
}

/** Adds `factor` times the fictitious draws to a polynomial. */
export function addDraws(draft: PolynomialDraft, factor: number, variant: Variant, settings: WeightSettings): void {
  const { rating, weight } = fictitiousDraws(variant, settings);
  addGame(draft, Math.exp(rating / SCALE), 0.5, factor * weight);
}

/** Adds them to the first row of blocks. */
export function addDrawsTo(draft: BlocksDraft, factor: number, variant: Variant, settings: WeightSettings): void {
  const { rating, weight } = fictitiousDraws(variant, settings);
  addGameAt(draft, BEFORE_ALL, Math.exp(rating / SCALE), 0.5, factor * weight);
}

/** Under p5 no two games ever fade alike, but each game fades with every later one until nothing is left of it. */
export function forgottenUpTo(count: number, variant: Variant, settings: WeightSettings): number {
  return variant === 'p5' ? count - decayTable(count, settings).horizon : 0;
}

/**
 * All games and the fictitious draws, seen from the rating that follows from them, with a log of the games that are needed.
 * @param near where that may be, in points
 */
export function opened(
  count: number,
  opponents: Opponents,
  near: number,
  variant: Variant,
  settings: WeightSettings,
): Summary {
  const { power } = decayTable(count, settings);
  const upTo = forgottenUpTo(count, variant, settings);
  const kept = compacted(opponents, upTo, isByAge(variant) ? PLACE : MEETING, power);
  const summary = openedAt(near, count, kept, variant, settings);
  if (hasRoot(summary.polynomial)) return summary;
  const grids = [fictitiousGrid(variant, settings), gridOf(kept, count, variant, settings)];
  return openedAt(solveGrids(grids, near)!, count, kept, variant, settings);
}

function openedAt(
  rating: number,
  count: number,
  { ids, newest, settled, log, spent }: Opponents,
  variant: Variant,
  settings: WeightSettings,
): Summary {
  const decay = decayTable(count, settings);
  const matchWeight = WEIGHT[variant];
  const empty = polynomialAround(rating, isByAge(variant) ? WIDE : NARROW);
  const view = viewFrom(empty);
  const opponents = { ids, newest, settled: settled.map((old) => old && seenFrom(view, old)), log, spent };
  if (isByAge(variant)) {
    const draft = draftOfPolynomial(empty);
    eachGame(opponents, count, (place, { odds, result, old }) => {
      if (old) addSums(draft, old.sums, matchWeight(place, decay));
      else addGame(draft, odds, result, matchWeight(place, decay));
    });
    addDraws(draft, 1, variant, settings);
    return { count, polynomial: finished(draft, 1), opponents, blocks: NO_BLOCKS };
  }
  const draft = emptyBlocks(newest, view, log.length);
  eachGame(opponents, count, (place, { position, odds, result, old }) => {
    if (old) addSumsAt(draft, position, old.sums, matchWeight(place, decay));
    else addGameAt(draft, position, odds, result, matchWeight(place, decay));
  });
  addDrawsTo(draft, 1, variant, settings);
  const blocks = blocksOf(draft);
  return { count, polynomial: narrowPolynomial(view, blocks.sums), opponents, blocks };
}

/** All games by rating. */
function gridOf(opponents: Opponents, count: number, variant: Variant, settings: WeightSettings): Grid {
  const decay = decayTable(count, settings);
  const games: { rating: number; result: number; weight: number; old: Grid | null }[] = [];
  eachGame(opponents, count, (place, { odds, result, old }) => {
    const weight = WEIGHT[variant](place, decay);
    games.push({ rating: SCALE * Math.log(odds), result, weight, old: old?.grid ?? null });
  });
  if (games.length === 0) return NOTHING;
  const ratings = games.flatMap(({ rating, old }) => (old ? [rating, ...ends(old)] : [rating]));
  const grid = widened(NOTHING, 1, ratings);
  for (const { rating, result, weight, old } of games) {
    if (old) addGrid(grid, old, weight);
    else add(grid, rating, result, weight);
  }
  return grid;
}
