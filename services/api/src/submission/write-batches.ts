import { getLeague } from '../league/league.repository.js';
import { ReplayFailed } from '../replay/check-replayable.js';
import { groupLateBatches } from './group-late-batches.js';
import type { Job } from './league-write-queue.js';
import type { Batch, Results } from './submission-result.js';
import { beginAhead, type WriteOptimisticallyNeeds, writeOptimistically } from './write-optimistically.js';
import { type WriteUnderLockNeeds, writeUnderLock, writeUnderLockOnce } from './write-under-lock.js';

export type WriteBatchesNeeds = WriteOptimisticallyNeeds & WriteUnderLockNeeds;

type BatchJob = Job<Batch, Results>;

/**
 * Settles batches of one league, as if each had come after the one before it. Ordinary ones are appended many at a time;
 * the others, with new players or late matches, are settled alone in their turn, late ones that wait together in one replay.
 * @param turn when the batches before these are settled
 */
export async function writeBatches(
  needs: WriteBatchesNeeds,
  leagueId: number,
  jobs: readonly BatchJob[],
  turn: Promise<void>,
): Promise<void> {
  const batches = jobs.map(({ task }) => task);
  const results: Results = new Map();
  let ahead = beginAhead(needs, leagueId, batches, results);
  await turn;
  for (let settled = 0; settled < jobs.length; ) {
    const appended = await writeOptimistically(needs, leagueId, batches.slice(settled), results, ahead);
    ahead = null;
    answer(jobs.slice(settled, settled + appended), results);
    settled += appended;
    if (appended > 0) continue;
    const together = await gather(needs, leagueId, jobs.slice(settled));
    await answerTogether(needs, leagueId, together, results);
    settled += together.length;
  }
}

/** Later, so that the next batches are written first: callers that are answered have work to do. */
function answer(jobs: readonly BatchJob[], results: Results): void {
  setImmediate(() => {
    for (const { task, resolve } of jobs) resolve(pick(results, task));
  });
}

/** The first of these jobs, with those behind it that one replay can put into their places. */
async function gather(
  needs: WriteBatchesNeeds,
  leagueId: number,
  jobs: readonly BatchJob[],
): Promise<readonly BatchJob[]> {
  return jobs.length < 2 ? jobs : groupLateBatches(await getLeague(needs.database.manager, leagueId), jobs);
}

/** Settles jobs in one go; one after the other where the rater fails, so that each is told what became of its own matches. */
async function answerTogether(
  needs: WriteBatchesNeeds,
  leagueId: number,
  jobs: readonly BatchJob[],
  results: Results,
): Promise<void> {
  if (jobs.length > 1) {
    try {
      // What is in the log already was answered before.
      const open = jobs.flatMap(({ task }) => task.filter((candidate) => !results.has(candidate)));
      for (const [candidate, result] of await writeUnderLockOnce(needs, leagueId, open)) results.set(candidate, result);
      for (const { task, resolve } of jobs) resolve(pick(results, task));
      return;
    } catch (error) {
      if (!(error instanceof ReplayFailed)) {
        for (const { reject } of jobs) reject(error);
        return;
      }
    }
  }
  for (const job of jobs) await answerUnderLock(needs, leagueId, job, results);
}

async function answerUnderLock(
  needs: WriteUnderLockNeeds,
  leagueId: number,
  { task, resolve, reject }: BatchJob,
  results: Results,
): Promise<void> {
  // What is in the log already was answered before.
  const open = task.filter((candidate) => !results.has(candidate));
  try {
    resolve(new Map([...pick(results, task), ...(await writeUnderLock(needs, leagueId, open))]));
  } catch (error) {
    reject(error);
  }
}

function pick(results: Results, batch: Batch): Results {
  return new Map(
    batch.filter((candidate) => results.has(candidate)).map((candidate) => [candidate, results.get(candidate)!]),
  );
}
