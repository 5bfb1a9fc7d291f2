import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { ProcessSession } from '../database/process-session.js';
import type { Log } from '../kit/log.js';

/** The PostgreSQL channel on which processes wake each other. */
const CHANNEL = 'openladder';
/** Shortest time between notifications, in milliseconds: each one takes a lock of the whole server when it commits. */
const INTERVAL = 50;
/** The most topics in a notification: its payload must be shorter than 8,000 bytes. */
const MAX_TOPICS = 200;

/** Topics to wait for: the events of one league, or of another kind. */
export type Topic = `${string}:${number}`;

export interface NeedsWakeUps {
  /** Called for every write once it is committed. */
  readonly wakeUps: WakeUps;
}

interface Notification {
  /** The process that sent it. */
  readonly from: string;
  readonly topics: readonly Topic[];
}

/**
 * Wakes everything that waits for a topic, in this process and in others on the database. A wake-up says only that there may be news; a
 * lost one costs time and nothing else, because waiters also look on their own now and then.
 */
export class WakeUps {
  readonly #database: DataSource;
  readonly #log: Log;
  readonly #self = randomUUID();
  readonly #listeners = new Map<Topic, Set<() => void>>();
  readonly #pending = new Set<Topic>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #sentAt = 0;

  constructor(database: DataSource, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Calls back at every wake-up of a topic. @returns a function that ends it */
  on(topic: Topic, wake: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(wake));
    return () => {
      listeners.delete(wake);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** Wakes this process at once, and the others within 50 ms. Call it after the commit. */
  announce(topic: Topic): void {
    this.#wake(topic);
    this.#pending.add(topic);
    this.#schedule();
  }

  /** Listens for the wake-ups of other processes, until the session closes. */
  listen(session: ProcessSession): Promise<void> {
    return session.prepare(async (client) => {
      client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
      await client.query(`LISTEN ${CHANNEL}`);
      // Events may have been announced while no one listened.
      for (const topic of this.#listeners.keys()) this.#wake(topic);
    });
  }

  /** Anyone who can reach the database can use the channel. */
  #receive(payload: string): void {
    try {
      const { from, topics } = JSON.parse(payload) as Notification;
      if (from !== this.#self) for (const topic of topics) this.#wake(topic);
    } catch (error) {
      this.#log.error({ err: error }, 'Could not read a notification');
    }
  }

  /** Sends what is left to send. */
  async close(): Promise<void> {
    while (this.#timer || this.#sending) {
      if (this.#timer) this.#send();
      await this.#sending;
    }
  }

  #wake(topic: Topic): void {
    for (const wake of [...(this.#listeners.get(topic) ?? [])]) wake();
  }

  /** One notification at a time: while the database is busy, topics are gathered. */
  #schedule(): void {
    if (this.#timer || this.#sending) return;
    this.#timer = setTimeout(() => this.#send(), Math.max(0, this.#sentAt + INTERVAL - Date.now()));
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sentAt = Date.now();
    const topics = [...this.#pending];
    this.#pending.clear();
    this.#sending = this.#notify(topics).finally(() => {
      this.#sending = undefined;
      if (this.#pending.size > 0) this.#schedule();
    });
  }

  async #notify(topics: readonly Topic[]): Promise<void> {
    const payloads: string[] = [];
    for (let start = 0; start < topics.length; start += MAX_TOPICS) {
      const notification: Notification = { from: this.#self, topics: topics.slice(start, start + MAX_TOPICS) };
      payloads.push(JSON.stringify(notification));
    }
    try {
      await this.#database.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
        CHANNEL,
        payloads,
      ]);
    } catch (error) {
      this.#log.error({ err: error }, 'Could not notify other processes; they will poll instead');
    }
  }
}

/** The topic of a league: its board, or who may read it, may have changed. */
export function leagueTopic(leagueId: number): Topic {
  return `league:${leagueId}`;
}
