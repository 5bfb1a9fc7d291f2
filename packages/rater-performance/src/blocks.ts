import { chunkAt, fieldOf, MEETING, ODDS, OPPONENT, RESULT, startOf } from './game-log.js';
import type { Opponents } from './opponents.js';
import type { Decay } from './weights.js';
import { addGame, addGameTo, addSum, addSums, SUMS, type WindowDraft } from './window.js';
import { zeros } from './zeros.js';

/**
 * By p7 and p8 a game fades with every opponent met since. One who is met again fades the games since the last one against
 * him: always the newest of all. So they are summed up by blocks, which fade as a whole but for the one in which that game
 * lies.
 */
export interface Blocks {
  /** The positions of the newest games against each opponent, in ascending order. */
  readonly recent: readonly number[];
  /** The first block. The games before it are older than all of those: they fade with new opponents alone. */
  readonly first: number;
  /** What the games of each block add to the window, SUMS numbers each. */
  readonly sums: readonly number[];
}

/** Blocks in the making, and the window that they are part of. */
export interface BlocksDraft {
  readonly window: WindowDraft;
  readonly first: number;
  readonly sums: number[];
}

const BLOCK_BITS = 4;
const BLOCK = 1 << BLOCK_BITS;
/** Later than any game. */
const NEVER = 2 ** 30;
const EMPTY: readonly number[] = zeros(SUMS);

export const NO_BLOCKS: Blocks = { recent: [], first: NEVER, sums: [] };

export function noBlocks(window: WindowDraft): BlocksDraft {
  return { window, first: NEVER, sums: [] };
}

/** Blocks to be filled with the games of a log. */
export function emptyBlocks(recent: readonly number[], window: WindowDraft, length: number): BlocksDraft {
  const first = firstBlock(recent, length);
  return { window, first, sums: zeros((blockOf(length + BLOCK - 1) - first) * SUMS) };
}

/**
 * Begins to change blocks.
 * @param length of the log: where the next game will stand
 */
export function draftOfBlocks({ recent, first, sums }: Blocks, window: WindowDraft, length: number): BlocksDraft {
  if (length % BLOCK !== 0) return { window, first, sums: sums.slice() };
  const needed = firstBlock(recent, length);
  return { window, first: needed, sums: sums.slice((needed - first) * SUMS).concat(EMPTY) };
}

function firstBlock(recent: readonly number[], length: number): number {
  return blockOf(recent.length > 0 ? recent[0]! : length);
}

function blockOf(position: number): number {
  return position >> BLOCK_BITS;
}

/** Adds a game at a position to the window and to its block. */
export function addGameAt(draft: BlocksDraft, position: number, odds: number, result: number, weight: number): void {
  const { window, first, sums } = draft;
  const block = blockOf(position) - first;
  addGame(window, odds, result, weight);
  if (block >= 0) addGameTo(sums, block * SUMS, window, odds, result, weight);
}

/** Adds `factor` times games that the one at a position stands for. */
export function addSumsAt(draft: BlocksDraft, position: number, added: readonly number[], factor: number): void {
  addSums(added, factor);
  addToBlock(draft, blockOf(position), added, factor);
}

function addToBlock({ first, sums }: BlocksDraft, block: number, added: readonly number[], factor: number): void {
  if (block < first) return;
  for (let sum = 0; sum < SUMS; sum++) sums[(block - first) * SUMS + sum]! += factor * added[sum]!;
}

/** Counts a game in the block of another position. */
export function moveGame(
  { window, first, sums }: BlocksDraft,
  from: number,
  to: number,
  odds: number,
  result: number,
  weight: number,
): void {
  const [was, is] = [blockOf(from), blockOf(to)];
  if (was === is) return;
  if (was >= first) addGameTo(sums, (was - first) * SUMS, window, odds, result, -weight);
  if (is >= first) addGameTo(sums, (is - first) * SUMS, window, odds, result, weight);
}

/** Counts `factor` times games in the block of another position. */
export function moveSums(draft: BlocksDraft, from: number, to: number, moved: readonly number[], factor: number): void {
  if (blockOf(from) === blockOf(to)) return;
  addToBlock(draft, blockOf(from), moved, -factor);
  addToBlock(draft, blockOf(to), moved, factor);
}

/** All blocks lose by a factor. The window does by itself, as it is finished. */
export function fadeAll({ sums }: BlocksDraft, fade: number): void {
  for (let sum = 0; sum < sums.length; sum++) sums[sum]! *= fade;
}

/**
 * The games since an opponent's newest one lose by the base of the decay.
 * @param rank of that one in `recent`
 */
export function fadeSince(
  draft: BlocksDraft,
  rank: number,
  opponents: Opponents,
  recent: readonly number[],
  decay: Decay,
): void {
  const { length } = opponents.log;
  const since = recent[rank]! + 1;
  if (since === length) return;
  let next = rank + 1;
  const start = since & -BLOCK;
  const end = Math.min(start + BLOCK, length);
  // Either the rest of the block fades too, or all of it does and what was before is added again.
  if (end - since <= since - start) {
    while (next < recent.length && recent[next]! < end) next++;
    fadeFrom(draft, blockOf(since) + 1, decay.base);
    addRange(draft, since, end, opponents, recent.length - next, decay.base - 1, decay);
  } else {
    fadeFrom(draft, blockOf(since), decay.base);
    addRange(draft, start, since, opponents, recent.length - next, 1 - decay.base, decay);
  }
}

/** The blocks from one on lose by a factor. */
function fadeFrom({ first, sums }: BlocksDraft, block: number, fade: number): void {
  for (let sum = 0; sum < SUMS; sum++) {
    let total = 0;
    for (let at = (block - first) * SUMS + sum; at < sums.length; at += SUMS) {
      total += sums[at]!;
      sums[at]! *= fade;
    }
    addSum(sum, total * (fade - 1));
  }
}

/**
 * Adds `factor` times the games from one position to before another.
 * @param later opponents whose newest game is after them
 */
function addRange(
  draft: BlocksDraft,
  from: number,
  to: number,
  { newest, settled, log }: Opponents,
  later: number,
  factor: number,
  { power, scale }: Decay,
): void {
  let since = later;
  for (let position = to - 1; position >= from; position--) {
    const games = chunkAt(log, position);
    const start = startOf(log, position);
    const index = games[start + OPPONENT]!;
    const meeting = games[start + MEETING]!;
    const n = fieldOf(log, newest[index]!, MEETING);
    const others = meeting === n ? since++ : since - 1;
    const weight = factor * power[n - meeting]! * scale[n]! * power[others]!;
    const old = settled[index];
    if (old && meeting <= old.meeting) {
      if (meeting === old.meeting) addSumsAt(draft, position, old.sums, weight);
    } else {
      addGameAt(draft, position, games[start + ODDS]!, games[start + RESULT]!, weight);
    }
  }
}

/** How many of the newest games stand before a position. */
export function rankOf(recent: readonly number[], position: number): number {
  let low = 0;
  let high = recent.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (recent[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The newest games after another one.
 * @param rank of the game that is the newest no more; how many there are, for none
 */
export function withNewest(recent: readonly number[], rank: number, position: number): readonly number[] {
  if (rank === recent.length) return recent.concat([position]);
  const after = recent.slice();
  const last = after.length - 1;
  for (let at = rank; at < last; at++) after[at] = after[at + 1]!;
  after[last] = position;
  return after;
}
