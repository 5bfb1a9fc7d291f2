import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Log } from '../kit/log.js';

/** The channel of PostgreSQL on which processes wake each other. */
export const CHANNEL = 'openladder';
/** Notifications are at least so far apart, in milliseconds: each takes a lock of the whole server when it commits. */
const INTERVAL = 50;
/** Topics of one notification: its payload must be shorter than 8,000 bytes. */
const MAX_TOPICS = 200;

/** Topics to wait for: events of one league, or of another kind. */
export type Topic = `${string}:${number}`;

export interface NeedsWakeUps {
  /** To be told of every write, once it is committed. */
  readonly wakeUps: WakeUps;
}

interface Notification {
  /** The process that sent it. */
  readonly from: string;
  readonly topics: readonly Topic[];
}

/**
 * Wakes everything that waits for a topic, in this process and in others on the database. It says that there may be news,
 * and never what they are: a lost wake-up costs time only, since waiters also look by themselves now and then.
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

  /** Calls back at every wake-up of a topic. @returns what ends it */
  on(topic: Topic, wake: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(wake));
    return () => {
      listeners.delete(wake);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** Call after the commit: wakes this process at once, and the others within 50 ms. */
  announce(topic: Topic): void {
    this.#wake(topic);
    this.#pending.add(topic);
    this.#schedule();
  }

  /** Takes what another process announced. */
  receive(payload: string): void {
    const { from, topics } = JSON.parse(payload) as Notification;
    if (from !== this.#self) for (const topic of topics) this.#wake(topic);
  }

  /** Something may have been missed. */
  wakeAll(): void {
    for (const topic of this.#listeners.keys()) this.#wake(topic);
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

  /** One notification at a time: where the database is busy, they gather. */
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

/** The topic of a league: its board, or its readers, may have changed. */
export function leagueTopic(leagueId: number): Topic {
  return `league:${leagueId}`;
}
