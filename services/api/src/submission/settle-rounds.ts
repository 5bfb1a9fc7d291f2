import { getLeague } from '../league/league.repository.js';
import { TailFailed } from '../replay/replay-rules.js';
import { type AppendNeeds, appendRounds, beginAhead } from './append-rounds.js';
import { gatherLate } from './gather-late.js';
import type { Job } from './lanes.js';
import { type SettleAloneNeeds, settleAlone, settleOnce } from './settle-alone.js';
import type { Results, Round } from './submission-result.js';

export type SettleRoundsNeeds = AppendNeeds & SettleAloneNeeds;

type RoundJob = Job<Round, Results>;

/**
 * Settles rounds of one league, as if each had come after the one before it. Ordinary ones are appended many at a time;
 * the others, with new players or late matches, are settled alone in their turn, late ones that wait together in one replay.
 * @param turn when the rounds before these are settled
 */
export async function settleRounds(
  needs: SettleRoundsNeeds,
  leagueId: number,
  jobs: readonly RoundJob[],
  turn: Promise<void>,
): Promise<void> {
  const rounds = jobs.map(({ task }) => task);
  const results: Results = new Map();
  let ahead = beginAhead(needs, leagueId, rounds, results);
  await turn;
  for (let settled = 0; settled < jobs.length; ) {
    const appended = await appendRounds(needs, leagueId, rounds.slice(settled), results, ahead);
    ahead = null;
    answer(jobs.slice(settled, settled + appended), results);
    settled += appended;
    if (appended > 0) continue;
    const together = await gather(needs, leagueId, jobs.slice(settled));
    await answerTogether(needs, leagueId, together, results);
    settled += together.length;
  }
}

/** Later, so that the next rounds are written first: callers that are answered have work to do. */
function answer(jobs: readonly RoundJob[], results: Results): void {
  setImmediate(() => {
    for (const { task, resolve } of jobs) resolve(pick(results, task));
  });
}

/** The first of these jobs, with those behind it that one replay can put into their places. */
async function gather(
  needs: SettleRoundsNeeds,
  leagueId: number,
  jobs: readonly RoundJob[],
): Promise<readonly RoundJob[]> {
  return jobs.length < 2 ? jobs : gatherLate(await getLeague(needs.database.manager, leagueId), jobs);
}

/** Settles jobs in one go; one after the other where the rater fails, so that each is told what became of its own matches. */
async function answerTogether(
  needs: SettleRoundsNeeds,
  leagueId: number,
  jobs: readonly RoundJob[],
  results: Results,
): Promise<void> {
  if (jobs.length > 1) {
    try {
      // What is in the log already was answered before.
      const open = jobs.flatMap(({ task }) => task.filter((candidate) => !results.has(candidate)));
      for (const [candidate, result] of await settleOnce(needs, leagueId, open)) results.set(candidate, result);
      for (const { task, resolve } of jobs) resolve(pick(results, task));
      return;
    } catch (error) {
      if (!(error instanceof TailFailed)) {
        for (const { reject } of jobs) reject(error);
        return;
      }
    }
  }
  for (const job of jobs) await answerAlone(needs, leagueId, job, results);
}

async function answerAlone(
  needs: SettleAloneNeeds,
  leagueId: number,
  { task, resolve, reject }: RoundJob,
  results: Results,
): Promise<void> {
  // What is in the log already was answered before.
  const open = task.filter((candidate) => !results.has(candidate));
  try {
    resolve(new Map([...pick(results, task), ...(await settleAlone(needs, leagueId, open))]));
  } catch (error) {
    reject(error);
  }
}

function pick(results: Results, round: Round): Results {
  return new Map(
    round.filter((candidate) => results.has(candidate)).map((candidate) => [candidate, results.get(candidate)!]),
  );
}
