import type { DataSource } from 'typeorm';
import type { Log } from '../kit/log.js';
import type { Sql } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import { repeat } from '../kit/waiting.js';
import { distributionIncompatibility, isDistributed } from './citus/distribute.js';
import { connectAgain } from './data-source.js';
import type { ProcessSession } from './process-session.js';
import { DISTRIBUTED_MARKER, listRanMigrations, schemaIncompatibility } from './schema-compatibility.js';

/** How often a running process compares the schema with its code, in milliseconds. */
const INTERVAL = 1000;
/** How long a check may take before the database counts as not answering, in milliseconds. */
const TIMEOUT = 3000;

/** Seconds until a load balancer has switched to a compatible process. */
const RETRY_AFTER = 5;

export interface NeedsSchema {
  /** Whether this process may write. */
  readonly schema: SchemaWatch;
}

/**
 * Whether this process is compatible with the database's schema, which another version may migrate meanwhile. While it is not,
 * nothing is written.
 */
export class SchemaWatch {
  /** Separate from requests, so that /ready is answered even if they use all connections. */
  #apart: Sql | undefined;
  /** Its own connection, if it does not use the session of the process. */
  #own: DataSource | undefined;
  /** Why this process must not write; null if it may. As of the newest check. */
  incompatibility: string | null = null;
  /** Aborted when a check finds the code incompatible; renewed when it is compatible again. */
  #unfit = new AbortController();
  #isDistributed: boolean | undefined;
  /** The check that jobs wait for. */
  #looking: Promise<string | null> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #stop: (() => Promise<void>) | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly log: Log,
  ) {}

  /** Aborted as soon as this process must not write, so that running jobs end and leave their work to others. */
  get unfit(): AbortSignal {
    return this.#unfit.signal;
  }

  /**
   * Checks whether this process may write: before each job, and before each look for one. Simultaneous callers share a check, because
   * `/ready` needs the connection as well.
   * @param maxAge of an earlier check that may be used, in milliseconds; 0: check now
   * @throws Error if the database does not answer
   */
  async fits(maxAge = 0): Promise<boolean> {
    if (performance.now() - this.#lookedAt < maxAge) return this.incompatibility === null;
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
    return (
      schemaIncompatibility(this.database, ran, 'migrated') === null &&
      ran.includes(DISTRIBUTED_MARKER) === this.isDistributed
    );
  }

  /** Whether the leagues were distributed over several servers when this process started. False before the first check. */
  get isDistributed(): boolean {
    return this.#isDistributed ?? false;
  }

  /** Checks now. @returns as `incompatibility` @throws Error if the database does not answer */
  async look(): Promise<string | null> {
    const begun = performance.now();
    const source = this.#apart ?? this.database;
    const ran = await listRanMigrations(source);
    this.#isDistributed ??= await isDistributed(source);
    const incompatibility =
      schemaIncompatibility(this.database, ran, 'migrated') ??
      (ran.includes(DISTRIBUTED_MARKER) ? await this.#distributionIncompatibility(source) : null);
    if (incompatibility !== this.incompatibility) {
      if (incompatibility)
        this.log.error(
          { reason: incompatibility },
          'This version is incompatible with the database schema; it writes nothing and is not ready',
        );
      else this.log.info({}, 'This version is compatible with the database schema again');
    }
    this.incompatibility = incompatibility;
    this.#lookedAt = begun;
    if (incompatibility) this.#unfit.abort(new Error(incompatibility));
    else if (this.#unfit.signal.aborted) this.#unfit = new AbortController();
    return incompatibility;
  }

  async #distributionIncompatibility(source: Sql): Promise<string | null> {
    const open = await distributionIncompatibility(source);
    if (open || this.#isDistributed) return open;
    return 'The leagues of this database were spread over several servers after this process had started. Restart it.';
  }

  /**
   * Checks every second from now on.
   * @param session of the process; null behind a pooler, whose failure must be noticed: a separate connection is then used
   * @param report called after each check: whether the database answers and this process may write
   */
  async start(session: ProcessSession | null, report: (isUsable: boolean) => void = ignoreReport): Promise<void> {
    if (session === null) {
      const pool = { max: 1, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT };
      this.#own = await connectAgain(this.database, pool);
    }
    this.#apart = this.#own ?? session?.sql;
    // A database that does not respond is reported by the code that needs it.
    const look = () =>
      this.look().then(
        (incompatibility) => report(incompatibility === null),
        () => report(false),
      );
    this.#stop ??= repeat(INTERVAL, look);
  }

  async stop(): Promise<void> {
    await this.#stop?.();
    await this.#own?.destroy();
  }
}

function ignoreReport(): void {}

/** Why this process writes nothing, for callers who ask it to; null if it may write. */
export function writeRefusal({ schema }: NeedsSchema): Unavailable | null {
  return schema.incompatibility === null
    ? null
    : new Unavailable(`${schema.incompatibility} This process only reads.`, { retryAfter: RETRY_AFTER });
}
