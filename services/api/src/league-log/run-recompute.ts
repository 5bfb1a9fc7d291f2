import type { DataSource, EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused } from '../kit/refusal.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { LONG_RUNNING } from '../kit/sql/connection.js';
import { endedStatement, isAway, isLockNotAvailable } from '../kit/sql/database-away.js';
import { cancelWhenOver, repeated } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import { pause } from '../kit/waiting.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { leagueTopic, type NeedsWakeUps } from '../outbox/outbox.js';
import type { NeedsRaters } from '../raters/raters.js';
import { type DeriveNeeds, derive, Overtaken } from '../replay/derive.js';
import { describeKeptEffect, RatingMoves } from '../replay/effect.js';
import { deleteOrphans } from '../replay/log/copied-rows.js';
import { TemporaryFileFailed } from '../replay/states/temporary-file.js';
import { type AnyChange, type NeedsChanges } from './change.js';
import type { Recompute } from './recompute.js';
import {
  findRecompute,
  listWaitingRecomputes,
  updateCancelled,
  updateDone,
  updateFailed,
  updateProgress,
  updateStarted,
} from './recompute.repository.js';

export type RunRecomputeNeeds = NeedsDatabase &
  NeedsRaters &
  NeedsWakeUps &
  NeedsMetrics &
  NeedsSchema &
  NeedsChanges &
  DeriveNeeds;

/** A recompute that was overtaken this often locks the league and works alone. */
const MAX_OVERTAKEN = 3;

/** How often a recompute is started if PostgreSQL ends its statements. */
const MAX_ATTEMPTS = 3;

/** The pause before it is started again, in milliseconds. */
const RETRY_INTERVAL = 1000;

/** The recompute was cancelled or is over, another process must run it, or this worker stops. Nothing is recorded. */
class GivenUp extends Error {}

/**
 * Carries out the first unfinished recompute that no process carries out and that this one can, including those whose process died.
 * Several calls at once carry out several.
 * @param ending leaves it to another process
 * @returns whether it carried one out
 */
export async function runNextRecompute(needs: RunRecomputeNeeds, log: Log, ending: AbortSignal): Promise<boolean> {
  for (const { id, rater, version } of await listWaitingRecomputes(needs.database)) {
    if (ending.aborted) return false;
    if (version !== null && needs.raters.get(rater)?.version !== version) continue;
    if ((await runRecompute(needs, id, log, ending)) !== 'GIVEN_UP') return true;
  }
  return false;
}

/** How a recompute ended in this process. */
type Outcome = 'DONE' | 'FAILED' | 'GIVEN_UP';

/**
 * Carries out a recompute in one transaction: the corrected log, the new lines and ratings, the new revision and the status DONE become
 * visible together, or not at all. Does nothing if another worker carries it out, in this process or another.
 * @param stopping aborted to leave the recompute to another worker
 */
export async function runRecompute(
  needs: RunRecomputeNeeds,
  id: number,
  log: Log,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { recomputes, runningRecomputes } = needs.metrics;
  const measure = recomputes.startTimer();
  runningRecomputes.inc();
  try {
    let status: Outcome = 'GIVEN_UP';
    // Held from the first attempt to the last: a worker in between would start counting again how often it was
    // overtaken.
    await ifUnlocked(needs.database, id, async (session) => {
      status = await carryOutRecompute(needs, session, id, log, stopping);
    });
    measure({ status });
    return status;
  } finally {
    runningRecomputes.dec();
  }
}

/** Carries out a recompute in a session that locks it, unless another session has. */
async function ifUnlocked(
  database: DataSource,
  id: number,
  work: (session: EntityManager) => Promise<void>,
): Promise<void> {
  const runner = database.createQueryRunner();
  const lock = [LOCKS_OF.recompute, id];
  try {
    const [{ isFree }] = await runner.query('SELECT pg_try_advisory_lock($1, $2) AS "isFree"', lock);
    if (!isFree) return;
    try {
      await work(runner.manager);
    } finally {
      // If the connection is lost, so is the lock; a failure of the work is reported first.
      await runner.query('SELECT pg_advisory_unlock($1, $2)', lock).catch(() => undefined);
    }
  } finally {
    await runner.release();
  }
}

/** @param session holds the recompute's lock; if it is lost, so are the lock and the work, and another worker begins */
async function carryOutRecompute(
  needs: RunRecomputeNeeds,
  session: EntityManager,
  id: number,
  log: Log,
  stopping: AbortSignal,
): Promise<Outcome> {
  // A recompute that was cancelled while it failed stays cancelled.
  const fail = async (problem: string) =>
    (await updateFailed(needs.database, id, problem, needs.clock())) ? 'FAILED' : 'GIVEN_UP';
  let overtaken = 0;
  for (let attempts = 1; !stopping.aborted; ) {
    try {
      if (!(await needs.schema.fits())) return 'GIVEN_UP';
      const work = (tx: EntityManager) =>
        untilCancelled(needs.database, tx, id, stopping, () =>
          attemptRecompute(needs, tx, id, overtaken >= MAX_OVERTAKEN),
        );
      const leagueId = await repeated(() => session.transaction(work));
      needs.wakeUps.announce(leagueTopic(leagueId));
      return 'DONE';
    } catch (error) {
      if (error instanceof GivenUp) return 'GIVEN_UP';
      if (error instanceof Refused) {
        log.info({ recompute: id, reason: error.message }, 'A recompute was refused');
        return fail(error.message);
      }
      if (isLockNotAvailable(error)) {
        // A migration may have locked this process out; the new version continues.
        log.warn({ recompute: id, reason: (error as Error).message }, 'Leaving a recompute to the next worker');
        return 'GIVEN_UP';
      }
      if (error instanceof Unavailable) {
        // For example, the process of a third party's rater is being restarted.
        log.warn({ recompute: id, reason: error.message }, 'Leaving a recompute until it is possible again');
        return 'GIVEN_UP';
      }
      const ended = endedStatement(error);
      if (error instanceof Overtaken) {
        overtaken++;
        log.info({ recompute: id, reason: error.message }, 'Restarting a recompute');
      } else if (ended !== null && attempts < MAX_ATTEMPTS) {
        attempts++;
        log.warn({ recompute: id, reason: ended }, 'PostgreSQL ended a statement of a recompute; restarting it');
        await pause(RETRY_INTERVAL, stopping);
      } else {
        // A worker runs it again as soon as the database answers.
        if (ended === null && isAway(error)) throw error;
        log.error({ err: error, recompute: id }, 'A recompute failed');
        if (ended !== null) return fail(`PostgreSQL ended one of its statements ${MAX_ATTEMPTS} times: ${ended}`);
        return fail(error instanceof TemporaryFileFailed ? error.message : 'internal error; see the service log');
      }
    }
  }
  return 'GIVEN_UP';
}

/** @returns the league */
async function attemptRecompute(
  needs: RunRecomputeNeeds,
  tx: EntityManager,
  id: number,
  isAlone: boolean,
): Promise<number> {
  const recompute = await findRecompute(needs.database, id);
  if (!recompute) throw new GivenUp();
  const { leagueId, correction: data, reason } = recompute;
  // A newer version may have more kinds of changes.
  const change = needs.changes.get(data.kind);
  if (!change || !(await isForThisProcess(needs, recompute, change))) throw new GivenUp();
  if (!(await updateStarted(needs.database, id, needs.clock()))) throw new GivenUp();

  // Commits just before the transaction that makes its lines visible: if the process dies in between, no one sees them.
  await needs.database.transaction(async (aside) => {
    await deleteOrphans(aside, leagueId);
    // Alone, it rates long parts of the log between two statements. If that ended its session, it would start again and again.
    const league = isAlone ? await lockLeague(tx, leagueId, LONG_RUNNING.idle) : await getLeague(tx, leagueId);
    const applied = await change.apply(needs, tx, league, data, false);
    const moves = new RatingMoves();
    let counted = 0;
    const derived = await derive(needs, tx, actorOf(recompute), {
      league,
      action: change.action,
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
    const effect = await describeKeptEffect(tx, derived, moves);
    // Another version may have migrated the schema meanwhile, and its processes go on.
    if (!(await needs.schema.fitsUntilCommit(tx))) throw new GivenUp();
    if (!(await updateDone(tx, id, league.revision + 1, effect, needs.clock()))) throw new GivenUp();
  });
  return leagueId;
}

/**
 * Whether this process can carry out the change: it needs the rater version of the process that requested it. A recompute with
 * nothing left to do is cancelled.
 */
async function isForThisProcess(
  needs: NeedsDatabase & NeedsClock & NeedsRaters,
  { id, leagueId, correction: data }: Recompute,
  { isForThisProcess: answer }: AnyChange,
): Promise<boolean> {
  const { ratedBy } = data;
  if (ratedBy && needs.raters.get(ratedBy.rater)?.version !== ratedBy.version) return false;
  const verdict = answer ? answer(needs, await getLeague(needs.database.manager, leagueId), data) : true;
  if (verdict === 'done') await updateCancelled(needs.database, id, needs.clock());
  return verdict === true;
}

/**
 * Runs the work. If the recompute is cancelled or the worker stops, interrupts the current statement.
 * @throws GivenUp if that ended the work; a statement that a timeout or a person at the database ended is a failure like any other
 */
async function untilCancelled<T>(
  database: DataSource,
  tx: EntityManager,
  id: number,
  stopping: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const isOver = async () => {
    const cancelled = await database.query(`SELECT 1 FROM recompute WHERE id = $1 AND status = 'CANCELLED'`, [id]);
    return cancelled.length > 0;
  };
  try {
    return await cancelWhenOver(database, tx, { isOver, failure: () => new GivenUp(), left: stopping }, work);
  } catch (error) {
    throw stopping.aborted ? new GivenUp() : error;
  }
}

/** The actor in the audit log. */
function actorOf({ actorId, actor }: Recompute): Access {
  return { tokenId: actorId, actor, scopes: [], leagueIds: [] };
}
