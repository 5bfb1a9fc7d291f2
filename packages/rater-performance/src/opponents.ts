import type { PlayerId } from '@openladder/rating';
import type { Grid } from './grid.js';
import type { Place } from './weights.js';
import { zeros } from './zeros.js';

/**
 * Games in the order of play. Its contents never change. One more game copies only the newest games, which do not fill a chunk yet. The
 * numbers are in plain arrays: each takes 8 bytes, a few of them are copied quickly, and they survive JSON.
 */
export interface GameLog {
  /** How many games there are. */
  readonly length: number;
  /** Games in groups of CHUNK, oldest first. */
  readonly chunks: readonly Chunk[];
  /** The chunks after those: fewer than SHELF, because there may be many before, and each chunk that joins them copies their list. */
  readonly shelf: readonly Chunk[];
  /** The games after those; 0 if there are none yet. */
  readonly tail: Chunk;
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
  /** How many games there are, this one and those that the log no longer has included. */
  PLACE: 5,
} as const;
export const { OPPONENT, BEFORE, MEETING, ODDS, RESULT, PLACE } = FIELD;

const FIELDS = 6;
const CHUNK_BITS = 3;
const CHUNK = 1 << CHUNK_BITS;
const SHELF = 8;
const EMPTY: Chunk = zeros(CHUNK * FIELDS);

export const NO_GAMES: GameLog = { length: 0, chunks: [], shelf: [], tail: EMPTY };

/** The array that contains the game at a position. */
export function chunkAt({ chunks, shelf, tail }: GameLog, position: number): Chunk {
  const chunk = position >> CHUNK_BITS;
  if (chunk < chunks.length) return chunks[chunk]!;
  const place = chunk - chunks.length;
  return place < shelf.length ? shelf[place]! : tail;
}

/** Where the game at a position begins in its array. */
export function startOf(position: number): number {
  return (position & (CHUNK - 1)) * FIELDS;
}

export function fieldOf(log: GameLog, position: number, field: number): number {
  return chunkAt(log, position)[startOf(position) + field]!;
}

/** A game as the log has it; see FIELD. */
interface LoggedGame {
  readonly opponent: number;
  readonly before: number;
  readonly meeting: number;
  readonly odds: number;
  readonly result: number;
  readonly place: number;
}

/** The log with a newer game. */
export function withLogged(
  { length, chunks, shelf, tail }: GameLog,
  { opponent, before, meeting, odds, result, place }: LoggedGame,
): GameLog {
  const start = startOf(length);
  const games = tail.slice();
  games[start + OPPONENT] = opponent;
  games[start + BEFORE] = before;
  games[start + MEETING] = meeting;
  games[start + ODDS] = odds;
  games[start + RESULT] = result;
  games[start + PLACE] = place;
  if (start + FIELDS < games.length) return { length: length + 1, chunks, shelf, tail: games };
  const full = [...shelf, games];
  if (full.length < SHELF) return { length: length + 1, chunks, shelf: full, tail: EMPTY };
  return { length: length + 1, chunks: chunks.concat(full), shelf: [], tail: EMPTY };
}

/** The games by opponent. They are columns of numbers, because most opponents are met seldom and an object for each would take too much memory. */
export interface Opponents {
  /** The opponents in the order of their first games. */
  readonly ids: readonly PlayerId[];
  /** The position in the log of the newest game against each. */
  readonly newest: readonly number[];
  /** Old games by opponent. It is shorter than `ids` if the last opponents have none. */
  readonly settled: readonly (Settled | null)[];
  readonly log: GameLog;
  /** How many settled games the log still has, not counting those that stand for others. */
  readonly spent: number;
}

/** Old games against one opponent whose weights will always keep their proportions. The newest of them represents all. */
export interface Settled {
  /** How many games there are against the opponent up to the newest of them. */
  readonly meeting: number;
  /** Their part of the polynomial, with weights relative to that of the newest. */
  readonly sums: readonly number[];
  /** The games of which only the newest is still in the log, with weights relative to its own. */
  readonly grid: Grid;
}

export const NO_OPPONENTS: Opponents = { ids: [], newest: [], settled: [], log: NO_GAMES, spent: 0 };

/** How many games there are against an opponent. */
export function gamesAgainst({ newest, log }: Opponents, index: number): number {
  return index >= 0 ? fieldOf(log, newest[index]!, MEETING) : 0;
}

/**
 * The opponents after a game.
 * @param index of the opponent, -1 for a new one
 * @param odds 10^(r/400) of their rating
 * @param place how many games there are, this one included
 */
export function withEncounter(
  { ids, newest, settled, log, spent }: Opponents,
  index: number,
  id: PlayerId,
  odds: number,
  result: number,
  place: number,
): Opponents {
  const position = log.length;
  if (index < 0) {
    const after = withLogged(log, { opponent: ids.length, before: -1, meeting: 1, odds, result, place });
    return { ids: ids.concat([id]), newest: newest.concat([position]), settled, log: after, spent };
  }
  const before = newest[index]!;
  const meeting = fieldOf(log, before, MEETING) + 1;
  const after = withLogged(log, { opponent: index, before, meeting, odds, result, place });
  const positions = newest.slice();
  positions[index] = position;
  return { ids, newest: positions, settled, log: after, spent };
}

/** A game, or the settled games that it represents. */
export interface KeptGame {
  readonly position: number;
  /** 10^(r/400) of the opponent's rating. */
  readonly odds: number;
  readonly result: number;
  /** The games that it represents; null: itself. */
  readonly old: Settled | null;
}

/**
 * Calls a function with each game, from the newest to the oldest.
 * @param count how many games have been played
 */
export function eachGame(
  { newest, settled, log }: Opponents,
  count: number,
  visit: (place: Place, game: KeptGame) => void,
): void {
  const place: Place = { i: 0, j: 0, n: 0, others: 0, days: 0 };
  let distinct = 0;
  for (let position = log.length - 1; position >= 0; position--) {
    const games = chunkAt(log, position);
    const from = startOf(position);
    const index = games[from + OPPONENT]!;
    const meeting = games[from + MEETING]!;
    const old = settled[index] ?? null;
    if (old && meeting < old.meeting) continue;
    place.i = count - games[from + PLACE]! + 1;
    place.n = fieldOf(log, newest[index]!, MEETING);
    place.j = place.n - meeting + 1;
    place.others = place.j === 1 ? distinct++ : distinct - 1;
    const isOld = old !== null && meeting === old.meeting;
    visit(place, { position, odds: games[from + ODDS]!, result: games[from + RESULT]!, old: isOld ? old : null });
  }
}
