import { zeros } from './zeros.js';

/**
 * Games in the order of play. Its contents never change. One more game copies only the newest games, which do not fill a chunk yet. The
 * numbers are in plain arrays: each takes 8 bytes, a few of them are copied quickly, and they survive JSON.
 */
export interface GameLog {
  /** How many games there are. */
  readonly length: number;
  /** How many numbers each game has. */
  readonly fields: number;
  /** Games in groups of SHELF chunks, oldest first. */
  readonly chunks: readonly Chunk[];
  /** The chunks after them, and room for more. */
  readonly shelf: readonly Chunk[];
  /** The games after those; 0 if there are none yet. */
  readonly tail: readonly number[];
}

type Chunk = readonly number[];

/**
 * The numbers of a game, by their places. Hot loops copy them into constants of their own file, because V8 looks up imports on
 * each use.
 */
export const FIELD = {
  /** The opponent's index. */
  OPPONENT: 0,
  /** The position in the log of the previous game against them; -1 for none. */
  BEFORE: 1,
  /** How many games there are against them, this one included. */
  MEETING: 2,
  /** 10^(r/400) of their rating. */
  ODDS: 3,
  /** 1 won, 0.5 drawn, 0 lost. */
  RESULT: 4,
  /** How many games there are, this one and those that the log no longer has included. Only in logs WITH_PLACES. */
  PLACE: 5,
} as const;
export const { OPPONENT, BEFORE, MEETING, ODDS, RESULT, PLACE } = FIELD;

export const WITH_PLACES = 6;
export const WITHOUT_PLACES = 5;

const CHUNK_BITS = 3;
const CHUNK = 1 << CHUNK_BITS;

/** How many chunks join the older ones at once. There are many older ones, and each time copies them all. */
const SHELF = 8;

const NO_CHUNK: Chunk = [];
const EMPTY_SHELF: readonly Chunk[] = Array.from({ length: SHELF }, () => NO_CHUNK);
/** Tails without games, by fields. */
const EMPTY = [WITHOUT_PLACES, WITH_PLACES].map((fields): readonly number[] => zeros(CHUNK * fields).slice());

/**
 * A log without games.
 * @param fields how many numbers each game has
 */
export function emptyLog(fields: number): GameLog {
  return { length: 0, fields, chunks: [], shelf: EMPTY_SHELF, tail: EMPTY[fields - WITHOUT_PLACES]! };
}

/** The array that contains the game at a position. */
export function chunkAt({ length, chunks, shelf, tail }: GameLog, position: number): readonly number[] {
  const chunk = position >> CHUNK_BITS;
  if (chunk < chunks.length) return chunks[chunk]!;
  return chunk < length >> CHUNK_BITS ? shelf[chunk & (SHELF - 1)]! : tail;
}

/** Where the game at a position begins in its array. */
export function startOf({ fields }: GameLog, position: number): number {
  return (position & (CHUNK - 1)) * fields;
}

export function fieldOf(log: GameLog, position: number, field: number): number {
  return chunkAt(log, position)[startOf(log, position) + field]!;
}

/** A log that takes more games until it is handed out. */
export interface LogDraft {
  length: number;
  readonly fields: number;
  chunks: readonly Chunk[];
  shelf: readonly Chunk[];
  tail: Chunk;
}

export function draftOf({ length, fields, chunks, shelf, tail }: GameLog): LogDraft {
  return { length, fields, chunks, shelf, tail: length % CHUNK === 0 ? tail : tail.slice() };
}

/** Adds a newer game. */
export function append(
  draft: LogDraft,
  opponent: number,
  before: number,
  meeting: number,
  odds: number,
  result: number,
  place: number,
): void {
  const { fields } = draft;
  const start = startOf(draft, draft.length++);
  const tail = (start === 0 ? draft.tail.slice() : draft.tail) as number[];
  tail[start + OPPONENT] = opponent;
  tail[start + BEFORE] = before;
  tail[start + MEETING] = meeting;
  tail[start + ODDS] = odds;
  tail[start + RESULT] = result;
  if (fields > PLACE) tail[start + PLACE] = place;
  const isFull = start + fields === tail.length;
  if (isFull) addChunk(draft, tail);
  draft.tail = isFull ? EMPTY[fields - WITHOUT_PLACES]! : tail;
}

function addChunk(draft: LogDraft, chunk: Chunk): void {
  const shelf = draft.shelf.slice();
  const place = ((draft.length >> CHUNK_BITS) - 1) & (SHELF - 1);
  shelf[place] = chunk;
  const isFull = place === SHELF - 1;
  if (isFull) draft.chunks = draft.chunks.concat(shelf);
  draft.shelf = isFull ? EMPTY_SHELF : shelf;
}
