import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource, EntityManager } from 'typeorm';
import { madeOnce } from '../grouped-by.js';
import { repeat } from '../waiting.js';
import { leagueWriters } from './connection.js';
import { endedStatement } from './database-away.js';

/** Runs SQL: inside a transaction, or (reads only) on any connection of the pool. */
export type Sql = Pick<EntityManager, 'query'>;

const ATTEMPTS = 3;
/** deadlock_detected and serialization_failure: the transaction should be repeated. */
const RETRYABLE = new Set(['40P01', '40001']);

/**
 * Runs work in one transaction, and repeats it from the beginning if PostgreSQL rolls it back for that reason.
 * @param leagueId of the league that it locks; null: a small write that locks none. See `asWriter`.
 * @param left aborted to cancel it, even while it waits for a lock
 */
export function transaction<T>(
  database: DataSource,
  leagueId: number | null,
  work: (tx: EntityManager) => Promise<T>,
  left?: AbortSignal,
): Promise<T> {
  const run = (tx: EntityManager) => cancelOnAbort(database, tx, left, () => work(tx));
  return repeated(() => asWriter(database, leagueId, () => database.manager.transaction(run)));
}

/** Runs a transaction, and repeats it from the beginning if PostgreSQL rolls it back for that reason. */
export async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isAskedAgain(error)) throw error;
    }
  }
}

/** Whether PostgreSQL rolled back a transaction that should be repeated. */
export function isAskedAgain(error: unknown): boolean {
  return RETRYABLE.has((error as { code?: string }).code ?? '');
}

/** Reads as of one moment: commits between the statements are not seen. */
export async function snapshot<T>(database: DataSource, read: (manager: EntityManager) => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner();
  try {
    // Explicit, because TypeORM would need one more statement.
    await runner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      return await read(runner.manager);
    } finally {
      await runner.query('COMMIT');
    }
  } finally {
    await runner.release();
  }
}

/** Milliseconds between two signs of life: less than half the time that the holder of a league's lock may be idle. */
const SIGN_OF_LIFE = 4_000;

/**
 * Makes a function that keeps a transaction from being idle during computations: otherwise PostgreSQL ends the session of a lock's
 * holder. Call it often; a frozen process does not.
 * @param every milliseconds; a call within them sends nothing to the database
 */
export function keepingAwake(sql: Sql, every = SIGN_OF_LIFE): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < every) return;
    await sql.query('SELECT 1');
    last = performance.now();
  };
}

/** Asserts that a write changed the expected rows: an UPDATE that matches no row is silent otherwise. */
export function expectRows(what: string, touched: number, expected: number): void {
  if (touched !== expected) throw new Error(`${what} touched ${touched} rows instead of ${expected}`);
}

interface Gates {
  readonly leagues: FairSemaphore<number>;
  readonly small: LimitFunction;
  isLongTaken: boolean;
}

const gates = new WeakMap<DataSource, Gates>();

/** Sets how many leagues of a database may be written at the same time, in place of the number that its pool allows. */
export function limitLeagueWriters(database: DataSource, count: number): void {
  const leagues = new FairSemaphore<number>(count);
  gates.set(database, { leagues, small: pLimit(SMALL_WRITERS), isLongTaken: false });
}

function gatesOf(database: DataSource): Gates {
  if (!gates.has(database)) {
    const { extra } = database.options as { readonly extra?: { readonly max?: number } };
    limitLeagueWriters(database, leagueWriters(extra?.max ?? 1));
  }
  return gates.get(database)!;
}

/**
 * Runs work that holds a connection for long while it requests others, unless such work is running already: see the
 * budget.
 * @returns null if it did not run
 */
export async function ifPlaceForLong<T>(database: DataSource, work: () => Promise<T>): Promise<T | null> {
  const own = gatesOf(database);
  if (own.isLongTaken) return null;
  own.isLongTaken = true;
  try {
    return await work();
  } finally {
    own.isLongTaken = false;
  }
}

/**
 * Runs a write in its turn, so that writes waiting for a league's lock never use up the pool, and no league keeps the others waiting. Do
 * not nest it.
 * @param leagueId of the league that it locks; null: a small write that locks none
 */
export function asWriter<T>(database: DataSource, leagueId: number | null, write: () => Promise<T>): Promise<T> {
  const { leagues, small } = gatesOf(database);
  return leagueId === null ? small(write) : leagues.run(leagueId, write);
}

/**
 * Runs a limited number of tasks at once, and one of each lane. Lanes take turns: a lane with many waiting tasks gets no more turns than
 * one with a single task, because only one of them waits among those of the other lanes.
 */
export class FairSemaphore<Lane> {
  readonly #slots: LimitFunction;
  readonly #lanes = new Map<Lane, LimitFunction>();

  constructor(slots: number) {
    this.#slots = pLimit(slots);
  }

  /** Runs the task in its lane's turn. Do not nest it. */
  async run<T>(lane: Lane, task: () => Promise<T>): Promise<T> {
    const own = madeOnce(this.#lanes, lane, () => pLimit(1));
    // The limits do not run the task themselves: the stack of an error would not show its caller.
    const leave = await new Promise<() => void>((enter) => {
      void own(() => this.#slots(() => new Promise<void>((end) => enter(end))));
    });
    try {
      return await task();
    } finally {
      leave();
      if (own.pendingCount === 0) this.#lanes.delete(lane);
    }
  }
}

/** Writers outside of leagues, such as those of tokens: they are small, and take turns with reads. */
const SMALL_WRITERS = 1;

/** How often the cancellation is repeated, in milliseconds: a backend between two statements ignores it. */
const INTERVAL = 200;

/**
 * Runs work in a transaction until its caller leaves; then PostgreSQL cancels the running statement, and the work fails.
 * @param database from which the cancellation is sent, on another connection
 * @param left aborted when the caller leaves; never, if omitted
 */
export async function cancelOnAbort<T>(
  database: DataSource,
  tx: EntityManager,
  left: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!left) return work();
  const [{ pid }] = await tx.query('SELECT pg_backend_pid() AS pid');
  left.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let sent: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    sent = sent.then(() => database.query('SELECT pg_cancel_backend($1::integer)', [pid])).catch(() => undefined);
  };
  const onLeft = () => {
    cancel();
    timer = setInterval(cancel, INTERVAL);
  };
  left.addEventListener('abort', onLeft, { once: true });
  try {
    return await work();
  } finally {
    left.removeEventListener('abort', onLeft);
    clearInterval(timer);
    // A cancellation that is still in transit must not meet the next transaction of this connection.
    await sent;
  }
}

/** How often work finds out whether it is over, in milliseconds. */
const LOOK_INTERVAL = 200;

/** What ends work before it is done. */
interface WorkEnd {
  /** Asked now and then beside the work; once it is true, the work ends as if its caller had left. If it fails, it is asked again. */
  readonly isOver: () => Promise<boolean>;
  /** The failure of work that this has ended. */
  readonly failure: () => Error;
  /** Aborted when the caller leaves. */
  readonly left?: AbortSignal | undefined;
}

/**
 * Runs work in a transaction until it is over, or its caller leaves; then PostgreSQL cancels the running statement.
 * @param database where it is asked whether the work is over, on another connection
 * @throws what the work throws, unless that is because it was over: it may refuse by itself, and a timeout or a person may end a statement
 */
export async function cancelWhenOver<T>(
  database: DataSource,
  tx: EntityManager,
  { isOver, failure, left }: WorkEnd,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const look = async () => {
    if (await isOver()) over.abort();
  };
  const endLooks = repeat(LOOK_INTERVAL, () => look().catch(() => undefined), LOOK_INTERVAL);
  const ending = AbortSignal.any([over.signal, ...(left ? [left] : [])]);
  try {
    return await cancelOnAbort(database, tx, ending, () => work(ending));
  } catch (error) {
    throw over.signal.aborted && isEndOf(ending, error) ? failure() : error;
  } finally {
    await endLooks();
  }
}

/** in_failed_sql_transaction: what a statement gets after the one that was cancelled. */
const IN_FAILED_TRANSACTION = '25P02';

function isEndOf(ending: AbortSignal, error: unknown): boolean {
  if (error === ending.reason || endedStatement(error) !== null) return true;
  return (error as { code?: string }).code === IN_FAILED_TRANSACTION;
}
