import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource } from 'typeorm';
import { Refused, refuse } from '../kit/refusal.js';
import { DRY_RUNS } from '../kit/sql/transaction.js';

/** How many dry runs may wait for their turn, one for each league. */
const MOST_WAITING = 20;

interface Turns {
  readonly leagues: Set<number>;
  readonly limit: LimitFunction;
}

const turns = new WeakMap<DataSource, Turns>();

/**
 * Runs a dry run in its turn: a process runs a few at a time, and one at a time for each league. Dry runs have connections of their
 * own, so that no writer waits for them.
 * @throws Refused if the league already has one, or too many leagues wait
 */
export async function withinDryRunLimit<T>(
  database: DataSource,
  { id, slug }: { readonly id: number; readonly slug: string },
  run: () => Promise<T>,
): Promise<T> {
  const { leagues, limit } = turnsOf(database);
  if (leagues.has(id)) throw alreadyDryRunning(slug);
  if (limit.pendingCount >= MOST_WAITING) {
    throw new Refused(refuse('MAX_DRY_RUNS', ['input', 'dryRun'], { max: MOST_WAITING }));
  }
  leagues.add(id);
  try {
    return await limit(run);
  } finally {
    leagues.delete(id);
  }
}

export function alreadyDryRunning(slug: string): Refused {
  return new Refused(refuse('ALREADY_DRY_RUNNING', ['input', 'dryRun'], { league: slug }));
}

function turnsOf(database: DataSource): Turns {
  const known = turns.get(database);
  if (known) return known;
  const created = { leagues: new Set<number>(), limit: pLimit(DRY_RUNS) };
  turns.set(database, created);
  return created;
}
