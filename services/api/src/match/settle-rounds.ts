import type { App } from '../app.js';
import { appendRounds } from './append-rounds.js';
import type { Job } from './lanes.js';
import { settleAlone } from './settle-alone.js';
import type { Results, Round } from './submission-result.js';

/**
 * Settles rounds of one league, as if each had come after the one before it. Ordinary ones are appended many at a time;
 * the others, with new players or late matches, are settled alone in their turn.
 */
export async function settleRounds(app: App, leagueId: number, jobs: readonly Job<Round, Results>[]): Promise<void> {
  const results: Results = new Map();
  let waiting = jobs;
  while (waiting.length > 0) {
    const rounds = waiting.map(({ task }) => task);
    const appended = await appendRounds(app, leagueId, rounds, results);
    for (const { task, resolve } of waiting.slice(0, appended)) resolve(pick(results, task));
    waiting = waiting.slice(appended);
    const [next] = waiting;
    if (appended > 0 || !next) continue;
    // A round may have been settled in part: what is in the log already was answered.
    const open = next.task.filter((candidate) => !results.has(candidate));
    try {
      next.resolve(new Map([...pick(results, next.task), ...(await settleAlone(app, leagueId, open))]));
    } catch (error) {
      next.reject(error);
    }
    waiting = waiting.slice(1);
  }
}

function pick(results: Results, round: Round): Results {
  return new Map(
    round.filter((candidate) => results.has(candidate)).map((candidate) => [candidate, results.get(candidate)!]),
  );
}
