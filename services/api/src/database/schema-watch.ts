import type { DataSource } from 'typeorm';
import type { Log } from '../kit/log.js';
import { repeat } from '../kit/repeat.js';
import { connectAgain } from './data-source.js';
import { schemaMisfit } from './schema-fit.js';

/** How often a running process compares the schema with its code, in milliseconds. */
const INTERVAL = 1000;
/** How long a look may take before the database counts as not answering, in milliseconds. */
const PATIENCE = 3000;

export interface NeedsSchema {
  /** Whether this process may write. */
  readonly schema: SchemaWatch;
}

/**
 * Whether the code of this process fits the database's schema, which another version may migrate meanwhile. While it does not,
 * nothing is written.
 */
export class SchemaWatch {
  readonly #database: DataSource;
  /** A connection of its own, so that /ready is answered where requests have all the others. */
  #own: DataSource | undefined;
  readonly #log: Log;
  #misfit: string | null = null;
  #stop: (() => Promise<void>) | undefined;

  constructor(source: DataSource, log: Log) {
    this.#database = source;
    this.#log = log;
  }

  /** Why this process must not write; null if it may. As of the newest look. */
  get misfit(): string | null {
    return this.#misfit;
  }

  /** Looks now. @returns as `misfit` @throws where the database does not answer */
  async look(): Promise<string | null> {
    const misfit = await schemaMisfit(this.#own ?? this.#database, 'migrated');
    if (misfit !== this.#misfit) {
      if (misfit)
        this.#log.error(
          { reason: misfit },
          'This process does not fit the database schema; it writes nothing and is not ready',
        );
      else this.#log.info({}, 'This process fits the database schema again');
    }
    this.#misfit = misfit;
    return misfit;
  }

  /** Looks every second from now on, on a connection of its own. */
  async start(): Promise<void> {
    this.#own ??= await connectAgain(this.#database, {
      max: 1,
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
    });
    // A database that does not respond is reported by the code that needs it.
    this.#stop ??= repeat(INTERVAL, () => this.look().then(ignore, ignore));
  }

  async stop(): Promise<void> {
    await this.#stop?.();
    await this.#own?.destroy();
  }
}

function ignore(): void {}
