import { setTimeout } from 'node:timers/promises';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { Recompute } from '../../services/api/dist/correction/recompute.js';
import { findRecompute } from '../../services/api/dist/correction/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/correction/run-recompute.js';
import { LOCKS_OF } from '../../services/api/dist/kit/sql/advisory-locks.js';
import { findLeague, lockLeague } from '../../services/api/dist/league/league.repository.js';
import { eventually } from '../embedded/support.js';
import { lockForTest, WAITING } from './held-league.js';
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
  const letGoOfRow = await hold(platform, (tx) => lockForTest(tx, slug));
  const { id } = (await findLeague(app.database.manager, COMMAND_LINE, slug))!;
  const letGoOfLock = await hold(platform, (tx) =>
    tx.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCKS_OF.league, id]),
  );
  const happening = meanwhile();
  await waiting(platform, 1);
  const running = runRecompute(app, recompute!.id, keepErrors([]), new AbortController().signal);
  await waiting(platform, 2);
  // What waits for the row alone, as an append does, goes before those that wait for both. They go in the order in which they came.
  await letGoOfRow();
  await Promise.race([happening, setTimeout(100)]);
  await letGoOfLock();
  await Promise.all([happening, running]);
  return (await findRecompute(app.database.manager, recompute!.id))!;
}

/** Takes the league's lock, as a slow writer would. @returns what lets go of it */
export function holdLock(platform: Platform, slug: string): Promise<() => Promise<void>> {
  return hold(platform, async (tx) => lockLeague(tx, (await findLeague(tx, COMMAND_LINE, slug))!.id));
}

type Transaction = Parameters<typeof lockLeague>[0];

/** Begins a transaction. @returns what commits it */
async function hold({ app }: Platform, take: (tx: Transaction) => Promise<unknown>): Promise<() => Promise<void>> {
  const runner = app.database.createQueryRunner();
  await runner.startTransaction();
  await take(runner.manager);
  return async () => {
    await runner.commitTransaction();
    await runner.release();
  };
}

/** Waits until so many wait for a league's lock. */
export async function waiting(platform: Platform, count: number): Promise<void> {
  await eventually(`${count} wait`, async () => (await platform.sql(WAITING)).length === count);
}
