import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { Recompute } from '../../services/api/dist/correction/recompute.js';
import { findRecompute } from '../../services/api/dist/correction/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/correction/run-recompute.js';
import { findLeague, lockLeague } from '../../services/api/dist/league/league.repository.js';
import { eventually } from '../embedded/support.js';
import { keepErrors } from './log.js';
import type { Platform } from './platform.js';

/** Runs a job to its end, while another thing happens after it has rated the log and before it may write. */
export async function runWhile(
  platform: Platform,
  slug: string,
  recompute: Recompute | null,
  meanwhile: () => Promise<unknown>,
): Promise<Recompute> {
  const { app } = platform;
  const letGo = await holdLock(platform, slug);
  // The first to ask for the lock gets it first.
  const happening = meanwhile();
  await waiting(platform, 1);
  const running = runRecompute(app, recompute!.id, keepErrors([]), new AbortController().signal);
  await waiting(platform, 2);
  await letGo();
  await Promise.all([happening, running]);
  return (await findRecompute(app.database.manager, recompute!.id))!;
}

/** Takes the league's lock, as a slow writer would. @returns what lets go of it */
export async function holdLock({ app }: Platform, slug: string): Promise<() => Promise<void>> {
  const runner = app.database.createQueryRunner();
  await runner.startTransaction();
  await lockLeague(runner.manager, (await findLeague(runner.manager, COMMAND_LINE, slug))!.id);
  return async () => {
    await runner.commitTransaction();
    await runner.release();
  };
}

/** Waits until so many wait for a league's lock. */
export async function waiting(platform: Platform, count: number): Promise<void> {
  const ask = `SELECT count(*)::integer AS count FROM pg_locks
               WHERE locktype = 'advisory' AND NOT granted
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await eventually(`${count} wait`, async () => (await platform.sql(ask))[0]!.count === count, 20_000);
}
