import type { EntityManager } from 'typeorm';
import { listEndedTokens, type TokenEnd } from './token.repository.js';

/** How often ended tokens are looked for, in milliseconds: subscribers that use one are told within a second. */
const INTERVAL = 500;

type OnEnd = (end: TokenEnd) => void;

/** Tells sockets of the end of their tokens, by one statement for all of them. */
export class TokenWatch {
  readonly #manager: EntityManager;
  readonly #clock: () => Date;
  readonly #watched = new Map<number, Set<OnEnd>>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor({
    database,
    clock,
  }: { readonly database: { readonly manager: EntityManager }; readonly clock: () => Date }) {
    this.#manager = database.manager;
    this.#clock = clock;
  }

  /** Calls back once when a token is revoked or expires. @returns what ends that */
  watch(tokenId: number, onEnd: OnEnd): () => void {
    const watchers = this.#watched.get(tokenId) ?? new Set();
    this.#watched.set(tokenId, watchers.add(onEnd));
    this.#timer ??= setInterval(() => this.#look(), INTERVAL).unref();
    return () => {
      watchers.delete(onEnd);
      if (watchers.size === 0 && this.#watched.get(tokenId) === watchers) this.#watched.delete(tokenId);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const ended = await listEndedTokens(this.#manager, [...this.#watched.keys()], this.#clock());
      for (const { id, end } of ended) {
        for (const onEnd of [...(this.#watched.get(id) ?? [])]) onEnd(end);
        this.#watched.delete(id);
      }
    } catch {
      // If tokens cannot be read, no event is sent either, and feeds report that the database is away.
    } finally {
      this.#isLooking = false;
    }
  }
}
