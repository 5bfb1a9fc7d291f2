import { Logger, type Runner, run } from 'graphile-worker';
import type pg from 'pg';
import type { Jobs } from '../correction/recompute-jobs.js';
import { type RunRecomputeNeeds, resumeAbandoned, runRecompute } from '../correction/run-recompute.js';
import { connectAgain } from '../database/data-source.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import { deleteLeagues } from '../ending/delete-leagues.js';
import type { Log } from '../kit/log.js';
import { repeat } from '../kit/repeat.js';
import { CONNECTION, JOB_QUEUE, UNHURRIED, withPatience } from '../kit/sql/connection.js';
import { openPool } from '../kit/sql/open-pool.js';
import { pgPool } from '../kit/sql/pg-client.js';
import { type ExpireTicketsNeeds, expireTickets } from '../matchmaking/expire-tickets.js';
import type { PassMidnightNeeds } from '../nightly/pass-midnight.js';
import { thinLeagues } from '../nightly/retention.js';
import { type FailedLeagues, runNightly } from '../nightly/run-nightly.js';
import { type BackupNeeds, keepBackingUp } from './backups.js';
import { keepRunning } from './keep-running.js';
import { type VerifyLeaguesNeeds, verifyLeagues } from './verify-leagues.js';

export interface WorkerNeeds
  extends RunRecomputeNeeds,
    ExpireTicketsNeeds,
    PassMidnightNeeds,
    VerifyLeaguesNeeds,
    NeedsSchema,
    BackupNeeds {
  /** URL of the same database past a pooler, for the worker's own connections: jobs hold locks of sessions. */
  readonly directUrl: string;
  /** Whether leagues are verified every night. */
  readonly verifiesNightly: boolean;
}

const CONCURRENCY = 2;
/** Ended jobs are reported in batches. If a single report failed, it would end the process. */
const BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
/** How often jobs whose worker died are looked for, in milliseconds. */
const SUPERVISION_INTERVAL = 3000;
/** How often tickets of the matchmaking queue are looked for that have expired, in milliseconds. */
const EXPIRY_INTERVAL = 1000;
/** How often leagues are looked for whose midnight has passed, in milliseconds: it comes at another time in each time zone. */
const MIDNIGHT_INTERVAL = 1000;
/** How often leagues are looked for that have lines to delete, in milliseconds: a midnight makes them. */
const THINNING_INTERVAL = 60_000;
/** How often deleted leagues are looked for of which something is left, in milliseconds. */
const DELETION_INTERVAL = 1000;
/** How often leagues are looked for that must be verified, in milliseconds. A start has enough to do, so it also comes first. */
const VERIFY_INTERVAL = 60_000;

/**
 * Starts the worker of this process. Jobs are shared by all processes on the database; each runs in one of them.
 * @returns a function that stops it: running jobs are abandoned, and another worker resumes them
 */
export async function startWorker(shared: WorkerNeeds, log: Log): Promise<() => Promise<void>> {
  // Connections of its own: requests that wait for a league's lock may hold all of theirs.
  const needs = {
    ...shared,
    database: await connectAgain(shared.database, { connectionString: shared.directUrl, ...withPatience(UNHURRIED) }),
  };
  needs.metrics.pools.add('jobs', pgPool(needs.database));
  const pool = openQueue(needs.directUrl, log);
  const stopping = new AbortController();
  const letGo = async () => {
    await pool.end();
    await needs.database.destroy();
  };
  try {
    const mayRun = () => needs.schema.misfit === null;
    const stopRunner = await keepRunning(() => startRunner(needs, pool, log, stopping.signal), log, mayRun);
    const endSupervision = repeat(SUPERVISION_INTERVAL, async () => {
      if (!mayRun()) return;
      await resumeAbandoned(needs).catch((error) =>
        log.error({ err: error }, 'Could not look for abandoned recomputes'),
      );
    });
    const endExpiry = repeat(EXPIRY_INTERVAL, async () => {
      if (!mayRun()) return;
      await expireTickets(needs, log).catch((error) =>
        log.error({ err: error }, 'Could not look for expired queue tickets'),
      );
    });
    // Not a job: it would wait for recomputes that are under way, and boards would be late for as long.
    const failed: FailedLeagues = new Map();
    const endNights = repeat(MIDNIGHT_INTERVAL, async () => {
      if (!mayRun()) return;
      await runNightly(needs, log, stopping.signal, failed).catch((error) =>
        log.error({ err: error }, 'Could not look for leagues whose midnight has passed'),
      );
    });
    const endThinning = repeat(THINNING_INTERVAL, async () => {
      if (!mayRun()) return;
      await thinLeagues(needs, log, stopping.signal).catch((error) =>
        log.error({ err: error }, 'Could not look for rating lines that are not kept any more'),
      );
    });
    const endDeletions = repeat(DELETION_INTERVAL, async () => {
      if (!mayRun()) return;
      await deleteLeagues(needs, log, stopping.signal).catch((error) =>
        log.error({ err: error }, 'Could not look for deleted leagues'),
      );
    });
    const unverified = new Map<number, number>();
    const endVerifying = repeat(
      VERIFY_INTERVAL,
      async () => {
        if (!mayRun() || !needs.verifiesNightly) return;
        await verifyLeagues(needs, log, stopping.signal, unverified).catch((error) =>
          log.error({ err: error }, 'Could not look for leagues to verify'),
        );
      },
      VERIFY_INTERVAL,
    );
    const endBackups = keepBackingUp(needs, log, stopping.signal);
    return async () => {
      const stopped = stopRunner();
      stopping.abort();
      const ends = [endSupervision, endExpiry, endNights, endThinning, endDeletions, endVerifying, endBackups];
      await Promise.all([stopped, ...ends.map((end) => end())]);
      await letGo();
    };
  } catch (error) {
    await letGo();
    throw error;
  }
}

function startRunner(needs: RunRecomputeNeeds, pgPool: pg.Pool, log: Log, stopping: AbortSignal): Promise<Runner> {
  return run({
    pgPool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ err: new Error(message) }, 'The job queue reported an error');
    }),
    preset: { worker: BATCHES },
    taskList: {
      recompute: (payload) => runRecompute(needs, (payload as Jobs['recompute']).id, log, stopping),
    },
  });
}

function openQueue(connectionString: string, log: Log): pg.Pool {
  const options = { ...CONNECTION, connectionString, max: CONCURRENCY + 2, application_name: 'openladder jobs' };
  const onLost = (error: Error) => log.error({ err: error }, 'the job queue lost a connection');
  return openPool({ ...options, ...withPatience(JOB_QUEUE) }, onLost);
}
