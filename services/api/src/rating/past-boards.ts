import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { boardBytes, type PastBoard } from './past-board.js';

/** Most bytes of all boards that are kept: a board of 10,000 players has 120 kB. */
const MAX_BYTES = 16 * 2 ** 20;

const boardsOf = new WeakMap<DataSource, PastBoards>();

/** The past boards of a database. */
export function pastBoardsOf(database: DataSource): PastBoards {
  const boards = boardsOf.get(database) ?? new PastBoards();
  boardsOf.set(database, boards);
  return boards;
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

  /** Reads, for all who ask for the same until it is done. */
  share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, reading);
    return reading;
  }
}
