import type { App } from '../start/app.js';
import { appendRounds, beginAhead } from './append-rounds.js';
import type { Job } from './lanes.js';
import { settleAlone } from './settle-alone.js';
import type { Results, Round } from './submission-result.js';

/**
 * Settles rounds of one league, as if each had come after the one before it. Ordinary ones are appended many at a time;
 * the others, with new players or late matches, are settled alone in their turn.
 * @param turn when the rounds before these are settled
 */
export async function settleRounds(
  app: App,
  leagueId: number,
  jobs: readonly Job<Round, Results>[],
  turn: Promise<void>,
): Promise<void> {
  const rounds = jobs.map(({ task }) => task);
  const results: Results = new Map();
  let ahead = beginAhead(app, leagueId, rounds, results);
  await turn;
  for (let settled = 0; settled < jobs.length; ) {
    const appended = await appendRounds(app, leagueId, rounds.slice(settled), results, ahead);
    ahead = null;
    answer(jobs.slice(settled, settled + appended), results);
    settled += appended;
    if (appended === 0) await answerAlone(app, leagueId, jobs[settled++]!, results);
  }
}

/** Later, so that the next rounds are written first: whoever is answered has work to do. */
function answer(jobs: readonly Job<Round, Results>[], results: Results): void {
  setImmediate(() => {
    for (const { task, resolve } of jobs) resolve(pick(results, task));
  });
}

async function answerAlone(
  app: App,
  leagueId: number,
  { task, resolve, reject }: Job<Round, Results>,
  results: Results,
): Promise<void> {
  // What is in the log already was answered before.
  const open = task.filter((candidate) => !results.has(candidate));
  try {
    resolve(new Map([...pick(results, task), ...(await settleAlone(app, leagueId, open))]));
  } catch (error) {
    reject(error);
  }
}

function pick(results: Results, round: Round): Results {
  return new Map(
    round.filter((candidate) => results.has(candidate)).map((candidate) => [candidate, results.get(candidate)!]),
  );
}
