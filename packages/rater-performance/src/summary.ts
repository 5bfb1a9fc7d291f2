import type { PlayerId } from '@openladder/rating';
import {
  addGameAt,
  addSumsAt,
  BEFORE_ALL,
  type Blocks,
  type BlocksDraft,
  blocksOf,
  draftOfBlocks,
  emptyBlocks,
  fadeFrom,
  firstMarkedFrom,
  markedAfter,
  markNewest,
  meetAgain,
  NO_BLOCKS,
  noBlocks,
  sumsOf,
} from './blocks.js';
import type { PlayedGame } from './games.js';
import { add, addGrid, ends, type Grid, NOTHING, solveGrids, widened } from './grid.js';
import {
  addGame,
  addSumsTo,
  draftOfPolynomial,
  finished,
  hasRoot,
  type LocalPolynomial,
  NARROW,
  narrowPolynomial,
  type PolynomialDraft,
  polynomialAround,
  viewFrom,
  WIDE,
} from './local-polynomial.js';
import {
  chunkAt,
  eachGame,
  FIELD,
  fieldOf,
  gamesAgainst,
  NO_OPPONENTS,
  type Opponents,
  startOf,
  withEncounter,
} from './opponents.js';
import { fictitiousDraws, fictitiousGrid } from './performance.js';
import { rootIn } from './root.js';
import { SCALE, type Weighing } from './settings.js';
import { compacted, isHalfSpent, isTimeToSettle, seenFrom, withSettled } from './settled.js';
import { type Decay, decayTable, NEGLIGIBLE, WEIGHT } from './weights.js';

const { BEFORE, MEETING, ODDS, PLACE, RESULT } = FIELD;

/**
 * The summary of a long history under p4, p5, p7 and p8: the local polynomial of the weighted games, and for each opponent the
 * data for changing their weights. See "How a history is kept" in the README.
 */
export interface Summary {
  /** All games. */
  readonly count: number;
  readonly polynomial: LocalPolynomial;
  readonly opponents: Opponents;
  /** NO_BLOCKS under p4 and p5. */
  readonly blocks: Blocks;
}

export function emptySummary(settings: Weighing): Summary {
  return opened(0, NO_OPPONENTS, fictitiousDraws(settings).rating, settings);
}

/** Whether games fade with each later game, as under p4 and p5; otherwise they fade with each other opponent who was met since. */
export function isByAge({ variant }: Weighing): boolean {
  return variant === 'p4' || variant === 'p5';
}

/** How many games were against this opponent. */
export function summarisedAgainst({ opponents }: Summary, id: PlayerId): number {
  return gamesAgainst(opponents, opponents.ids.indexOf(id));
}

/** k of the newest game. */
export function newestSummarisedWeight({ count, opponents }: Summary, settings: Weighing): number {
  const { log } = opponents;
  const n = fieldOf(log, log.length - 1, MEETING);
  const decay = decayTable(count, settings);
  if (!isByAge(settings)) return decay.scale[n]!;
  return WEIGHT[settings.variant]({ i: 1, j: 1, n, others: 0, days: 0 }, decay);
}

/** Adds `factor` times the fictitious draws to a polynomial. */
export function addDraws(draft: PolynomialDraft, factor: number, settings: Weighing): void {
  const { rating, weight } = fictitiousDraws(settings);
  addGame(draft, Math.exp(rating / SCALE), 0.5, factor * weight);
}

/** Adds them to the first row of blocks. */
export function addDrawsTo(draft: BlocksDraft, factor: number, settings: Weighing): void {
  const { rating, weight } = fictitiousDraws(settings);
  addGameAt(draft, BEFORE_ALL, Math.exp(rating / SCALE), 0.5, factor * weight);
}

/** Under p5 no two games ever fade alike, but each game fades with every later one until nothing is left of it. */
export function forgottenUpTo(count: number, settings: Weighing): number {
  return settings.variant === 'p5' ? count - decayTable(count, settings).horizon : 0;
}

/**
 * All games and the fictitious draws, seen from the rating that follows from them, with a log of the games that are needed.
 * @param near where to start, in points
 */
export function opened(count: number, opponents: Opponents, near: number, settings: Weighing): Summary {
  const { power } = decayTable(count, settings);
  const upTo = forgottenUpTo(count, settings);
  const kept = compacted(opponents, upTo, isByAge(settings) ? PLACE : MEETING, power);
  const summary = openedAt(near, count, kept, settings);
  if (hasRoot(summary.polynomial)) return summary;
  const grids = [fictitiousGrid(settings), gridOf(kept, count, settings)];
  return openedAt(solveGrids(grids, near)!, count, kept, settings);
}

function openedAt(
  rating: number,
  count: number,
  { ids, newest, settled, log, spent }: Opponents,
  settings: Weighing,
): Summary {
  const decay = decayTable(count, settings);
  const matchWeight = WEIGHT[settings.variant];
  const empty = polynomialAround(rating, isByAge(settings) ? WIDE : NARROW);
  const view = viewFrom(empty);
  const opponents = { ids, newest, settled: settled.map((old) => old && seenFrom(view, old)), log, spent };
  if (isByAge(settings)) {
    const draft = draftOfPolynomial(empty);
    eachGame(opponents, count, (place, { odds, result, old }) => {
      if (old) addSumsTo(draft.added, 0, old.sums, matchWeight(place, decay));
      else addGame(draft, odds, result, matchWeight(place, decay));
    });
    addDraws(draft, 1, settings);
    return { count, polynomial: finished(draft, 1), opponents, blocks: NO_BLOCKS };
  }
  const draft = emptyBlocks(newest, view, log.length);
  eachGame(opponents, count, (place, { position, odds, result, old }) => {
    if (old) addSumsAt(draft, position, old.sums, matchWeight(place, decay));
    else addGameAt(draft, position, odds, result, matchWeight(place, decay));
  });
  addDrawsTo(draft, 1, settings);
  const blocks = blocksOf(draft);
  return { count, polynomial: narrowPolynomial(view, blocks.sums), opponents, blocks };
}

/** All games by rating. */
function gridOf(opponents: Opponents, count: number, settings: Weighing): Grid {
  const decay = decayTable(count, settings);
  const games: { rating: number; result: number; weight: number; old: Grid | null }[] = [];
  eachGame(opponents, count, (place, { odds, result, old }) => {
    const weight = WEIGHT[settings.variant](place, decay);
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

/** Adds the newest game under p4 or p5, which weaken each game with every later one. */
export function withAging(summary: Summary, game: PlayedGame, settings: Weighing): Summary {
  const { opponents } = summary;
  const { variant } = settings;
  const count = summary.count + 1;
  const decay = decayTable(count, settings);
  const index = opponents.ids.indexOf(game.opponent);
  const n = gamesAgainst(opponents, index);
  const odds = Math.exp(game.rating / SCALE);
  const draft = draftOfPolynomial(summary.polynomial);
  if (index >= 0 && variant === 'p4') weighAnew(draft, opponents, index, count, n, decay);
  if (index >= 0 && variant === 'p5') weighEachAnew(draft, opponents, index, count, decay);
  addGame(draft, odds, game.result, variant === 'p4' ? decay.perRoot[n + 1]! : 1);
  // Fictitious draws never fade.
  addDraws(draft, 1 - decay.base, settings);

  const met = withEncounter(opponents, index, game.opponent, odds, game.result, count);
  const after = (variant === 'p4' && isTimeToSettle(n + 1) && settledByAge(met, index, decay, draft)) || met;
  const polynomial = finished(draft, decay.base);
  if (hasRoot(polynomial) && !isHalfSpent(after, forgottenUpTo(count, settings))) {
    return { count, polynomial, opponents: after, blocks: NO_BLOCKS };
  }
  return opened(count, after, rootIn(polynomial, null), settings);
}

/** Under p4, one more game weakens all n games against its opponent by the same factor. */
function weighAnew(
  draft: PolynomialDraft,
  { log, newest, settled }: Opponents,
  index: number,
  count: number,
  n: number,
  { power, perRoot }: Decay,
): void {
  const gain = perRoot[n + 1]! - perRoot[n]!;
  const old = settled[index];
  for (let at = newest[index]!; at >= 0; ) {
    const games = chunkAt(log, at);
    const start = startOf(at);
    const added = gain * power[count - games[start + PLACE]!]!;
    if (old && games[start + MEETING] === old.meeting) {
      addSumsTo(draft.added, 0, old.sums, added);
      return;
    }
    addGame(draft, games[start + ODDS]!, games[start + RESULT]!, added);
    at = games[start + BEFORE]!;
  }
}

/** Under p5, it weakens each of them more than the one before it. */
function weighEachAnew(
  draft: PolynomialDraft,
  { log, newest }: Opponents,
  index: number,
  count: number,
  { power, perRoot }: Decay,
): void {
  let j = 1;
  for (let at = newest[index]!; at >= 0; j++) {
    const games = chunkAt(log, at);
    const start = startOf(at);
    const faded = power[count - games[start + PLACE]!]!;
    if (faded < NEGLIGIBLE) return;
    addGame(draft, games[start + ODDS]!, games[start + RESULT]!, faded * (perRoot[j + 1]! - perRoot[j]!));
    at = games[start + BEFORE]!;
  }
}

/** Under p4, it weakens all games against its opponent but the newest by the same factor. */
function settledByAge(
  opponents: Opponents,
  index: number,
  { power }: Decay,
  polynomial: PolynomialDraft,
): Opponents | null {
  const limitOf = () => opponents.newest[index]!;
  return withSettled(opponents, index, limitOf, { field: PLACE, power, matchWeight: () => 0 }, noBlocks(polynomial));
}

/** The games with a newer one under p7 or p8, where games fade with each distinct opponent who was met since. */
export function withMeeting(summary: Summary, game: PlayedGame, settings: Weighing): Summary {
  const { opponents } = summary;
  const position = opponents.log.length;
  // Copied well before it is read, because memory is slow to read right after a write.
  const draft = draftOfBlocks(summary.blocks, viewFrom(summary.polynomial), position);
  const count = summary.count + 1;
  const decay = decayTable(count, settings);
  const index = opponents.ids.indexOf(game.opponent);
  const isNew = index < 0;
  const n = gamesAgainst(opponents, index);
  const before = isNew ? -1 : opponents.newest[index]!;
  const odds = Math.exp(game.rating / SCALE);
  if (isNew) {
    fadeFrom(draft, 0, decay.base);
    // Fictitious draws never fade.
    addDrawsTo(draft, 1 - decay.base, settings);
  } else {
    meetAgain(draft, index, n, opponents, decay);
  }
  addGameAt(draft, position, odds, game.result, decay.scale[n + 1]!);
  markNewest(draft, position, before);

  const met = withEncounter(opponents, index, game.opponent, odds, game.result, count);
  const known = (isTimeToSettle(n + 1) && settledByMeeting(met, index, n + 1, decay, draft)) || met;
  const polynomial = narrowPolynomial(draft.view, sumsOf(draft));
  if (hasRoot(polynomial) && !isHalfSpent(known, 0)) {
    return { count, polynomial, opponents: known, blocks: blocksOf(draft) };
  }
  return opened(count, known, rootIn(polynomial, null), settings);
}

/**
 * The oldest games against an opponent fade alike if no other opponent's newest game is between them. None will ever come between
 * them again, so the others who were met since are the same for all of them.
 */
function settledByMeeting(
  opponents: Opponents,
  index: number,
  n: number,
  { power, scale }: Decay,
  draft: BlocksDraft,
): Opponents | null {
  const limitOf = (oldest: number) => firstMarkedFrom(draft, oldest);
  const matchWeight = (position: number) => {
    const others = markedAfter(draft, position) - 1;
    return power[n - fieldOf(opponents.log, position, MEETING)]! * scale[n]! * power[others]!;
  };
  return withSettled(opponents, index, limitOf, { field: MEETING, power, matchWeight }, draft);
}
