import type { League } from '../league/league.js';
import { isLate } from './check-against-league.js';
import type { Job } from './league-write-queue.js';
import type { Batch, Results } from './submission-result.js';

type BatchJob = Job<Batch, Results>;

/** Matches that are put into their places in one replay at most. */
const MAX_MATCHES = 1000;

/**
 * The first of these jobs, with those right after it that can share its replay: all have late matches, of one actor, whom the audit
 * log names, and of distinct external ids.
 * @param jobs at least one
 */
export function groupLateBatches(league: League, jobs: readonly BatchJob[]): readonly BatchJob[] {
  const [first] = jobs;
  const ids = new Set<string>();
  const gathered: BatchJob[] = [];
  for (const job of jobs) {
    const { task } = job;
    const isAlike =
      task.some(({ match }) => isLate(league, match)) &&
      actorOf(task) === actorOf(first!.task) &&
      ids.size + task.length <= MAX_MATCHES &&
      !task.some(({ match }) => ids.has(match.externalId));
    if (!isAlike) break;
    for (const { match } of task) ids.add(match.externalId);
    gathered.push(job);
  }
  return gathered.length > 0 ? gathered : [first!];
}

function actorOf([candidate]: Batch): string {
  const { tokenId, actor } = candidate!.sender.access;
  return `${tokenId} ${actor}`;
}
