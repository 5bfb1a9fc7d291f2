import { type RunAnalysesNeeds, runAnalyses } from '../analysis/run-analyses.js';
import { type BackgroundWork, keepDoing } from '../database/background-work.js';
import { listBackups } from '../database/backup/names.js';
import { takeBackup } from '../database/backup/take-backup.js';
import { connectAgain } from '../database/data-source.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import { deleteLeagues } from '../ending/delete-league.js';
import { ImportTurns } from '../import/import-turns.js';
import { forgetUnusedFiles } from '../import/receive-file.js';
import { IMPORTS } from '../import/request-import.js';
import { type RunImportsNeeds, runImports } from '../import/run-imports.js';
import type { Log } from '../kit/log.js';
import { JOB_CONNECTIONS, JOB_LEAGUE_WRITERS, LONG_RUNNING, withSettings } from '../kit/sql/connection.js';
import { pgPool } from '../kit/sql/prepared.js';
import { limitLeagueWriters } from '../kit/sql/transaction.js';
import { RECOMPUTES } from '../league-log/recompute.js';
import { type RunRecomputeNeeds, runNextRecompute } from '../league-log/run-recompute.js';
import { type ExpireTicketsNeeds, expireTickets } from '../matchmaking/expire-tickets.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { type FailedLeagues, type PassMidnightNeeds, runNightly } from '../nightly/pass-midnight.js';
import { pruneLeagues } from '../nightly/retention.js';
import { packGenerations } from '../replay/pack-generations.js';
import { type VerifyLeaguesNeeds, verifyLeagues } from './verify-leagues.js';

export interface WorkerNeeds
  extends RunRecomputeNeeds,
    ExpireTicketsNeeds,
    PassMidnightNeeds,
    VerifyLeaguesNeeds,
    RunAnalysesNeeds,
    RunImportsNeeds,
    NeedsSchema,
    BackupNeeds {
  /** URL of the same database, bypassing a pooler, for the worker's own connections: jobs hold session locks. */
  readonly directUrl: string;
  /** Whether leagues are verified every night. */
  readonly verifiesNightly: boolean;
}

/** How often to look for files to check or import, in milliseconds, besides wake-ups: people would wait this long after a lost one. */
const IMPORT_INTERVAL = 300;
/** Leagues whose files are checked or imported side by side. Each takes memory, and connections while it writes. */
const IMPORTING_LEAGUES = 3;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Starts the worker of this process. Jobs are shared by all processes on the database; each runs in one of them.
 * @returns a function that stops it: running jobs are abandoned, and another worker resumes them
 */
export async function startWorker(shared: WorkerNeeds, log: Log): Promise<() => Promise<void>> {
  // Connections of its own: requests that wait for a league's lock may hold all of theirs.
  const needs = {
    ...shared,
    database: await connectAgain(shared.database, {
      connectionString: shared.directUrl,
      max: JOB_CONNECTIONS,
      ...withSettings(LONG_RUNNING),
    }),
  };
  limitLeagueWriters(needs.database, JOB_LEAGUE_WRITERS);
  needs.metrics.pools.set('jobs', pgPool(needs.database));
  const stopping = new AbortController();
  const ends = worksOf(needs, log).map((work) => keepDoing(needs, log, stopping.signal, work));
  return async () => {
    stopping.abort();
    await Promise.all(ends.map((end) => end()));
    await needs.database.destroy();
  };
}

/** The background work of a process. */
function worksOf(needs: WorkerNeeds, log: Log): BackgroundWork[] {
  const failed: FailedLeagues = new Map();
  const unverified = new Map<number, number>();
  const turns = new ImportTurns();
  const importing = Array.from({ length: IMPORTING_LEAGUES }, (_, place) => ({
    what: 'look for files to import',
    every: IMPORTING_LEAGUES * IMPORT_INTERVAL,
    after: place * IMPORT_INTERVAL,
    listen: (wake: () => void) => needs.wakeUps.on(IMPORTS, wake),
    work: (ending: AbortSignal) => runImports(needs, log, ending, turns),
  }));
  const verifying = {
    what: 'look for leagues to verify',
    every: MINUTE,
    // A start is busy enough.
    after: MINUTE,
    work: (ending: AbortSignal) => verifyLeagues(needs, log, ending, unverified),
  };
  return [
    {
      what: 'look for recomputes',
      every: 1_000,
      listen: (wake) => needs.wakeUps.on(RECOMPUTES, wake),
      work: (ending) => runNextRecompute(needs, log, ending),
    },
    {
      what: 'look for expired queue tickets',
      every: 1_000,
      work: (ending) => expireTickets(needs, log, ending),
    },
    {
      what: 'look for leagues whose midnight has passed',
      // Midnight comes at a different time in each time zone.
      every: 1_000,
      work: (ending) => runNightly(needs, log, ending, failed),
    },
    {
      what: 'look for rating lines that are no longer kept',
      every: MINUTE,
      work: (ending) => pruneLeagues(needs, log, ending),
    },
    {
      what: 'look for rating lines that were replaced',
      every: 10_000,
      work: (ending) => packGenerations(needs, log, ending),
    },
    {
      what: 'look for deleted leagues',
      every: 1_000,
      work: (ending) => deleteLeagues(needs, log, ending),
    },
    {
      what: 'look for requested analyses',
      every: 1_000,
      work: (ending) => runAnalyses(needs, log, ending),
    },
    ...importing,
    {
      what: 'look for abandoned imports',
      every: MINUTE,
      work: () => forgetUnusedFiles(needs),
    },
    ...(needs.verifiesNightly ? [verifying] : []),
    ...(needs.backups ? [backingUp(needs, needs.backups, log)] : []),
  ];
}

/** When scheduled backups are made, and how many are kept. */
export interface BackupSchedule {
  readonly dir: string;
  /** Hours from one to the next. */
  readonly every: number;
  readonly keep: number;
}

export interface BackupNeeds extends NeedsMetrics {
  /** null: none are made. */
  readonly backups: BackupSchedule | null;
  /** URL of the database without a pooler in between. */
  readonly directUrl: string;
  readonly clock: () => Date;
}

/** Makes backups on schedule. If several processes share a folder, one of them makes each. */
export function backingUp(needs: BackupNeeds, schedule: BackupSchedule, log: Log): BackgroundWork {
  return {
    what: `make a backup in ${schedule.dir}`,
    every: MINUTE,
    afterFailure: 10 * MINUTE,
    work: (ending) =>
      backUpIfDue(needs, schedule, log, ending).catch((error) => {
        if (!ending.aborted) needs.metrics.backupFailures.inc();
        throw error;
      }),
  };
}

/** Makes a backup if the newest one is old enough, and deletes old ones beyond the number to keep. */
export async function backUpIfDue(
  { clock, directUrl, metrics }: BackupNeeds,
  { dir, every, keep }: BackupSchedule,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const isDue = async () => {
    const newest = (await listBackups(dir)).at(-1)?.startedAt;
    if (newest) metrics.lastBackup.set(newest.getTime() / 1000);
    return !newest || now.getTime() - newest.getTime() >= every * HOUR;
  };
  if (!(await isDue())) return;
  const backup = await takeBackup({ url: directUrl, dir, now, keep, signal, isWanted: isDue });
  if (!backup) return;
  metrics.lastBackup.set(now.getTime() / 1000);
  log.info({ folder: backup.folder, took: clock().getTime() - now.getTime() }, 'Created a backup');
}
