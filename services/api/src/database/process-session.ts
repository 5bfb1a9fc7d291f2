import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import type { Log } from '../kit/log.js';
import { CONNECTION, endWhenSilent, LISTENING, nameSession, sessionSettings } from '../kit/sql/connection.js';
import type { Sql } from '../kit/sql/transaction.js';

/** How long to wait before connecting again, in milliseconds: twice as long after each failure. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** How long a statement waits for the session and its answer, in milliseconds: `/ready` must report a silent database. */
const TIMEOUT = 3_000;

export interface NeedsSession {
  readonly session: ProcessSession;
}

/** A session while its connection lasts. */
interface Present {
  readonly client: pg.Client;
  readonly lost: AbortSignal;
}

/**
 * One session straight to the server, past a pooler, for what a process needs as long as it lives: it hears notifications, holds locks that PostgreSQL frees
 * when the process dies, checks the schema, and shows by its name who uses the database. It is renewed when it is lost; its locks are lost then.
 */
export class ProcessSession {
  readonly #stopping = new AbortController();
  readonly #preparations: ((client: pg.Client) => Promise<void>)[] = [];
  /** The locks held here: a session could take the same lock twice. */
  readonly #held = new Set<string>();
  /** A connection takes one statement at a time. */
  readonly #inTurn = pLimit(1);
  #present = newPromise<Present>();
  #running: Promise<void> | undefined;
  /** Why there is no session at present, if that is known. */
  #failure: Error | undefined;

  /** @param name as the server shows it */
  constructor(
    private readonly url: string,
    private readonly log: Log,
    private readonly name = CONNECTION.application_name!,
  ) {}

  /** Runs statements, each on its own. They fail if there is no answer within three seconds. */
  readonly sql = {
    query: async <T>(text: string, values?: unknown[]): Promise<T> => {
      const { client } = await this.#connected();
      return (await this.#inTurn(() => client.query(text, values))).rows as T;
    },
  } as Sql;

  /** Opens it unless it is open. @throws Error if it can't be opened in time */
  async open(): Promise<void> {
    await this.#connected();
  }

  /** Calls back with each new connection before it is used, and now with a present one; opens the session. */
  async prepare(preparation: (client: pg.Client) => Promise<void>): Promise<void> {
    this.#preparations.push(preparation);
    const present = this.#present.value;
    if (present) {
      // The next connection is prepared again.
      await this.#inTurn(() => preparation(present.client)).catch(() => present.client.end().catch(() => undefined));
    } else this.#running ??= this.#keepOpen();
  }

  /**
   * Takes the locks that nobody has, in this process or another.
   * @param of the first key of all of them; null if they have only one
   * @returns the taken locks, and a signal that is aborted when they are lost
   */
  async take(of: number | null, keys: readonly number[]): Promise<Taken> {
    const { client, lost } = await this.#connected();
    const free = keys.filter((key) => !this.#held.has(`${of} ${key}`));
    for (const key of free) this.#held.add(`${of} ${key}`);
    const taken = new Set<number>();
    try {
      const lock = `SELECT key FROM unnest($1::integer[]) AS key WHERE pg_try_advisory_lock(${keysOf(of)})`;
      for (const key of await this.#lockOrUnlock(client, lock, free)) taken.add(key);
    } finally {
      for (const key of free) if (!taken.has(key)) this.#held.delete(`${of} ${key}`);
    }
    return { taken, lost };
  }

  /** Lets go of locks. @param lost as when they were taken: those of a lost connection are free */
  async free(of: number | null, keys: readonly number[], lost: AbortSignal): Promise<void> {
    const present = this.#present.value;
    try {
      if (present?.lost !== lost || keys.length === 0) return;
      const unlock = `SELECT key FROM unnest($1::integer[]) AS key WHERE pg_advisory_unlock(${keysOf(of)})`;
      await this.#lockOrUnlock(present.client, unlock, keys);
    } finally {
      for (const key of keys) this.#held.delete(`${of} ${key}`);
    }
  }

  /**
   * Runs the work, unless another process, or another caller in this one, is doing such work on this database.
   * @param lock one of LOCKS, or a first key of LOCKS_OF with a second one
   * @returns whether it ran
   */
  async ifAlone(lock: number | readonly [of: number, key: number], work: () => Promise<void>): Promise<boolean> {
    const [of, key] = typeof lock === 'number' ? [null, lock] : lock;
    const { taken, lost } = await this.take(of, [key]);
    if (!taken.has(key)) return false;
    try {
      await work();
      return true;
    } finally {
      // With the connection, the lock would be lost as well; a failure of the work is reported first.
      await this.free(of, [key], lost).catch(() => undefined);
    }
  }

  /** If the state of the locks is unknown, the session is given up. @returns the keys */
  async #lockOrUnlock(client: pg.Client, text: string, keys: readonly number[]): Promise<number[]> {
    try {
      const { rows } = await this.#inTurn(() => client.query(text, [keys]));
      return rows.map(({ key }) => key);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Ends it, and its locks with it. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** @throws Error if there is none in time */
  async #connected(): Promise<Present> {
    this.#running ??= this.#keepOpen();
    const waited = new AbortController();
    const late = setTimeout(TIMEOUT, undefined, { signal: waited.signal }).then(() => {
      throw this.#failure ?? new Error('Connection terminated: there is no session at present');
    });
    try {
      return await Promise.race([this.#present.promise, late]);
    } finally {
      waited.abort();
      late.catch(() => undefined);
    }
  }

  async #keepOpen(): Promise<void> {
    let isMissed = false;
    for (let pause = FIRST_PAUSE; !this.#stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const client = new pg.Client({
        ...CONNECTION,
        connectionString: this.url,
        query_timeout: TIMEOUT,
      });
      const lost = new AbortController();
      // First of all: an error event without a listener would end the process.
      const over = ended(client, this.#stopping.signal, lost.signal);
      try {
        await client.connect();
        endWhenSilent(client, LISTENING.silence);
        await client.query(`${sessionSettings(LISTENING)}; SET idle_session_timeout = 0`);
        await nameSession(client, this.name);
        for (const preparation of this.#preparations) await preparation(client);
        this.#failure = undefined;
        this.#present.resolve({ client, lost: lost.signal });
        pause = FIRST_PAUSE;
        if (isMissed) this.log.info({}, 'The session of this process is open again: the database answers');
        isMissed = true;
        const error = await over;
        if (error) this.log.error({ err: error }, 'Lost the session of this process; reconnecting');
      } catch (error) {
        this.#failure = error as Error;
        isMissed = true;
        if (!this.#stopping.signal.aborted)
          this.log.error({ err: error }, 'Could not open the session of this process; retrying');
      } finally {
        if (this.#present.value) this.#present = newPromise();
        lost.abort(new Error('the session that holds the locks of this process ended'));
        await client.end().catch(() => undefined);
      }
      await setTimeout(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }
}

/** Locks that were taken. */
export interface Taken {
  readonly taken: ReadonlySet<number>;
  readonly lost: AbortSignal;
}

function keysOf(of: number | null): string {
  return of === null ? 'key::bigint' : `${of}, key`;
}

/**
 * Resolves when the connection is over: with the error, or with nothing if the process is stopping.
 * @param forgotten aborted when nobody waits for that any more
 */
function ended(client: pg.Client, stopping: AbortSignal, forgotten: AbortSignal): Promise<Error | undefined> {
  return new Promise((resolve) => {
    stopping.addEventListener('abort', () => resolve(undefined), { signal: forgotten });
    client.on('error', resolve);
    client.once('end', () => resolve(new Error('the connection ended')));
  });
}

/** A promise to be resolved from outside, whose value can be looked at. */
function newPromise<T>(): { readonly promise: Promise<T>; value: T | undefined; resolve(value: T): void } {
  let settle: (value: T) => void;
  const own = {
    promise: new Promise<T>((resolve) => {
      settle = resolve;
    }),
    value: undefined as T | undefined,
    resolve: (value: T) => {
      own.value = value;
      settle(value);
    },
  };
  return own;
}
