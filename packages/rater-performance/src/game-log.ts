/**
 * Games in the order of play, in chunks: one more game copies some chunks, not the history. Numbers in plain arrays: they
 * take 8 bytes each, are copied in no time while they are few, and survive JSON.
 */
export interface GameLog {
  /** How many games there are. */
  readonly length: number;
  /** Oldest first; what the last one has no game for is 0. FIELDS numbers a game. */
  readonly games: readonly (readonly number[])[];
  /** What each game weighs, in the same chunks; 0 for one that is not needed any more. */
  readonly weights: readonly (readonly number[])[];
}

/** What is known of a game, by its place in the array. */
export const FIELDS = 5;
/** The opponent's index. */
export const OPPONENT = 0;
/** The position in the log of the game against him before, -1 for none. */
export const BEFORE = 1;
/** How many games against him it makes. */
export const MEETING = 2;
/** 10^(r/400) of his rating. */
export const ODDS = 3;
/** 1 won, 0.5 drawn, 0 lost. */
export const RESULT = 4;

const CHUNK_BITS = 4;
const CHUNK = 1 << CHUNK_BITS;
/** Chunks without games. They have been arrays of fractions, so that V8 keeps numbers, not objects, in copies of them. */
const NO_CHUNK_GAMES: readonly number[] = new Array<number>(CHUNK * FIELDS).fill(0.5).fill(0);
const NO_CHUNK_WEIGHTS: readonly number[] = new Array<number>(CHUNK).fill(0.5).fill(0);

export const NO_GAMES: GameLog = { length: 0, games: [], weights: [] };

/** The chunk of the game at a position. */
export function chunkOf(position: number): number {
  return position >> CHUNK_BITS;
}

/** Its place in the chunk's weights; times FIELDS, where it begins among the chunk's games. */
export function slotOf(position: number): number {
  return position & (CHUNK - 1);
}

export function fieldOf({ games }: GameLog, position: number, field: number): number {
  return games[chunkOf(position)]![slotOf(position) * FIELDS + field]!;
}

export function weightAt({ weights }: GameLog, position: number): number {
  return weights[chunkOf(position)]![slotOf(position)]!;
}

/** A log whose weights may be changed until it is handed out. Chunks are copied before they change. */
export interface LogDraft {
  length: number;
  games: readonly (readonly number[])[];
  readonly weights: (readonly number[])[];
  readonly before: GameLog;
}

export function draftOf(log: GameLog): LogDraft {
  return { length: log.length, games: log.games, weights: log.weights.slice(), before: log };
}

/** The log that a draft has become. */
export function logOf({ length, games, weights }: LogDraft): GameLog {
  return { length, games, weights };
}

/** The weights of a chunk, to be changed. */
export function changing({ weights, before }: LogDraft, chunk: number): number[] {
  if (weights[chunk] === (before.weights[chunk] ?? NO_CHUNK_WEIGHTS)) weights[chunk] = weights[chunk]!.slice();
  return weights[chunk] as number[];
}

/** Adds a newer game. */
export function append(
  draft: LogDraft,
  opponent: number,
  before: number,
  meeting: number,
  odds: number,
  result: number,
  weight: number,
): void {
  const chunk = chunkOf(draft.length);
  const slot = slotOf(draft.length);
  const games = (slot === 0 ? NO_CHUNK_GAMES : draft.games[chunk]!).slice();
  const from = slot * FIELDS;
  games[from + OPPONENT] = opponent;
  games[from + BEFORE] = before;
  games[from + MEETING] = meeting;
  games[from + ODDS] = odds;
  games[from + RESULT] = result;
  if (slot === 0) {
    // concat of arrays leaves no room for more, as push does: states are many.
    draft.games = draft.games.concat([games]);
    draft.weights.push(NO_CHUNK_WEIGHTS);
  } else {
    const chunks = draft.games.slice();
    chunks[chunk] = games;
    draft.games = chunks;
  }
  changing(draft, chunk)[slot] = weight;
  draft.length++;
}
