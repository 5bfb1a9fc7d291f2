import { BEFORE, chunkAt, fieldOf, MEETING, ODDS, OPPONENT, RESULT, startOf } from './game-log.js';
import { NARROW } from './nodes.js';
import type { Opponents } from './opponents.js';
import type { Decay } from './weights.js';
import { addNarrow, addSumsTo, noSums, oddsFrom, type View } from './window.js';
import { zeros } from './zeros.js';

/**
 * By p7 and p8 a game fades with every opponent met since. One who is met again fades the games since the last one against
 * him: always the newest of all. So they are summed up by blocks, which fade as a whole but for the one in which that game
 * lies. What all rows of sums come to is the window.
 */
export interface Blocks {
  /** The first block. The games before it are older than the newest ones against every opponent: they fade as one. */
  readonly first: number;
  /** What games add to the window, a row of SUMS numbers each: those before the first block and the draws, then every block. */
  readonly sums: readonly number[];
  /** By row, a bit for each game of the block, set where it is the newest against its opponent. */
  readonly marks: readonly number[];
}

/** Blocks in the making, as they are seen from a window. */
export interface BlocksDraft {
  readonly view: View;
  readonly first: number;
  readonly sums: number[];
  readonly marks: number[];
}

/** Where the fictitious draws stand, which fade as the oldest games do. */
export const BEFORE_ALL = -1;

const { sums: SUMS } = NARROW;
const BLOCK_BITS = 5;
export const BLOCK = 1 << BLOCK_BITS;
/** Later than any game. */
const NEVER = 2 ** 30;

const MOST_WAITING = 64;
/** Games that wait to be added to the sums of the draft in hand, from AT on. */
const AT = new Int32Array(MOST_WAITING);
const ODDS_SEEN = new Float64Array(MOST_WAITING);
const RESULTS = new Float64Array(MOST_WAITING);
const WEIGHTS = new Float64Array(MOST_WAITING);
let waiting = 0;

export const NO_BLOCKS: Blocks = { first: NEVER, sums: [], marks: [] };

/** No blocks: all games are in the first row. */
export function noBlocks(view: View): BlocksDraft {
  return begun(view, NEVER, [], []);
}

/** A draft, for which no game waits: one that was given up, as by an error, may have left some. */
function begun(view: View, first: number, sums: number[], marks: number[]): BlocksDraft {
  waiting = 0;
  return { view, first, sums, marks };
}

/**
 * Blocks to be filled with the games of a log.
 * @param newest the positions of the newest games against each opponent
 */
export function emptyBlocks(newest: readonly number[], view: View, length: number): BlocksDraft {
  const first = blockOf(newest.reduce((oldest, position) => Math.min(oldest, position), length));
  const rows = blockOf(length + BLOCK - 1) - first + 1;
  const draft = begun(view, first, zeros(rows * SUMS), noMarks(rows));
  for (const position of newest) draft.marks[rowOf(draft, position)]! |= bitOf(position);
  return draft;
}

function noMarks(rows: number): number[] {
  return Array.from({ length: rows }, () => 0);
}

/**
 * Begins to change blocks.
 * @param length of the log: where the next game will stand
 */
export function draftOfBlocks({ first, sums, marks }: Blocks, view: View, length: number): BlocksDraft {
  if (length % BLOCK !== 0) return begun(view, first, sums.slice(), marks.slice());
  // A new block; and those that no opponent's newest game stands in any more join the games before them.
  let past = 0;
  while (past + 1 < marks.length && marks[past + 1] === 0) past++;
  const rows = sums.slice(past * SUMS).concat(noSums(view));
  for (let row = 0; row < past; row++) {
    for (let sum = 0; sum < SUMS; sum++) rows[sum]! += sums[row * SUMS + sum]!;
  }
  return begun(view, first + past, rows, marks.slice(past).concat([0]));
}

/** The blocks that a draft has become. */
export function blocksOf(draft: BlocksDraft): Blocks {
  return { first: draft.first, sums: sumsOf(draft), marks: draft.marks };
}

function blockOf(position: number): number {
  return position >> BLOCK_BITS;
}

function rowOf({ first }: BlocksDraft, position: number): number {
  return Math.max(0, blockOf(position) - first + 1);
}

/** Adds a game at a position to its row, at the latest when `sumsOf` is called. One draft is in hand at a time. */
export function addGameAt(draft: BlocksDraft, position: number, odds: number, result: number, weight: number): void {
  if (waiting === MOST_WAITING) addWaiting(draft);
  AT[waiting] = rowOf(draft, position) * SUMS;
  ODDS_SEEN[waiting] = oddsFrom(draft.view, odds);
  RESULTS[waiting] = result;
  WEIGHTS[waiting] = weight;
  waiting++;
}

/** Adds them all: a loop takes less than a call for each. */
function addWaiting({ sums }: BlocksDraft): void {
  const games = waiting;
  for (let game = 0; game < games; game++) {
    addNarrow(sums, AT[game]!, ODDS_SEEN[game]!, RESULTS[game]!, WEIGHTS[game]!);
  }
  waiting = 0;
}

/** The rows, with all games that were added. */
export function sumsOf(draft: BlocksDraft): number[] {
  addWaiting(draft);
  return draft.sums;
}

/** Adds `factor` times games that the one at a position stands for. */
export function addSumsAt(draft: BlocksDraft, position: number, added: readonly number[], factor: number): void {
  addSumsTo(draft.sums, rowOf(draft, position) * SUMS, added, factor);
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
  if (rowOf(draft, from) === rowOf(draft, to)) return;
  addGameAt(draft, from, odds, result, -weight);
  addGameAt(draft, to, odds, result, weight);
}

/** Counts `factor` times games in the row of another position. */
export function moveSums(draft: BlocksDraft, from: number, to: number, moved: readonly number[], factor: number): void {
  if (rowOf(draft, from) === rowOf(draft, to)) return;
  addSumsAt(draft, from, moved, -factor);
  addSumsAt(draft, to, moved, factor);
}

/** The rows from one on lose by a factor. */
export function fadeFrom(draft: BlocksDraft, row: number, fade: number): void {
  const sums = sumsOf(draft);
  for (let sum = row * SUMS; sum < sums.length; sum++) sums[sum]! *= fade;
}

/** The games after a marked one lose by the base of the decay. */
export function fadeAfter(draft: BlocksDraft, marked: number, opponents: Opponents, decay: Decay): void {
  const { length } = opponents.log;
  const since = marked + 1;
  if (since === length) return;
  const start = since & -BLOCK;
  const end = Math.min(start + BLOCK, length);
  // Either the rest of the block fades too, or all of it does and what was before is added again.
  if (end - since <= since - start) {
    fadeFrom(draft, rowOf(draft, since) + 1, decay.base);
    addRange(draft, since, end, opponents, decay.base - 1, decay);
  } else {
    fadeFrom(draft, rowOf(draft, since), decay.base);
    addRange(draft, start, since, opponents, 1 - decay.base, decay);
  }
}

/** Adds `factor` times the games from one position to before another, of one block. */
function addRange(
  draft: BlocksDraft,
  from: number,
  to: number,
  { newest, settled, log }: Opponents,
  factor: number,
  { power, scale }: Decay,
): void {
  const marked = draft.marks[rowOf(draft, from)]!;
  let after = markedAfter(draft, to - 1);
  for (let position = to - 1; position >= from; position--) {
    const games = chunkAt(log, position);
    const start = startOf(log, position);
    const index = games[start + OPPONENT]!;
    const meeting = games[start + MEETING]!;
    const isNewest = (marked & bitOf(position)) !== 0;
    const n = isNewest ? meeting : fieldOf(log, newest[index]!, MEETING);
    const others = isNewest ? after++ : after - 1;
    const weight = factor * power[n - meeting]! * scale[n]! * power[others]!;
    const old = settled[index];
    if (old && meeting <= old.meeting) {
      if (meeting === old.meeting) addSumsAt(draft, position, old.sums, weight);
    } else {
      addGameAt(draft, position, games[start + ODDS]!, games[start + RESULT]!, weight);
    }
  }
}

/** Adds `gain` times all n games against an opponent, each by what it has faded to. */
export function addGamesAgainst(
  draft: BlocksDraft,
  index: number,
  n: number,
  { log, newest, settled }: Opponents,
  gain: number,
  { power }: Decay,
): void {
  const { marks } = draft;
  const old = settled[index];
  const unsettled = old ? n - old.meeting : n;
  let at = newest[index]!;
  let row = marks.length - 1;
  let later = 0;
  for (let faded = 0; faded < unsettled; faded++) {
    for (const its = rowOf(draft, at); row > its; row--) later += ones(marks[row]!);
    const after = later + ones(marks[row]! & (-2 * bitOf(at)));
    const weight = gain * power[faded]! * power[faded === 0 ? after : after - 1]!;
    const games = chunkAt(log, at);
    const start = startOf(log, at);
    addGameAt(draft, at, games[start + ODDS]!, games[start + RESULT]!, weight);
    at = games[start + BEFORE]!;
  }
  if (old) addSumsAt(draft, at, old.sums, gain * power[unsettled]! * power[markedAfter(draft, at) - 1]!);
}

/** Marks the newest game of all, and the one at a position no more; -1 for none. */
export function markNewest({ marks, first }: BlocksDraft, position: number, unmarked: number): void {
  if (unmarked >= 0) marks[blockOf(unmarked) - first + 1]! &= ~bitOf(unmarked);
  marks[marks.length - 1]! |= bitOf(position);
}

/** How many marked games stand after a position. */
export function markedAfter(draft: BlocksDraft, position: number): number {
  const { marks } = draft;
  const row = rowOf(draft, position);
  let count = ones(marks[row]! & (-2 * bitOf(position)));
  for (let later = row + 1; later < marks.length; later++) count += ones(marks[later]!);
  return count;
}

/** The position of the first marked game at or after another. There is one. */
export function firstMarkedFrom(draft: BlocksDraft, position: number): number {
  const { first, marks } = draft;
  let row = rowOf(draft, position);
  let bits = marks[row]! & -bitOf(position);
  while (bits === 0) bits = marks[++row]!;
  return (first + row - 1) * BLOCK + (31 - Math.clz32(bits & -bits));
}

function bitOf(position: number): number {
  return 1 << (position & (BLOCK - 1));
}

/** How many bits are set. */
function ones(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  const eights = (fours + (fours >>> 4)) & 0x0f0f0f0f;
  return Math.imul(eights, 0x01010101) >>> 24;
}
