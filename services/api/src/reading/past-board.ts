import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { madeOnce } from '../kit/grouped-by.js';
import { byPlace } from '../rating/board.js';
import type { PastLine } from './past.repository.js';
import type { AsOfSystem } from './past-view.js';

/** Players in the order of a past board, those with a rank first. */
export interface PastBoard {
  readonly players: Int32Array;
  /** The score of each; -Infinity for none. */
  readonly scores: Float64Array;
  /** How many of them have a rank. */
  readonly ranked: number;
}

/** A place on a past board. */
export interface PastPlace {
  readonly playerId: number;
  /** From 1, counting everybody. */
  readonly place: number;
  /** From 1, shared by players of equal score; null for provisional players. */
  readonly rank: number | null;
}

/** Packs a board for keeping: some 12 bytes a player. */
export function packBoard(players: readonly number[], scores: readonly number[], ranked: number): PastBoard {
  return { players: Int32Array.from(players), scores: Float64Array.from(scores), ranked };
}

/** The size of a board in bytes. */
function boardBytes({ players, scores }: PastBoard): number {
  return players.byteLength + scores.byteLength + 200;
}

/** A stretch of a board, between two places that both belong to it. */
export function placesBetween(board: PastBoard, from: number, to: number, includeProvisional: boolean): PastPlace[] {
  const length = includeProvisional ? board.players.length : board.ranked;
  const places: PastPlace[] = [];
  for (let place = from; place <= Math.min(to, length); place++) places.push(placeAt(board, place));
  return places;
}

/** A player's place; null if they are not on the board. */
export function placeOf(board: PastBoard, playerId: number, includeProvisional: boolean): PastPlace | null {
  const index = board.players.indexOf(playerId);
  if (index === -1 || (index >= board.ranked && !includeProvisional)) return null;
  return placeAt(board, index + 1);
}

function placeAt({ players, scores, ranked }: PastBoard, place: number): PastPlace {
  const playerId = players[place - 1]!;
  if (place > ranked) return { playerId, place, rank: null };
  let rank = place;
  while (rank > 1 && scores[rank - 2] === scores[place - 1]) rank--;
  return { playerId, place, rank };
}

/** Players per batch; other requests get a turn after each. A batch takes a few milliseconds. */
const AT_A_TIME = 500;

/** The board as of a midnight, from each player's newest line. */
export async function grownBoard(
  { show, waitsSince }: AsOfSystem,
  lastLines: readonly (PastLine & { readonly isCut: boolean })[],
): Promise<PastBoard> {
  const waits = await waitsSince(lastLines);
  const board: { playerId: number; score: number; isProvisional: boolean }[] = [];
  for (let from = 0; from < lastLines.length; from += AT_A_TIME) {
    const part = lastLines.slice(from, from + AT_A_TIME);
    const shown = await show(part.map((line) => ({ lines: [line], waits: waits.get(line.playerId) })));
    for (const [index, { playerId, isCut }] of part.entries()) {
      const { score, isProvisional } = shown[index]!;
      board.push({ playerId, score: score ?? Number.NEGATIVE_INFINITY, isProvisional: isProvisional || isCut });
    }
    await setImmediate();
  }
  board.sort(byPlace);
  return packBoard(
    board.map(({ playerId }) => playerId),
    board.map(({ score }) => score),
    board.filter(({ isProvisional }) => !isProvisional).length,
  );
}

/** Most bytes of all boards that are kept: a board of 10,000 players has 120 kB. */
const MAX_BYTES = 16 * 2 ** 20;

const boardsOf = new WeakMap<DataSource, PastBoards>();

/** The past boards of a database. */
export function pastBoardsOf(database: DataSource): PastBoards {
  return madeOnce(boardsOf, database, () => new PastBoards());
}

/**
 * Past boards that were read, for all requests together. A key has all that an answer depends on, so a board is never
 * out of date; callers who want the same at the same time share one reading.
 */
export class PastBoards {
  readonly #kept = new LRUCache<string, PastBoard>({ maxSize: MAX_BYTES, sizeCalculation: boardBytes });
  readonly #underWay = new Map<string, Promise<unknown>>();

  /** A board that is kept. */
  find(key: string): PastBoard | undefined {
    return this.#kept.get(key);
  }

  keep(key: string, board: PastBoard): void {
    this.#kept.set(key, board);
  }

  /** The same reading, where somebody has begun it. Rejects where theirs fails. */
  underWay<T>(key: string): Promise<T> | undefined {
    return this.#underWay.get(key) as Promise<T> | undefined;
  }

  /** Reads once for all callers that request the same until it is done. */
  share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, reading);
    return reading;
  }
}
