import { zeros } from './zeros.js';

/**
 * Games in the order of play. What is in it never changes: one more game copies the newest games that don't fill a chunk,
 * not the history. Numbers in plain arrays: they take 8 bytes each, are copied in no time while they are few, and survive
 * JSON.
 */
export interface GameLog {
  /** How many games there are. */
  readonly length: number;
  /** Numbers a game. */
  readonly fields: number;
  /** Games by the chunk, oldest first, as far as SHELF chunks have come together. */
  readonly chunks: readonly Chunk[];
  /** The chunks after them, and room for more. */
  readonly shelf: readonly Chunk[];
  /** The games after them; 0 if there is none yet. */
  readonly tail: readonly number[];
}

type Chunk = readonly number[];

/**
 * The numbers of a game, by their places. Where every nanosecond counts they are taken from here as constants of
 * the file, for V8 looks up what is imported each time.
 */
export const FIELD = {
  /** The opponent's index. */
  OPPONENT: 0,
  /** The position in the log of the game against them before, -1 for none. */
  BEFORE: 1,
  /** How many games against them it makes. */
  MEETING: 2,
  /** 10^(r/400) of their rating. */
  ODDS: 3,
  /** 1 won, 0.5 drawn, 0 lost. */
  RESULT: 4,
  /** How many games it makes, those included that the log is rid of. Only in logs WITH_PLACES. */
  PLACE: 5,
} as const;
export const { OPPONENT, BEFORE, MEETING, ODDS, RESULT, PLACE } = FIELD;

export const WITH_PLACES = 6;
export const WITHOUT_PLACES = 5;

const CHUNK_BITS = 3;
const CHUNK = 1 << CHUNK_BITS;

/** Chunks that join the older ones at once: those are many, and copied each time. */
const SHELF = 8;

const NO_CHUNK: Chunk = [];
const EMPTY_SHELF: readonly Chunk[] = Array.from({ length: SHELF }, () => NO_CHUNK);
/** Tails without games, by fields. */
const EMPTY = [WITHOUT_PLACES, WITH_PLACES].map((fields): readonly number[] => zeros(CHUNK * fields).slice());

/**
 * A log without games.
 * @param fields numbers a game
 */
export function emptyLog(fields: number): GameLog {
  return { length: 0, fields, chunks: [], shelf: EMPTY_SHELF, tail: EMPTY[fields - WITHOUT_PLACES]! };
}

/** The array that the game at a position stands in. */
export function chunkAt({ length, chunks, shelf, tail }: GameLog, position: number): readonly number[] {
  const chunk = position >> CHUNK_BITS;
  if (chunk < chunks.length) return chunks[chunk]!;
  return chunk < length >> CHUNK_BITS ? shelf[chunk & (SHELF - 1)]! : tail;
}

/** Its beginning in its array. */
export function startOf({ fields }: GameLog, position: number): number {
  return (position & (CHUNK - 1)) * fields;
}

export function fieldOf(log: GameLog, position: number, field: number): number {
  return chunkAt(log, position)[startOf(log, position) + field]!;
}

/** A log to which games may be added until it is handed out. */
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
