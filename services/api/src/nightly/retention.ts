import type { EntityManager } from 'typeorm';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import {
  deleteOldLines,
  deleteSupersededLines,
  listOldGenerations,
  listThickLeagues,
  type ThinningStep,
  updateKept,
  updateThinned,
} from './retention.repository.js';

export interface NeedsRetention {
  /** For how many days what a board showed before a correction is kept; null: for ever. */
  readonly revisionDays: number | null;
}

const DAY = 86_400_000;

/** Moves up to which revision a league tells of its past; what is before it is deleted later. Call under the league's lock. */
export async function moveHorizon(
  { revisionDays, clock }: NeedsRetention & NeedsClock,
  tx: EntityManager,
  { id }: League,
): Promise<void> {
  if (revisionDays === null) return;
  // Times before 1970 are those of no revision, and some are more than PostgreSQL knows.
  const horizon = new Date(Math.max(0, clock().getTime() - revisionDays * DAY));
  await updateKept(tx, id, horizon);
}

/** Lines that a step looks at: some milliseconds. */
const STEP = 5_000;

/**
 * Deletes lines that are not kept any more, of all leagues that have some. Each step is a transaction of its own, which holds the
 * league's lock while it counts; whatever ends it, the next call goes on. A league that fails holds up no other.
 * @param stopping leaves the rest to the next call
 */
export async function thinLeagues(
  needs: NeedsDatabase,
  log: Log,
  stopping?: AbortSignal,
  step: number = STEP,
): Promise<void> {
  for (const league of await listThickLeagues(needs.database)) {
    try {
      if (!(await thin(needs, league, step, stopping))) return;
    } catch (error) {
      log.error({ err: error, leagueId: league.id }, 'Could not delete rating lines that are not kept any more');
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
  if (!(await inSteps((tx, after) => deleteSupersededLines(tx, league, { after, limit })))) return false;
  for (const generation of await listOldGenerations(database, league)) {
    if (!(await inSteps((tx, after) => deleteOldLines(tx, league.id, generation, { after, limit })))) return false;
  }
  await transaction(database, league.id, (tx) => updateThinned(tx, league));
  return true;
}
