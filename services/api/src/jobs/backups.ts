import type { BackgroundWork } from '../database/background-work.js';
import { listBackups } from '../database/backup/names.js';
import { takeBackup } from '../database/backup/take-backup.js';
import type { Log } from '../kit/log.js';
import type { NeedsMetrics } from '../metrics/metrics.js';

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

/** How often the schedule is checked, in milliseconds. */
const INTERVAL = 60_000;
/** The wait after a failed backup, in milliseconds. */
const AFTER_FAILURE = 600_000;
const HOUR = 3_600_000;

/** Makes backups on schedule. If several processes share a folder, one of them makes each. */
export function backingUp(needs: BackupNeeds, schedule: BackupSchedule, log: Log): BackgroundWork {
  return {
    what: `make a backup in ${schedule.dir}`,
    every: INTERVAL,
    afterFailure: AFTER_FAILURE,
    work: (ending) => backUpIfDue(needs, schedule, log, ending),
  };
}

/** Makes a backup if the newest one is old enough, and deletes those beyond the number to keep. */
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
