import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { findLeague, lockLeague } from '../../services/api/dist/league/league.repository.js';
import type { Recompute } from '../../services/api/dist/league-log/recompute.js';
import { findRecompute } from '../../services/api/dist/league-log/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import { eventually } from '../embedded/support.js';
import { WAITING } from './held-league.js';
import { keepErrors } from './log.js';
import type { Platform } from './platform.js';
import { openRecomputeGate } from './recompute-gate.js';

/** Runs a job to its end, with another change after the job has rated the log and before it may write. */
export async function runWhile(
  platform: Platform,
  recompute: Recompute | null,
  meanwhile: () => Promise<unknown>,
): Promise<Recompute> {
  const { app, sql, url: databaseUrl } = platform;
  const gate = await openRecomputeGate({ sql, databaseUrl });
  const running = runRecompute(app, recompute!.id, keepErrors([]), new AbortController().signal);
  try {
    await gate.reached();
    await meanwhile();
  } finally {
    await gate.remove();
  }
  await running;
  return (await findRecompute(app.database.manager, recompute!.id))!;
}

/** Takes the league's lock, as a slow writer would. @returns a function that does the rest of the writer's work and commits */
export function holdLock(platform: Platform, slug: string): Promise<LetGo> {
  return holdTransaction(platform, async (tx) => lockLeague(tx, (await findLeague(tx, COMMAND_LINE, slug))!.id));
}

type Transaction = Parameters<typeof lockLeague>[0];
type LetGo = (last?: (tx: Transaction) => Promise<unknown>) => Promise<void>;

/** Begins a transaction. @returns a function that commits it */
export async function holdTransaction({ app }: Platform, take: (tx: Transaction) => Promise<unknown>): Promise<LetGo> {
  const runner = app.database.createQueryRunner();
  await runner.startTransaction();
  await take(runner.manager);
  return async (last) => {
    await last?.(runner.manager);
    await runner.commitTransaction();
    await runner.release();
  };
}

/** Waits until a number of transactions wait for a league's lock. */
export async function waiting(platform: Platform, count: number): Promise<void> {
  await eventually(`${count} wait`, async () => (await platform.sql(WAITING)).length === count);
}
