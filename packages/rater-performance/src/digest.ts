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
import { NARROW, WIDE } from './nodes.js';
import { eachGame, gamesAgainst, noOpponents, type Opponents } from './opponents.js';
import { fictitiousDraws, fictitiousSpread } from './performance.js';
import { SCALE, type Variant, type WeightSettings } from './settings.js';
import { solveSpread } from './solve-spread.js';
import { add, addSpread, ends, NOTHING, type Spread, widened } from './spread.js';
import { decayTable, WEIGHT } from './weights.js';
import {
  addGame,
  addSums,
  draftOfWindow,
  finished,
  hasRoot,
  narrowWindow,
  viewFrom,
  type Window,
  type WindowDraft,
  windowAround,
} from './window.js';

/**
 * What a long history by p4, p5, p7 and p8 comes down to: a window of the weighted games, and by opponent what is needed to
 * weigh them anew. Most weights fade by one factor. The few that don't are those of the games against the opponent of a
 * game and, for p7 and p8, of those since the last one against them. No weight is kept: it follows from a game's place.
 */
export interface Digest {
  /** All games. */
  readonly count: number;
  readonly window: Window;
  readonly opponents: Opponents;
  /** NO_BLOCKS by p4 and p5. */
  readonly blocks: Blocks;
}

export function emptyDigest(variant: Variant, settings: WeightSettings): Digest {
  const opponents = noOpponents(isByAge(variant) ? WITH_PLACES : WITHOUT_PLACES);
  return opened(0, opponents, fictitiousDraws(variant, settings).rating, variant, settings);
}

/** Whether games fade with every other one, as by p4 and p5, or with others met since. */
export function isByAge(variant: Variant): boolean {
  return variant === 'p4' || variant === 'p5';
}

/** How many of the games were against this opponent. */
export function digestedAgainst({ opponents }: Digest, id: PlayerId): number {
  return gamesAgainst(opponents, opponents.ids.indexOf(id));
}

/** k of the newest game. */
export function newestDigestedWeight({ count, opponents }: Digest, variant: Variant, settings: WeightSettings): number {
  const { log } = opponents;
  const n = fieldOf(log, log.length - 1, MEETING);
  const decay = decayTable(count, settings);
  return isByAge(variant) ? WEIGHT[variant]({ i: 1, j: 1, n, others: 0, days: 0 }, decay) : decay.scale[n]!;
}

/** Adds `factor` times the fictitious draws to a window. */
export function addDraws(draft: WindowDraft, factor: number, variant: Variant, settings: WeightSettings): void {
  const { rating, weight } = fictitiousDraws(variant, settings);
  addGame(draft, Math.exp(rating / SCALE), 0.5, factor * weight);
}

/** Adds them to the first row of blocks. */
export function addDrawsTo(draft: BlocksDraft, factor: number, variant: Variant, settings: WeightSettings): void {
  const { rating, weight } = fictitiousDraws(variant, settings);
  addGameAt(draft, BEFORE_ALL, Math.exp(rating / SCALE), 0.5, factor * weight);
}

/** By p5 no two games ever fade alike, but each loses so much with every other game that in the end it is none. */
export function forgottenUpTo(count: number, variant: Variant, settings: WeightSettings): number {
  return variant === 'p5' ? count - decayTable(count, settings).horizon : 0;
}

/**
 * All games and the fictitious draws, seen from where they amount to, with a log of the games that are needed.
 * @param near where that may be, in points
 */
export function opened(
  count: number,
  opponents: Opponents,
  near: number,
  variant: Variant,
  settings: WeightSettings,
): Digest {
  const { power } = decayTable(count, settings);
  const upTo = forgottenUpTo(count, variant, settings);
  const kept = compacted(opponents, upTo, isByAge(variant) ? PLACE : MEETING, power);
  const digest = openedAt(near, count, kept, variant, settings);
  if (hasRoot(digest.window)) return digest;
  const spreads = [fictitiousSpread(variant, settings), spreadOf(kept, count, variant, settings)];
  return openedAt(solveSpread(spreads, near)!, count, kept, variant, settings);
}

function openedAt(
  rating: number,
  count: number,
  { ids, newest, settled, log, spent }: Opponents,
  variant: Variant,
  settings: WeightSettings,
): Digest {
  const decay = decayTable(count, settings);
  const weightOf = WEIGHT[variant];
  const empty = windowAround(rating, isByAge(variant) ? WIDE : NARROW);
  const view = viewFrom(empty);
  const opponents = { ids, newest, settled: settled.map((old) => old && seenFrom(view, old)), log, spent };
  if (isByAge(variant)) {
    const draft = draftOfWindow(empty);
    eachGame(opponents, count, (place, { odds, result, old }) => {
      if (old) addSums(old.sums, weightOf(place, decay));
      else addGame(draft, odds, result, weightOf(place, decay));
    });
    addDraws(draft, 1, variant, settings);
    return { count, window: finished(draft, 1), opponents, blocks: NO_BLOCKS };
  }
  const draft = emptyBlocks(newest, view, log.length);
  eachGame(opponents, count, (place, { position, odds, result, old }) => {
    if (old) addSumsAt(draft, position, old.sums, weightOf(place, decay));
    else addGameAt(draft, position, odds, result, weightOf(place, decay));
  });
  addDrawsTo(draft, 1, variant, settings);
  const blocks = blocksOf(draft);
  return { count, window: narrowWindow(view, blocks.sums), opponents, blocks };
}

/** All games by rating. */
function spreadOf(opponents: Opponents, count: number, variant: Variant, settings: WeightSettings): Spread {
  const decay = decayTable(count, settings);
  const games: { rating: number; result: number; weight: number; old: Spread | null }[] = [];
  eachGame(opponents, count, (place, { odds, result, old }) => {
    const weight = WEIGHT[variant](place, decay);
    games.push({ rating: SCALE * Math.log(odds), result, weight, old: old?.spread ?? null });
  });
  if (games.length === 0) return NOTHING;
  const ratings = games.flatMap(({ rating, old }) => (old ? [rating, ...ends(old)] : [rating]));
  const spread = widened(NOTHING, 1, ratings);
  for (const { rating, result, weight, old } of games) {
    if (old) addSpread(spread, old, weight);
    else add(spread, rating, result, weight);
  }
  return spread;
}
