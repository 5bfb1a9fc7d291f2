import { type BlocksDraft, moveGame, moveSums } from './blocks.js';
import { add, type Grid, NOTHING, widened } from './grid.js';
import { addGridSeen, addSeen, addSumsTo, noSums, type View } from './local-polynomial.js';
import {
  BEFORE,
  chunkAt,
  fieldOf,
  type GameLog,
  MEETING,
  NO_GAMES,
  ODDS,
  OPPONENT,
  type Opponents,
  PLACE,
  RESULT,
  type Settled,
  startOf,
  withLogged,
} from './opponents.js';
import { SCALE } from './settings.js';

/** The cause by which the games against an opponent fade until they are settled: all later games, or later games against the same opponent. */
export type FadeField = typeof PLACE | typeof MEETING;

/** With this many games or more, settled ones take less memory together than one by one. */
const WORTHWHILE = 6;

/** Whether it is time to check which of n games against an opponent can be settled. */
export function isTimeToSettle(n: number): boolean {
  return n % WORTHWHILE === 0;
}

/** How games lose weight. */
interface Fading {
  /** The field of a game by which they fade. */
  readonly field: FadeField;
  /** decay^m by m. */
  readonly power: Float64Array;
  /** The weight of the game at a position. */
  readonly matchWeight: (position: number) => number;
}

/**
 * Settles games against an opponent whose weights keep their proportions from now on.
 * @param limitOf the end of the games that do, from a position on; at most the position of the newest game
 * @param blocks in these they move to the block of the newest of them
 * @returns null if it is not worthwhile
 */
export function withSettled(
  { ids, newest, settled, log, spent }: Opponents,
  index: number,
  limitOf: (oldest: number) => number,
  { field, power, matchWeight }: Fading,
  blocks: BlocksDraft,
): Opponents | null {
  const old = settled[index] ?? null;
  const settledBefore = old ? old.meeting : 0;
  const n = fieldOf(log, newest[index]!, MEETING);
  const oldest = Math.max(settledBefore, 1);
  // From the newest to the one that stands for the settled games.
  const positions: number[] = [];
  for (let at = newest[index]!; positions.length <= n - oldest; at = fieldOf(log, at, BEFORE)) positions.push(at);
  const limit = limitOf(positions[n - oldest]!);
  const first = positions.findIndex((position) => position < limit);
  const meeting = n - first;
  if (first < 0 || meeting - settledBefore < WORTHWHILE - 1) return null;

  const sums = noSums(blocks.view);
  const last = positions[first]!;
  const whole = matchWeight(last);
  const fadedAt = fieldOf(log, last, field);
  for (let game = first; game < n - settledBefore; game++) {
    const at = positions[game]!;
    const games = chunkAt(log, at);
    const start = startOf(at);
    const share = power[fadedAt - games[start + field]!]!;
    addSeen(sums, blocks.view, games[start + ODDS]!, games[start + RESULT]!, share);
    moveGame(blocks, at, last, games[start + ODDS]!, games[start + RESULT]!, share * whole);
  }
  if (old) {
    const at = positions[n - settledBefore]!;
    const share = power[fadedAt - fieldOf(log, at, field)]!;
    addSumsTo(sums, 0, old.sums, share);
    moveSums(blocks, at, last, old.sums, share * whole);
  }
  const after = settled.slice();
  while (after.length < index) after.push(null);
  after[index] = { meeting, sums, grid: old ? old.grid : NOTHING };
  return { ids, newest, settled: after, log, spent: spent + meeting - Math.max(settledBefore, 1) };
}

/** Shorter logs are not compacted. */
const MANY = 64;

/**
 * Whether half of the log is no longer needed.
 * @param upTo games up to this place are not needed
 */
export function isHalfSpent({ log, spent }: Opponents, upTo: number): boolean {
  const { length } = log;
  return length >= 2 * MANY && (2 * spent >= length || (upTo > 0 && fieldOf(log, length >> 1, PLACE) <= upTo));
}

/** The opponents, with a log that has no settled games and none up to a place. Opponents without games left are removed. */
export function compacted(opponents: Opponents, upTo: number, field: FadeField, power: Float64Array): Opponents {
  const { ids, newest, settled, log, spent } = opponents;
  if (spent === 0 && upTo <= 0) return opponents;
  let kept = NO_GAMES;
  const indexes = new Map<number, number>();
  const positions = new Map<number, number>();
  for (let position = 0; position < log.length; position++) {
    const games = chunkAt(log, position);
    const from = startOf(position);
    const old = games[from + OPPONENT]!;
    const meeting = games[from + MEETING]!;
    const place = games[from + PLACE]!;
    if (meeting < (settled[old]?.meeting ?? 0) || place <= upTo) continue;
    const index = indexes.get(old) ?? indexes.size;
    indexes.set(old, index);
    const before = positions.get(games[from + BEFORE]!) ?? -1;
    positions.set(position, kept.length);
    const [odds, result] = [games[from + ODDS]!, games[from + RESULT]!];
    kept = withLogged(kept, { opponent: index, before, meeting, odds, result, place });
  }
  // flatMap would make an array whose numbers are slow to read.
  const left: number[] = [];
  for (const index of indexes.keys()) left.push(positions.get(newest[index]!)!);
  const grids: (Settled | null)[] = [];
  for (const [index, now] of indexes) {
    const old = settled[index];
    if (!old) continue;
    while (grids.length < now) grids.push(null);
    const { meeting, sums } = old;
    grids.push({ meeting, sums, grid: settledGrid(old, newest[index]!, log, field, power) });
  }
  return {
    ids: [...indexes.keys()].map((index) => ids[index]!),
    newest: left,
    settled: grids,
    log: kept,
    spent: 0,
  };
}

/** All settled games against an opponent. */
function settledGrid(
  { meeting, grid }: Settled,
  newest: number,
  log: GameLog,
  field: FadeField,
  power: Float64Array,
): Grid {
  let last = newest;
  while (fieldOf(log, last, MEETING) > meeting) last = fieldOf(log, last, BEFORE);
  const games: number[] = [];
  for (let at = last; at >= 0; at = fieldOf(log, at, BEFORE)) games.push(at);
  // The oldest one left represents the games that are already on the grid.
  const standIn = grid.weights.length === 0 ? -1 : games.pop()!;
  if (games.length === 0) return grid;
  const ratings = games.map((position) => SCALE * Math.log(fieldOf(log, position, ODDS)));
  const matchWeight = (position: number) => power[fieldOf(log, last, field) - fieldOf(log, position, field)]!;
  const draft = widened(grid, standIn < 0 ? 0 : matchWeight(standIn), ratings);
  for (let game = 0; game < games.length; game++) {
    add(draft, ratings[game]!, fieldOf(log, games[game]!, RESULT), matchWeight(games[game]!));
  }
  return draft;
}

/** Settled games, all of them on a grid, seen from another middle. */
export function seenFrom(view: View, { meeting, grid }: Settled): Settled {
  const sums = noSums(view);
  addGridSeen(sums, view, grid);
  return { meeting, sums, grid };
}
