import { type CompareNeeds, type CompareOptions, compareOn } from '../compare/compare-rating-systems.js';
import { HEAP, serviceWorkers } from '../compare/compare-within-request.js';
import { type TuningRequest, tuneOn } from '../compare/tune-rating-system.js';
import type { NeedsSession } from '../database/process-session.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import { checkIntegrity } from '../integrity/check-integrity.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock } from '../kit/needs.js';
import { Refused } from '../kit/refusal.js';
import { LOCKS } from '../kit/sql/advisory-locks.js';
import { endedStatement, isAway } from '../kit/sql/database-away.js';
import type { Analysis, AnalysisKind } from './analysis.js';
import {
  type FoundByAnalysis,
  findPendingAnalysis,
  updateAnalysisDone,
  updateAnalysisFailed,
  updateAnalysisLeft,
  updateAnalysisProgress,
  updateAnalysisStarted,
} from './analysis.repository.js';
import { type ComparisonRequest, keptComparison, keptTuning } from './kept-comparison.js';

export type RunAnalysesNeeds = CompareNeeds & NeedsClock & NeedsSchema & NeedsSession;

/** How often an analysis reports its progress and checks whether it was cancelled, in milliseconds. */
const INTERVAL = 500;
/** An analysis that takes longer fails, because others wait for their turn. In milliseconds. */
const TIMEOUT = 3_600_000;
const TOO_LONG = 'it did not finish within an hour';
/** An analysis whose process died this often is not started again. */
const MAX_ATTEMPTS = 3;

/**
 * Runs the requested analyses, one at a time among all processes, because each needs much processor time and memory. An analysis whose
 * process died is started again.
 * @param stopping aborted to leave the present analysis to the next process
 */
export async function runAnalyses(
  needs: RunAnalysesNeeds,
  log: Log,
  stopping: AbortSignal,
  timeout = TIMEOUT,
): Promise<void> {
  if (!(await findPendingAnalysis(needs.database))) return;
  await needs.session.ifAlone(LOCKS.analysis, async () => {
    while (!stopping.aborted && (await needs.schema.fits())) {
      const next = await findPendingAnalysis(needs.database);
      if (!next) return;
      await runAnalysis(needs, next, log, stopping, timeout);
    }
  });
}

async function runAnalysis(
  needs: RunAnalysesNeeds,
  analysis: Analysis,
  log: Log,
  stopping: AbortSignal,
  timeout: number,
): Promise<void> {
  const { id, attempts } = analysis;
  const { database, clock } = needs;
  if (attempts >= MAX_ATTEMPTS) {
    const problem = `it was begun ${attempts} times, and each time its process ended`;
    return updateAnalysisFailed(database, id, problem, clock());
  }
  if (!(await updateAnalysisStarted(database, id, clock()))) return;
  const unwanted = new AbortController();
  const left = AbortSignal.any([unwanted.signal, stopping]);
  const late = new AbortController();
  const tooLong = setTimeout(() => late.abort(new Error(TOO_LONG)), timeout);
  let progress = 0;
  const look = async () => {
    if (!(await updateAnalysisProgress(database, id, Math.min(progress, 1))))
      unwanted.abort(new Error('it was cancelled'));
  };
  const leave = async () => {
    if (!unwanted.signal.aborted) await updateAnalysisLeft(database, id);
  };
  const timer = setInterval(() => look().catch(() => undefined), INTERVAL);
  try {
    const onProgress = (share: number) => {
      progress = share;
    };
    const found = await analyse(needs, analysis, { onProgress, ending: AbortSignal.any([left, late.signal]) });
    if (left.aborted) await leave();
    else await updateAnalysisDone(database, id, found, clock());
  } catch (error) {
    if (left.aborted) return await leave();
    if (isAway(error)) throw error;
    await updateAnalysisFailed(database, id, late.signal.aborted ? TOO_LONG : analysisFailure(error, id, log), clock());
  } finally {
    clearInterval(timer);
    clearTimeout(tooLong);
  }
}

/** Why an analysis failed, for its admin. Causes that they cannot resolve are only in the log. */
function analysisFailure(error: unknown, id: number, log: Log): string {
  if (error instanceof Refused) return error.message;
  log.error({ err: error, analysis: id }, 'An analysis failed');
  const ended = endedStatement(error);
  return ended === null ? 'internal error; see the service log' : `PostgreSQL ended one of its statements: ${ended}`;
}

async function analyse(
  needs: RunAnalysesNeeds,
  { kind, leagueId, request }: Analysis,
  work: Required<Pick<CompareOptions, 'onProgress' | 'ending'>>,
): Promise<FoundByAnalysis<AnalysisKind>> {
  const alone = { ...work, heap: HEAP };
  const shared = { ...alone, workers: serviceWorkers() };
  switch (kind) {
    case 'INTEGRITY': {
      const report = await checkIntegrity(needs, leagueId, alone);
      return { sequence: report.sequence, revision: report.revision, result: report };
    }
    case 'COMPARE': {
      const comparison = await compareOn(needs, leagueId, request as ComparisonRequest, shared);
      return { ...comparison, result: keptComparison(comparison) };
    }
    case 'TUNE': {
      const tuning = await tuneOn(needs, leagueId, request as TuningRequest, shared);
      return { ...tuning.comparison, result: keptTuning(tuning) };
    }
  }
}
