import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { addTokenGrowth } from './replay-use.repository.js';

/** How long a process counts before it tells the others through the database, in milliseconds. */
const TOLD_AFTER = 1_000;
const DAY = 86_400_000;

export interface NeedsTokenGrowth {
  readonly tokenGrowth: TokenGrowth;
}

interface Counted {
  /** The beginning of the day of UTC, as a time. */
  day: number;
  /** Bytes of all processes, replays among them, when they were last told. */
  known: number;
  /** Bytes that the database does not know of. */
  untold: number;
}

/**
 * Counts by how many bytes the matches that tokens send in their order make journals grow in a day. In memory, so that no submission
 * waits for it; the database is told once a second, and tells what other processes have written. So a token may exceed its quota
 * by what is written in a second.
 */
export class TokenGrowth {
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

  /** Adds what was written on account of a token. */
  add(tokenId: number, bytes: number, at: Date): void {
    const counted = this.#of(tokenId, at) ?? { day: dayOf(at), known: 0, untold: 0 };
    counted.untold += bytes;
    this.#counted.set(tokenId, counted);
    this.#timer ??= setTimeout(() => void this.tell(), TOLD_AFTER).unref();
  }

  /** Bytes of a token on the day of a time, as far as this process knows; replays are known as of the last telling. */
  useOf(tokenId: number, at: Date): number {
    const counted = this.#of(tokenId, at);
    return counted ? counted.known + counted.untold : 0;
  }

  /** Those of them that the database does not know of. */
  untoldOf(tokenId: number, at: Date): number {
    return this.#of(tokenId, at)?.untold ?? 0;
  }

  /** Tells the database what is new. Where that fails, it is told later; a process that does not fit the schema only reads. */
  tell(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#telling = this.#telling.then(() => this.#tellNow());
    return this.#telling;
  }

  async #tellNow(): Promise<void> {
    const news = [...this.#counted].filter(([, { untold }]) => untold > 0).map(([id, own]) => ({ id, ...own }));
    if (news.length === 0 || this.#schema.misfit) return;
    try {
      const known = await addTokenGrowth(this.#database, news);
      for (const { id, day, untold } of news) {
        const counted = this.#counted.get(id);
        if (counted?.day !== day) continue;
        counted.untold -= untold;
        counted.known = known.get(id) ?? 0;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'Could not count by how much tokens made journals grow');
      this.#timer ??= setTimeout(() => void this.tell(), TOLD_AFTER).unref();
    }
  }

  /** What is counted of a token on a day. What is left of an earlier day matters to nobody any more. */
  #of(tokenId: number, at: Date): Counted | undefined {
    const counted = this.#counted.get(tokenId);
    return counted?.day === dayOf(at) ? counted : undefined;
  }
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY) * DAY;
}
