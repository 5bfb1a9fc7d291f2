import { setTimeout } from 'node:timers/promises';
import { type Access, AccessDenied, ANONYMOUS, canSubmit } from '../access/access.js';
import { isRefusal, Refused, refuse } from '../kit/refusal.js';
import { LeagueDeleted } from '../league/league-deleted.js';
import type { NeedsLeagues } from '../league/league-reader.js';
import { unknownLeague } from '../league/unknown-league.js';
import { checkForm } from '../match-log/checks.js';
import type { MatchSubmission } from '../match-log/submission.js';
import { MAX_KEPT_WEIGHT, weightOf } from '../match-log/weight.js';
import type { Metrics } from '../metrics/metrics.js';
import { DerivedByOtherVersion } from '../raters/rating-system.js';
import {
  type Batch,
  type Candidate,
  pathOf,
  type Results,
  type Sender,
  type SubmitResult,
  splitIntoBatches,
} from './batch.js';
import type { NeedsLeagueCache } from './cached-league.js';
import { CallerLeft } from './caller-left.js';
import type { LeagueWriteQueues, LeagueWriter } from './league-write-queue.js';
import { type WriteOptimisticallyNeeds, writeOptimistically } from './write-optimistically.js';
import { type WriteUnderLockNeeds, writeUnderLock } from './write-under-lock.js';

export interface SubmitMatchesNeeds extends NeedsLeagues, WriteOptimisticallyNeeds, WriteUnderLockNeeds {
  /** Batches on their way, a queue for each league. */
  readonly submissions: LeagueWriteQueues;
}

export const MAX_BATCH = 1000;

/**
 * Submits matches; there is no other way into the log. Each match stands for itself: an invalid one is rejected with the
 * reason, and the others are rated. A match that is already in the log is answered with the one there. Submissions to
 * one league that arrive at the same time are written together.
 * @returns one result for each match, in the order given; accepted matches are stored by then
 * @throws Refused if the submission as a whole is refused
 * @throws DerivedByOtherVersion if the league is being rated by a new version of its rater, for longer than a caller waits
 * @throws CallerLeft if they leave before everything is written; what was written stays
 * @throws AccessDenied
 */
export async function submitMatches(
  needs: SubmitMatchesNeeds,
  access: Access,
  slug: string,
  submissions: readonly MatchSubmission[],
  caller: Pick<Sender, 'left' | 'charge'> = {},
): Promise<SubmitResult[]> {
  const known = getKnownSubmittable(needs, access, slug);
  try {
    return await submitTo(needs, access, known ?? (await getSubmittable(needs, access, slug)), submissions, caller);
  } catch (error) {
    if (known === undefined || !(error instanceof LeagueDeleted)) throw error;
    needs.leagueCache.forgetSlug(slug);
    return submitTo(needs, access, await getSubmittable(needs, access, slug), submissions, caller);
  }
}

async function submitTo(
  needs: SubmitMatchesNeeds,
  access: Access,
  leagueId: number,
  submissions: readonly MatchSubmission[],
  caller: Pick<Sender, 'left' | 'charge'>,
): Promise<SubmitResult[]> {
  if (submissions.length < 1 || submissions.length > MAX_BATCH) {
    const rule = `number of matches must be 1 to ${MAX_BATCH}, but is ${submissions.length}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'matches'], rule));
  }
  const sender = { access, submittedAt: needs.clock(), ...caller };
  const checked = submissions.map((submission, index) => check(submission, index, sender));
  const candidates = checked.filter((one) => 'sender' in one);
  const results: Results = new Map();
  const batches = await splitIntoBatches(needs, leagueId, candidates);
  for (const [number, batch] of batches.entries()) {
    if (number > 0 && caller.left?.().aborted) throw new CallerLeft();
    const settled = await writeOnceDerived(needs, leagueId, batch);
    for (const [candidate, result] of settled) results.set(candidate, result);
    chargeHeavy(caller, settled);
  }
  const answers = checked.map((one) => ('sender' in one ? results.get(one)! : one));
  countAnswers(needs.metrics, answers);
  return answers;
}

/** How long a submission waits for a league to be rated again, in milliseconds: most take less. */
const PATIENCE = 3000;
const INTERVAL = 200;

/**
 * Has a batch written in its turn. If the league must be rated again first, tries until that is done.
 * @throws DerivedByOtherVersion if it takes longer
 */
async function writeOnceDerived(needs: SubmitMatchesNeeds, leagueId: number, batch: Batch): Promise<Results> {
  const writer: LeagueWriter = {
    writeOptimistically: (batches) => writeOptimistically(needs, leagueId, batches),
    writeUnderLock: (batches) => writeUnderLock(needs, leagueId, batches),
  };
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      return await needs.submissions.add(leagueId, batch, writer);
    } catch (error) {
      if (!(error instanceof DerivedByOtherVersion) || Date.now() >= end) throw error;
      await setTimeout(INTERVAL);
    }
  }
}

/** Charges the contributions of heavy matches, as a late match is charged for those that it rates again. */
function chargeHeavy({ charge }: Pick<Sender, 'charge'>, settled: Results): void {
  let contributions = 0;
  for (const [{ match }, result] of settled) {
    const weight = weightOf(match);
    if (weight > MAX_KEPT_WEIGHT && result.kind === 'accepted' && !result.replayed) contributions += weight;
  }
  if (contributions > 0) charge?.({ lines: 0, contributions });
}

function check(submission: MatchSubmission, index: number, sender: Sender): Candidate | SubmitResult {
  const match = checkForm(submission, pathOf({ index }));
  if (isRefusal(match)) return { kind: 'rejected', externalId: submission.externalId, refusal: match };
  return { sender, index, match };
}

/** The league's id, if memory knows the league and the caller may submit to it. */
function getKnownSubmittable(needs: NeedsLeagueCache, access: Access, slug: string): number | undefined {
  const id = needs.leagueCache.idOf(slug);
  return id !== undefined && canSubmit(access, { id }) ? id : undefined;
}

async function getSubmittable(needs: NeedsLeagues & NeedsLeagueCache, access: Access, slug: string): Promise<number> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'submit matches');
  const league = await needs.leagues.find(access, slug);
  if (!league) throw unknownLeague(slug);
  if (!canSubmit(access, league)) throw new AccessDenied(access, `submit matches to ${slug}`);
  needs.leagueCache.keepSlug({ slug, id: league.id });
  return league.id;
}

/** Counts the matches of a submission by their results. */
function countAnswers(metrics: Metrics, answers: readonly SubmitResult[]): void {
  const count = { accepted: 0, replayed: 0, rejected: 0 };
  for (const answer of answers) {
    if (answer.kind === 'rejected') {
      count.rejected++;
      metrics.rejectedMatches.inc({ code: answer.refusal.code });
    } else if (answer.replayed) count.replayed++;
    else count.accepted++;
  }
  for (const [result, matches] of Object.entries(count)) {
    if (matches > 0) metrics.submittedMatches.inc({ result }, matches);
  }
}
