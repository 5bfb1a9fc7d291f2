import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource, EntityManager } from 'typeorm';
import { FairSemaphore } from './fair-gate.js';
import { LEAGUE_WRITERS, SMALL_WRITERS } from './pool-size.js';

/** Runs SQL: inside a transaction, or (reads only) on any connection of the pool. */
export type Sql = Pick<EntityManager, 'query'>;

const ATTEMPTS = 3;
/** deadlock_detected and serialization_failure: the transaction should be repeated. */
const RETRYABLE = new Set(['40P01', '40001']);

/**
 * Runs work in one transaction, and repeats it from the beginning if PostgreSQL rolls it back for that reason.
 * @param leagueId of the league that it locks; null: a small write that locks none. See `asWriter`.
 * @param session where it runs; any connection of the pool if omitted
 */
export async function transaction<T>(
  database: DataSource,
  leagueId: number | null,
  work: (tx: EntityManager) => Promise<T>,
  session = database.manager,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await asWriter(database, leagueId, () => session.transaction(work));
    } catch (error) {
      if (attempt >= ATTEMPTS || !isAskedAgain(error)) throw error;
    }
  }
}

/** Whether PostgreSQL rolled a transaction back that should be repeated. */
export function isAskedAgain(error: unknown): boolean {
  return RETRYABLE.has((error as { code?: string }).code ?? '');
}

/** Reads as of one moment: commits between the statements are not seen. */
export async function snapshot<T>(database: DataSource, read: (manager: EntityManager) => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner();
  try {
    // Written out, because TypeORM would need one more statement.
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

/** Asserts that a write changed what it should: an UPDATE that matches no row is silent otherwise. */
export function expectRows(what: string, touched: number, expected: number): void {
  if (touched !== expected) throw new Error(`${what} touched ${touched} rows instead of ${expected}`);
}

interface Gates {
  readonly leagues: FairSemaphore<number>;
  readonly small: LimitFunction;
}

const gates = new WeakMap<DataSource, Gates>();

/**
 * Runs a write in its turn, so that writes waiting for a league's lock never use up the pool, and no league keeps the others waiting. Must
 * not be nested.
 * @param leagueId of the league that it locks; null: a small write that locks none
 */
function asWriter<T>(database: DataSource, leagueId: number | null, write: () => Promise<T>): Promise<T> {
  let gate = gates.get(database);
  if (!gate) {
    gate = { leagues: new FairSemaphore(LEAGUE_WRITERS), small: pLimit(SMALL_WRITERS) };
    gates.set(database, gate);
  }
  return leagueId === null ? gate.small(write) : gate.leagues.run(leagueId, write);
}
