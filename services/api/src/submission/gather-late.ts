import type { League } from '../league/league.js';
import { isLate } from './fitting.js';
import type { Job } from './lanes.js';
import type { Results, Round } from './submission-result.js';

type RoundJob = Job<Round, Results>;

/** Matches that are put into their places in one replay at most. */
const MAX_MATCHES = 1000;

/**
 * The first of these jobs, with those right after it that can share its replay: all have late matches, of one actor, whom the audit
 * log names, and of distinct external ids.
 * @param jobs at least one
 */
export function gatherLate(league: League, jobs: readonly RoundJob[]): readonly RoundJob[] {
  const [first] = jobs;
  const ids = new Set<string>();
  const gathered: RoundJob[] = [];
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

function actorOf([candidate]: Round): string {
  const { tokenId, actor } = candidate!.sender.access;
  return `${tokenId} ${actor}`;
}
