import type { EntityManager } from 'typeorm';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { type League, LeagueDeleted } from '../league/league.js';
import {
  deleteOldLines,
  deleteSupersededStretches,
  listLeaguesToPrune,
  listOldGenerations,
  type ThinningStep,
  updateKept,
  updatePruned,
} from './retention.repository.js';

export interface NeedsRetention {
  /** For how many days past boards are kept; null: forever. */
  readonly revisionDays: number | null;
}

const DAY = 86_400_000;

/** Advances the first revision that a league keeps; earlier ones are deleted later. Call it under the league's lock. */
export async function moveHorizon(
  { revisionDays, clock }: NeedsRetention & NeedsClock,
  tx: EntityManager,
  { id }: League,
): Promise<void> {
  if (revisionDays === null) return;
  // There are no revisions before 1970, and PostgreSQL does not accept all earlier times.
  const horizon = new Date(Math.max(0, clock().getTime() - revisionDays * DAY));
  await updateKept(tx, id, horizon);
}

/** Lines that a step reads, which takes some milliseconds. */
const STEP = 5_000;

/**
 * Deletes lines that are no longer kept, of all leagues that have any. Each step is a transaction of its own, which holds the league's lock
 * while it counts; if it is interrupted, the next call continues. A league that fails does not hold up the others.
 * @param stopping leaves the rest to the next call
 */
export async function pruneLeagues(
  needs: NeedsDatabase,
  log: Log,
  stopping?: AbortSignal,
  step: number = STEP,
): Promise<void> {
  for (const league of await listLeaguesToPrune(needs.database)) {
    try {
      if (!(await thin(needs, league, step, stopping))) return;
    } catch (error) {
      if (error instanceof LeagueDeleted) continue;
      log.error({ err: error, leagueId: league.id }, 'Could not delete expired rating lines');
    }
  }
}

/** @returns false if it was stopped */
async function thin(
  { database }: NeedsDatabase,
  league: Pick<League, 'id' | 'keptRevision'>,
  limit: number,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  const inSteps = async (step: (tx: EntityManager, after: ThinningStep['last']) => Promise<ThinningStep>) => {
    for (let after: ThinningStep['last'] = null; ; ) {
      if (stopping?.aborted) return false;
      const { last } = await transaction(database, league.id, (tx) => step(tx, after));
      if (!last) return true;
      after = last;
    }
  };
  for (const generation of await listOldGenerations(database, league)) {
    if (!(await inSteps((tx, after) => deleteOldLines(tx, league.id, generation, { after, limit })))) return false;
  }
  // After them, for lines that were being packed meanwhile.
  if (!(await inSteps((tx, after) => deleteSupersededStretches(tx, league, { after, limit })))) return false;
  await transaction(database, league.id, (tx) => updatePruned(tx, league));
  return true;
}
