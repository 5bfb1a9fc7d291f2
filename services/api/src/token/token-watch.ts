import type { EntityManager } from 'typeorm';
import type { NeedsClock } from '../kit/needs.js';
import { listEndedSecrets, type SecretEnd } from './token.repository.js';

/** How often ended secrets are looked for, in milliseconds: their subscribers are notified within a second. */
const INTERVAL = 500;

type OnEnd = (end: SecretEnd) => void;

/** Notifies sockets when their tokens, or the secrets with which they were opened, have ended; one statement serves all sockets. */
export class TokenWatch {
  /** By hash of the secret, in hexadecimal digits. */
  readonly #watched = new Map<string, Set<OnEnd>>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(private readonly needs: NeedsClock & { readonly database: { readonly manager: EntityManager } }) {}

  /** Calls back once when a secret is no longer valid. @returns a function that stops watching */
  watch(secretHash: Buffer, onEnd: OnEnd): () => void {
    const key = secretHash.toString('hex');
    const watchers = this.#watched.get(key) ?? new Set();
    this.#watched.set(key, watchers.add(onEnd));
    this.#timer ??= setInterval(() => this.#look(), INTERVAL).unref();
    return () => {
      watchers.delete(onEnd);
      if (watchers.size === 0 && this.#watched.get(key) === watchers) this.#watched.delete(key);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const hashes = [...this.#watched.keys()].map((key) => Buffer.from(key, 'hex'));
      const { database, clock } = this.needs;
      for (const { secretHash, end } of await listEndedSecrets(database.manager, hashes, clock())) {
        const key = secretHash.toString('hex');
        for (const onEnd of [...(this.#watched.get(key) ?? [])]) onEnd(end);
        this.#watched.delete(key);
      }
    } catch {
      // If tokens cannot be read, no events are sent either, and feeds report that the database is unavailable.
    } finally {
      this.#isLooking = false;
    }
  }
}
