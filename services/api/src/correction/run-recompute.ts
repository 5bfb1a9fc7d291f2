import type { DataSource, EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused } from '../kit/refusal.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { isAway } from '../kit/sql/database-away.js';
import { transaction } from '../kit/sql/transaction.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { leagueTopic, type NeedsWakeUps } from '../outbox/wake-ups.js';
import type { NeedsRaters } from '../raters/raters.js';
import type { Correction } from '../replay/correction.js';
import { type DeriveNeeds, derive, Overtaken } from '../replay/derive.js';
import { describeEffect, RatingMoves } from '../replay/effect.js';
import { deleteOrphans } from '../replay/log/copy-lines.repository.js';
import { TemporaryFileFailed } from '../replay/states/temporary-file.js';
import { applyCorrection } from './apply-correction.js';
import type { Recompute } from './recompute.js';
import {
  findRecompute,
  listAbandonedRecomputes,
  updateCancelled,
  updateDone,
  updateFailed,
  updateProgress,
  updateStarted,
} from './recompute.repository.js';
import { enqueueRecompute } from './recompute-jobs.js';

export type RunRecomputeNeeds = NeedsDatabase & NeedsRaters & NeedsWakeUps & NeedsMetrics & DeriveNeeds;

/** After being overtaken so often, a recompute locks the league and works alone. */
const MAX_OVERTAKEN = 3;

/** How often a recompute checks whether to give up, in milliseconds. */
const LOOK_INTERVAL = 200;
/** PostgreSQL's code of a statement that was cancelled. */
const QUERY_CANCELED = '57014';

/** Used in place of the league's id, so that the league's other writes go on meanwhile. */
const jobLane = (recompute: number) => -recompute;

/** It was cancelled, another worker runs it, or this one stops and leaves it to the next. Nothing is recorded. */
class GivenUp extends Error {}

/**
 * Carries out a recompute. All of it is one transaction: the correction of the log, the new lines and ratings, the new
 * revision and the mark that it is done become visible at once, or, whatever dies, not at all.
 * @param stopping aborted to leave the recompute to another worker
 */
export async function runRecompute(
  needs: RunRecomputeNeeds,
  id: number,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  const { recomputes, runningRecomputes } = needs.metrics;
  const measure = recomputes.startTimer();
  runningRecomputes.inc();
  try {
    measure({ status: await carryOut(needs, id, log, stopping) });
  } finally {
    runningRecomputes.dec();
  }
}

/** @returns the outcome */
async function carryOut(
  needs: RunRecomputeNeeds,
  id: number,
  log: Log,
  stopping: AbortSignal,
): Promise<'DONE' | 'FAILED' | 'GIVEN_UP'> {
  for (let overtaken = 0; ; overtaken++) {
    try {
      const leagueId = await transaction(needs.database, jobLane(id), (tx) =>
        untilGivenUp(needs.database, tx, id, stopping, () => attempt(needs, tx, id, overtaken >= MAX_OVERTAKEN)),
      );
      needs.wakeUps.announce(leagueTopic(leagueId));
      return 'DONE';
    } catch (error) {
      if (error instanceof GivenUp) return 'GIVEN_UP';
      if (error instanceof Refused) {
        log.info({ recompute: id, reason: error.message }, 'A recompute was refused');
        await updateFailed(needs.database, id, error.message, needs.clock());
        return 'FAILED';
      }
      if (error instanceof Overtaken) {
        log.info({ recompute: id, reason: error.message }, 'A recompute starts over');
      } else if (error instanceof TemporaryFileFailed) {
        log.error({ err: error, recompute: id }, 'A recompute failed');
        await updateFailed(needs.database, id, error.message, needs.clock());
        return 'FAILED';
      } else if (isAway(error)) {
        // A worker takes it up again as soon as the database answers.
        throw error;
      } else {
        log.error({ err: error, recompute: id }, 'A recompute failed');
        const told = 'internal error; see the log of the service';
        await updateFailed(needs.database, id, told, needs.clock());
        return 'FAILED';
      }
    }
  }
}

/** @returns the league */
async function attempt(needs: RunRecomputeNeeds, tx: EntityManager, id: number, isAlone: boolean): Promise<number> {
  const [{ isFree }] = await tx.query('SELECT pg_try_advisory_xact_lock($1, $2) AS "isFree"', [LOCKS_OF.recompute, id]);
  if (!isFree) throw new GivenUp();
  const recompute = await findRecompute(needs.database, id);
  if (!recompute) throw new GivenUp();
  const { leagueId, correction, reason } = recompute;
  if (!(await isForThisInstallation(needs, id, leagueId, correction))) throw new GivenUp();
  if (!(await updateStarted(needs.database, id, needs.clock()))) throw new GivenUp();

  // Committed just before the transaction that makes its lines count: if this process dies in between, the lines stay unseen.
  await needs.database.transaction(async (aside) => {
    await deleteOrphans(aside, leagueId);
    const league = isAlone ? await lockLeague(tx, leagueId) : await getLeague(tx, leagueId);
    const applied = await applyCorrection(needs, tx, league, correction);
    const moves = new RatingMoves();
    let counted = 0;
    const derived = await derive(needs, tx, actorOf(recompute), {
      league,
      action: correction.kind,
      reason,
      applied,
      by: 'job',
      moves,
      aside,
      onProgress: async (done) => {
        needs.metrics.recomputedMatches.inc(done - counted);
        counted = done;
        if (!(await updateProgress(needs.database, id, done))) throw new GivenUp();
      },
    });
    const { players: _, ...effect } = await describeEffect(tx, derived, moves);
    if (!(await updateDone(tx, id, league.revision + 1, effect, needs.clock()))) throw new GivenUp();
  });
  return leagueId;
}

/**
 * Whether a recompute can be run here. One that a start asked for, to have another version of the rater derive the board, is
 * left to those that have this version; it is over where the board is of this version by now.
 */
async function isForThisInstallation(
  needs: NeedsDatabase & NeedsClock & NeedsRaters,
  id: number,
  leagueId: number,
  correction: Correction,
): Promise<boolean> {
  if (correction.kind !== 'recomputeLeague' || correction.raterVersion === undefined) return true;
  const league = await getLeague(needs.database.manager, leagueId);
  if (league.raterVersion === correction.raterVersion) {
    await updateCancelled(needs.database, id, needs.clock());
    return false;
  }
  return needs.raters.get(league.rater)?.version === correction.raterVersion;
}

/** Runs the work until the recompute is cancelled or the worker stops, whatever statement it is waiting for then. */
async function untilGivenUp<T>(
  database: DataSource,
  tx: EntityManager,
  id: number,
  stopping: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const [{ pid }] = await tx.query('SELECT pg_backend_pid() AS pid');
  const look = () =>
    database.query(
      `SELECT pg_cancel_backend($1)
       WHERE $2 OR EXISTS (SELECT FROM recompute WHERE id = $3 AND status = 'CANCELLED')`,
      [pid, stopping.aborted, id],
    );
  // Again and again, because a backend between two statements takes no notice; where this fails, so will the work.
  const timer = setInterval(() => look().catch(() => undefined), LOOK_INTERVAL);
  try {
    return await work();
  } catch (error) {
    if (stopping.aborted || (error as { code?: string }).code === QUERY_CANCELED) throw new GivenUp();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** The audit log names who asked for it. */
function actorOf({ actorId, actor }: Recompute): Access {
  return { tokenId: actorId, actor, scopes: [], leagueIds: [] };
}

/** Enqueues recomputes again if their worker died. */
export async function resumeAbandoned(needs: NeedsDatabase): Promise<void> {
  for (const recompute of await listAbandonedRecomputes(needs.database)) {
    await transaction(needs.database, null, async (tx) => {
      const lock = [LOCKS_OF.recompute, recompute.id];
      const [{ isFree }] = await tx.query('SELECT pg_try_advisory_xact_lock($1, $2) AS "isFree"', lock);
      if (isFree) await enqueueRecompute(tx, recompute);
    });
  }
}
