/**
 * Games in the order of play, in chunks: one more game copies some chunks, not the history. Numbers in plain arrays: they
 * take 8 bytes each, are copied in no time while they are few, and survive JSON.
 */
export interface GameLog {
  /** Oldest first; all but the last one are full. FIELDS numbers a game. */
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
/** His rating. */
export const RATING = 3;
/** 1 won, 0.5 drawn, 0 lost. */
export const RESULT = 4;

const CHUNK_BITS = 5;
const CHUNK = 1 << CHUNK_BITS;

export const NO_GAMES: GameLog = { games: [], weights: [] };

export function lengthOf({ weights }: GameLog): number {
  return weights.length === 0 ? 0 : (weights.length - 1) * CHUNK + weights[weights.length - 1]!.length;
}

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
  games: readonly (readonly number[])[];
  readonly weights: (readonly number[])[];
  readonly before: GameLog;
}

export function draftOf(log: GameLog): LogDraft {
  return { games: log.games, weights: log.weights.slice(), before: log };
}

/** The weights of a chunk, to be changed. */
export function changing({ weights, before }: LogDraft, chunk: number): number[] {
  if (weights[chunk] === before.weights[chunk]) weights[chunk] = weights[chunk]!.slice();
  return weights[chunk] as number[];
}

/**
 * Adds a newer game.
 * @param game FIELDS numbers
 */
export function append(draft: LogDraft, game: readonly number[], weight: number): void {
  const { games, weights } = draft;
  const last = weights.length - 1;
  // concat of arrays leaves no room for more, as push does: states are many.
  if (last < 0 || weights[last]!.length === CHUNK) {
    draft.games = games.concat([game]);
    weights.push([weight]);
    return;
  }
  const longer = games.slice();
  longer[last] = games[last]!.concat(game);
  draft.games = longer;
  weights[last] = weights[last]!.concat([weight]);
}
