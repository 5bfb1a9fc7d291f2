import type { DataSource } from 'typeorm';
import type { Log } from '../kit/log.js';
import { repeat } from '../kit/repeat.js';
import type { Sql } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import { isSpread, spreadMisfit } from './citus/spread.js';
import { connectAgain } from './data-source.js';
import { listRanMigrations, SPREAD_MARK, schemaMisfit } from './schema-fit.js';

/** How often a running process compares the schema with its code, in milliseconds. */
const INTERVAL = 1000;
/** How long a check may take before the database counts as not answering, in milliseconds. */
const PATIENCE = 3000;

/** Seconds by which a balancer sends requests to a process that fits. */
const RETRY_AFTER = 5;

export interface NeedsSchema {
  /** Whether this process may write. */
  readonly schema: SchemaWatch;
}

/**
 * Whether this process's code fits the database's schema, which another version may migrate meanwhile. While it does not, nothing is
 * written.
 */
export class SchemaWatch {
  readonly #database: DataSource;
  /** A connection of its own, so that /ready is answered when requests have all others. */
  #own: DataSource | undefined;
  readonly #log: Log;
  #misfit: string | null = null;
  /** Aborted when a check finds that the code does not fit; renewed when it fits again. */
  #unfit = new AbortController();
  #isSpread: boolean | undefined;
  /** The check that jobs wait for. */
  #looking: Promise<string | null> | undefined;
  #stop: (() => Promise<void>) | undefined;

  constructor(source: DataSource, log: Log) {
    this.#database = source;
    this.#log = log;
  }

  /** Why this process must not write; null if it may. As of the newest check. */
  get misfit(): string | null {
    return this.#misfit;
  }

  /** Aborted as soon as this process must not write, so that running jobs end and leave their work to others. */
  get unfit(): AbortSignal {
    return this.#unfit.signal;
  }

  /**
   * Checks now whether this process may write: before each job. Jobs that ask at the same time share a check, because `/ready` needs the
   * connection too.
   * @throws Error if the database does not answer
   */
  async fits(): Promise<boolean> {
    this.#looking ??= this.look().finally(() => {
      this.#looking = undefined;
    });
    return (await this.#looking) === null;
  }

  /**
   * Checks once more in a transaction that is about to commit what a job has done. No migration commits from here until the transaction
   * ends.
   */
  async fitsUntilCommit(tx: Sql): Promise<boolean> {
    await tx.query('LOCK TABLE migrations IN SHARE MODE');
    const ran = await listRanMigrations(tx);
    return schemaMisfit(this.#database, ran, 'migrated') === null && ran.includes(SPREAD_MARK) === this.isSpread;
  }

  /** Whether leagues were spread over several servers when this process started. False before the first check. */
  get isSpread(): boolean {
    return this.#isSpread ?? false;
  }

  /** Checks now. @returns as `misfit` @throws Error if the database does not answer */
  async look(): Promise<string | null> {
    const source = this.#own ?? this.#database;
    const ran = await listRanMigrations(source);
    this.#isSpread ??= await isSpread(source);
    const misfit =
      schemaMisfit(source, ran, 'migrated') ?? (ran.includes(SPREAD_MARK) ? await this.#spreadMisfit(source) : null);
    if (misfit !== this.#misfit) {
      if (misfit)
        this.#log.error(
          { reason: misfit },
          'This version is incompatible with the database schema; it writes nothing and is not ready',
        );
      else this.#log.info({}, 'This version is compatible with the database schema again');
    }
    this.#misfit = misfit;
    if (misfit) this.#unfit.abort(new Error(misfit));
    else if (this.#unfit.signal.aborted) this.#unfit = new AbortController();
    return misfit;
  }

  async #spreadMisfit(source: DataSource): Promise<string | null> {
    const open = await spreadMisfit(source);
    if (open || this.#isSpread) return open;
    return 'The leagues of this database were spread over several servers after this process had started. Restart it.';
  }

  /** Checks every second from now on, on a connection of its own. */
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

/** Why this process writes nothing, for callers who ask it to; null if it may write. */
export function writeRefusal({ schema }: NeedsSchema): Unavailable | null {
  return schema.misfit === null
    ? null
    : new Unavailable(`${schema.misfit} This process only reads.`, { retryAfter: RETRY_AFTER });
}
