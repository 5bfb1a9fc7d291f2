import type { DataSource } from 'typeorm';
import type { Log } from '../kit/log.js';
import { repeat } from '../kit/repeat.js';
import { schemaMisfit } from './schema-fit.js';

/** How often a running process compares the schema with its code, in milliseconds. */
const INTERVAL = 1000;

/**
 * Whether the code of this process fits the database's schema, which another version may migrate meanwhile. While it does not,
 * nothing is written.
 */
export class SchemaWatch {
  readonly #source: DataSource;
  readonly #log: Log;
  #misfit: string | null = null;
  #stop: (() => Promise<void>) | undefined;

  constructor(source: DataSource, log: Log) {
    this.#source = source;
    this.#log = log;
  }

  /** Why this process must not write; null where it may. As of the newest look. */
  get misfit(): string | null {
    return this.#misfit;
  }

  /** Looks now. @returns as `misfit` @throws where the database does not answer */
  async look(): Promise<string | null> {
    const misfit = await schemaMisfit(this.#source, 'migrated');
    if (misfit !== this.#misfit) {
      if (misfit)
        this.#log.error({ reason: misfit }, 'this process does not fit the schema: it writes nothing and is not ready');
      else this.#log.info({}, 'this process fits the schema again');
    }
    this.#misfit = misfit;
    return misfit;
  }

  /** Looks every second from now on. */
  start(): void {
    // A database that does not answer is told by whoever needs it.
    this.#stop ??= repeat(INTERVAL, () => this.look().then(ignore, ignore));
  }

  async stop(): Promise<void> {
    await this.#stop?.();
  }
}

function ignore(): void {}
