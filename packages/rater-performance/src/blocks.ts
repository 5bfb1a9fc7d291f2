import { addGamesTo, addSumsTo, NARROW, noSums, type View } from './local-polynomial.js';
import { chunkAt, FIELD, fieldOf, type Opponents, startOf } from './opponents.js';
import type { Decay } from './weights.js';
import { zeros } from './zeros.js';

/**
 * The games' part of the polynomial under p7 and p8, in blocks. Most blocks fade as a whole. See "Weighing games anew" in the
 * README.
 */
export interface Blocks {
  /** The first block. The games before it fade together, because each opponent's newest game comes after them. */
  readonly first: number;
  /** Rows of SUMS numbers that games add to the polynomial. The first row has the draws and the games before the first block; each block has a row. */
  readonly sums: readonly number[];
  /** By row, a bit for each game of the block. It is set if the game is the newest against its opponent. */
  readonly marks: readonly number[];
}

/** Blocks that are being changed. */
export interface BlocksDraft {
  readonly view: View;
  readonly first: number;
  readonly sums: number[];
  readonly marks: number[];
  /** Games to add to the sums, WAITS numbers each, as `addGamesTo` takes them. Adding many at once is faster. */
  readonly waiting: number[];
  /** How many of these numbers are set. */
  filled: number;
}

/** The place of the fictitious draws: they fade with the oldest games. */
export const BEFORE_ALL = -1;

const { sums: SUMS } = NARROW;
const { BEFORE, MEETING, ODDS, OPPONENT, RESULT } = FIELD;
const BLOCK_BITS = 5;
export const BLOCK = 1 << BLOCK_BITS;
/** The bits of a position that are its place within its block. */
const IN_BLOCK = BLOCK - 1;
/** Later than any game. */
const NEVER = 2 ** 30;

const MAX_WAITING = 24;
const WAITS = 4;
const NONE_WAITING: readonly number[] = zeros(MAX_WAITING * WAITS);

export const NO_BLOCKS: Blocks = { first: NEVER, sums: [], marks: [] };

/** No blocks: all games are in the first row. */
export function noBlocks(view: View): BlocksDraft {
  return begun(view, NEVER, [], []);
}

function begun(view: View, first: number, sums: number[], marks: number[]): BlocksDraft {
  return { view, first, sums, marks, waiting: NONE_WAITING.slice(), filled: 0 };
}

/**
 * Blocks to be filled with the games of a log.
 * @param newest the positions of the newest games against each opponent
 */
export function emptyBlocks(newest: readonly number[], view: View, length: number): BlocksDraft {
  const first = blockOf(newest.reduce((oldest, position) => Math.min(oldest, position), length));
  const rows = blockOf(length + BLOCK - 1) - first + 1;
  const marks = Array.from({ length: rows }, () => 0);
  const draft = begun(view, first, zeros(rows * SUMS), marks);
  for (const position of newest) draft.marks[blockRow(draft, position)]! |= bitOf(position);
  return draft;
}

/**
 * Begins to change blocks.
 * @param length of the log: the position of the next game
 */
export function draftOfBlocks({ first, sums, marks }: Blocks, view: View, length: number): BlocksDraft {
  if (length % BLOCK !== 0) return begun(view, first, sums.slice(), marks.slice());
  // Begins a new block. Blocks without any opponent's newest game join the games before them.
  let past = 0;
  while (past + 1 < marks.length && marks[past + 1] === 0) past++;
  const rows = sums.slice(past * SUMS).concat(noSums(view));
  for (let row = 0; row < past; row++) {
    for (let sum = 0; sum < SUMS; sum++) rows[sum]! += sums[row * SUMS + sum]!;
  }
  return begun(view, first + past, rows, marks.slice(past).concat([0]));
}

/** Finishes a draft. */
export function blocksOf(draft: BlocksDraft): Blocks {
  return { first: draft.first, sums: sumsOf(draft), marks: draft.marks };
}

function blockOf(position: number): number {
  return position >> BLOCK_BITS;
}

function blockRow({ first }: BlocksDraft, position: number): number {
  return Math.max(0, blockOf(position) - first + 1);
}

/** Adds the game at a position to its row. The sums have it once `sumsOf` is called. */
export function addGameAt(draft: BlocksDraft, position: number, odds: number, result: number, weight: number): void {
  addGameTo(draft, blockRow(draft, position), odds, result, weight);
}

function addGameTo(draft: BlocksDraft, row: number, odds: number, result: number, weight: number): void {
  if (draft.filled === MAX_WAITING * WAITS) sumsOf(draft);
  const { waiting, filled } = draft;
  waiting[filled] = row * SUMS;
  waiting[filled + 1] = odds;
  waiting[filled + 2] = result;
  waiting[filled + 3] = weight;
  draft.filled = filled + WAITS;
}

/** The rows, with all games that were added. */
export function sumsOf(draft: BlocksDraft): number[] {
  addGamesTo(draft.sums, draft.view, draft.waiting, draft.filled);
  draft.filled = 0;
  return draft.sums;
}

/** Adds `factor` times the games that the game at a position stands for. */
export function addSumsAt(draft: BlocksDraft, position: number, added: readonly number[], factor: number): void {
  addSumsTo(draft.sums, blockRow(draft, position) * SUMS, added, factor);
}

/** Counts a game in the row of another position. */
export function moveGame(
  draft: BlocksDraft,
  from: number,
  to: number,
  odds: number,
  result: number,
  weight: number,
): void {
  if (blockRow(draft, from) === blockRow(draft, to)) return;
  addGameAt(draft, from, odds, result, -weight);
  addGameAt(draft, to, odds, result, weight);
}

/** Counts `factor` times games in the row of another position. */
export function moveSums(draft: BlocksDraft, from: number, to: number, moved: readonly number[], factor: number): void {
  if (blockRow(draft, from) === blockRow(draft, to)) return;
  addSumsAt(draft, from, moved, -factor);
  addSumsAt(draft, to, moved, factor);
}

/** Multiplies the rows from one on by a factor. */
export function fadeFrom(draft: BlocksDraft, row: number, fade: number): void {
  const sums = sumsOf(draft);
  for (let sum = row * SUMS; sum < sums.length; sum++) sums[sum]! *= fade;
}

/**
 * Weighs games anew when an opponent is met again. The games after the last one against them fade by the base of the decay. Older games do
 * not: the opponent already counts among those who were met since. The games against the opponent all lose by the same factor.
 */
export function meetAgain(draft: BlocksDraft, index: number, n: number, opponents: Opponents, decay: Decay): void {
  const weighed: Weighed = { draft, later: marksAfter(draft), opponents, decay };
  fadeAfter(weighed, opponents.newest[index]!);
  addGamesAgainst(weighed, index, n, decay.base * decay.scale[n + 1]! - decay.scale[n]!);
}

/** Games that are being weighed anew. */
interface Weighed {
  readonly draft: BlocksDraft;
  /** By row, how many marked games stand in those after it. */
  readonly later: readonly number[];
  readonly opponents: Opponents;
  readonly decay: Decay;
}

/** By row, how many marked games stand in those after it. */
function marksAfter({ marks }: BlocksDraft): readonly number[] {
  const later = marks.slice();
  let count = 0;
  for (let row = marks.length - 1; row >= 0; row--) {
    later[row] = count;
    count += ones(marks[row]!);
  }
  return later;
}

/** The games after a marked one fade by the base of the decay. */
function fadeAfter(weighed: Weighed, marked: number): void {
  const { draft, opponents, decay } = weighed;
  const { length } = opponents.log;
  const since = marked + 1;
  if (since === length) return;
  const start = since & -BLOCK;
  const end = Math.min(start + BLOCK, length);
  // Fades the rest of the block; or fades all of it, and adds back what came before.
  if (end - since <= since - start) {
    fadeFrom(draft, blockRow(draft, since) + 1, decay.base);
    addRange(weighed, since, end, decay.base - 1);
  } else {
    fadeFrom(draft, blockRow(draft, since), decay.base);
    addRange(weighed, start, since, 1 - decay.base);
  }
}

/** Adds `factor` times the games from one position up to another, which is not included. All are in one block. */
function addRange({ draft, later, opponents, decay }: Weighed, from: number, to: number, factor: number): void {
  const { newest, settled, log } = opponents;
  const { power, scale } = decay;
  const row = blockRow(draft, from);
  const marked = draft.marks[row]!;
  let after = later[row]! + ones(marked & bitsAfter(to - 1));
  for (let position = to - 1; position >= from; position--) {
    const games = chunkAt(log, position);
    const start = startOf(position);
    const index = games[start + OPPONENT]!;
    const meeting = games[start + MEETING]!;
    // Without a branch on whether a game is the newest, because processors cannot predict it.
    const isNewest = (marked >>> (position & IN_BLOCK)) & 1;
    const n = fieldOf(log, newest[index]!, MEETING);
    const weight = factor * power[n - meeting]! * scale[n]! * power[after - 1 + isNewest]!;
    after += isNewest;
    const old = settled[index];
    if (old && meeting <= old.meeting) {
      if (meeting === old.meeting) addSumsTo(draft.sums, row * SUMS, old.sums, weight);
    } else {
      addGameTo(draft, row, games[start + ODDS]!, games[start + RESULT]!, weight);
    }
  }
}

/** Adds `gain` times all n games against an opponent, each with the weight that it has faded to. */
function addGamesAgainst({ draft, later, opponents, decay }: Weighed, index: number, n: number, gain: number): void {
  const { log, newest, settled } = opponents;
  const { power } = decay;
  const { marks } = draft;
  const old = settled[index];
  const unsettled = old ? n - old.meeting : n;
  let at = newest[index]!;
  let own = 0;
  for (let faded = 0; faded < unsettled; faded++) {
    const row = blockRow(draft, at);
    const others = later[row]! + ones(marks[row]! & bitsAfter(at)) - own;
    own = 1;
    const games = chunkAt(log, at);
    const start = startOf(at);
    addGameTo(draft, row, games[start + ODDS]!, games[start + RESULT]!, gain * power[faded]! * power[others]!);
    at = games[start + BEFORE]!;
  }
  if (!old) return;
  const row = blockRow(draft, at);
  const others = later[row]! + ones(marks[row]! & bitsAfter(at)) - 1;
  addSumsTo(draft.sums, row * SUMS, old.sums, gain * power[unsettled]! * power[others]!);
}

/** Marks the newest game of all, and removes the mark at a position; -1 for none. */
export function markNewest({ marks, first }: BlocksDraft, position: number, unmarked: number): void {
  if (unmarked >= 0) marks[blockOf(unmarked) - first + 1]! &= ~bitOf(unmarked);
  marks[marks.length - 1]! |= bitOf(position);
}

/** How many marked games stand after a position. */
export function markedAfter(draft: BlocksDraft, position: number): number {
  const row = blockRow(draft, position);
  return marksAfter(draft)[row]! + ones(draft.marks[row]! & bitsAfter(position));
}

/** The position of the first marked game at or after another. There is one. */
export function firstMarkedFrom(draft: BlocksDraft, position: number): number {
  const { first, marks } = draft;
  let row = blockRow(draft, position);
  let bits = marks[row]! & (-1 << (position & IN_BLOCK));
  while (bits === 0) bits = marks[++row]!;
  return (first + row - 1) * BLOCK + (31 - Math.clz32(bits & -bits));
}

function bitOf(position: number): number {
  return 1 << (position & IN_BLOCK);
}

/** The bits of all games after one in its block. */
function bitsAfter(position: number): number {
  return -2 << (position & IN_BLOCK);
}

/** The number of bits that are set. */
function ones(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  const eights = (fours + (fours >>> 4)) & 0x0f0f0f0f;
  return Math.imul(eights, 0x01010101) >>> 24;
}
