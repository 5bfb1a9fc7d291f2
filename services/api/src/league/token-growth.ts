import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { addTokenGrowth } from './replay-use.repository.js';

/** How often a process writes its counts to the database, in milliseconds. */
const FLUSH_INTERVAL = 1_000;
const DAY = 86_400_000;

export interface NeedsTokenGrowth {
  readonly tokenGrowth: TokenStorageUsage;
}

interface Counted {
  /** Beginning of the day of UTC. */
  day: number;
  /** Bytes written by all processes, including replays, as last read from the database. */
  known: number;
  /** Bytes not yet written to the database. */
  untold: number;
}

/**
 * Counts the bytes by which the matches that tokens add at the end of logs make journals grow in a day. The counts are in memory, so that
 * no submission waits for them, and are exchanged with other processes through the database once a second. A token may therefore exceed its
 * quota by what is written in a second.
 */
export class TokenStorageUsage {
  readonly #database: NeedsDatabase['database'];
  readonly #schema: NeedsSchema['schema'];
  readonly #log: Log;
  readonly #counted = new Map<number, Counted>();
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> = Promise.resolve();

  constructor({ database, schema }: NeedsDatabase & NeedsSchema, log: Log) {
    this.#database = database;
    this.#schema = schema;
    this.#log = log;
  }

  /** Adds what was written for a token. */
  add(tokenId: number, bytes: number, at: Date): void {
    const counted = this.#of(tokenId, at) ?? { day: dayOf(at), known: 0, untold: 0 };
    counted.untold += bytes;
    this.#counted.set(tokenId, counted);
    this.#timer ??= setTimeout(() => void this.tell(), FLUSH_INTERVAL).unref();
  }

  /** Bytes of a token on the day of a time, as far as this process knows. */
  useOf(tokenId: number, at: Date): number {
    const counted = this.#of(tokenId, at);
    return counted ? counted.known + counted.untold : 0;
  }

  /** The part of them not yet written to the database. */
  untoldOf(tokenId: number, at: Date): number {
    return this.#of(tokenId, at)?.untold ?? 0;
  }

  /** Writes new counts to the database. If that fails, they are written later. A process that does not fit the schema only reads. */
  tell(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#telling = this.#telling.then(() => this.#tellNow());
    return this.#telling;
  }

  async #tellNow(): Promise<void> {
    const news = [...this.#counted].filter(([, { untold }]) => untold > 0).map(([id, own]) => ({ id, ...own }));
    if (news.length === 0 || this.#schema.incompatibility) return;
    try {
      const known = await addTokenGrowth(this.#database, news);
      for (const { id, day, untold } of news) {
        const counted = this.#counted.get(id);
        if (counted?.day !== day) continue;
        counted.untold -= untold;
        counted.known = known.get(id) ?? 0;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'Could not store the journal growth by token');
      this.#timer ??= setTimeout(() => void this.tell(), FLUSH_INTERVAL).unref();
    }
  }

  /** The counts of a token on a day. Those of an earlier day no longer matter. */
  #of(tokenId: number, at: Date): Counted | undefined {
    const counted = this.#counted.get(tokenId);
    return counted?.day === dayOf(at) ? counted : undefined;
  }
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY) * DAY;
}
