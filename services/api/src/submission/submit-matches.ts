import { setTimeout } from 'node:timers/promises';
import { type Access, AccessDenied, ANONYMOUS, canSubmit } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { isRefusal, Refused, refuse } from '../kit/refusal.js';
import { LeagueDeleted, unknownLeague } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsLeagues } from '../league/league-reader.js';
import { checkForm, type MatchSubmission } from '../match-log/checks.js';
import { contributionsOf, MAX_HELD_CONTRIBUTIONS, MAX_KEPT_CONTRIBUTIONS } from '../match-log/match.js';
import type { Metrics } from '../metrics/metrics.js';
import { DerivedByOtherVersion } from '../raters/rating-system.js';
import {
  type Batch,
  type Candidate,
  ClientDisconnected,
  contributionsOfBatch,
  isLate,
  pathOf,
  type Rejected,
  type Results,
  type Sender,
  type SubmitResult,
  splitInOrder,
} from './batch.js';
import type { NeedsLeagueCache } from './league-state.js';
import type { LeagueWriteQueues } from './league-write-queue.js';
import { leagueWriter, type WriteNeeds } from './write.js';

export interface SubmitMatchesNeeds extends NeedsLeagues, WriteNeeds {
  /** Running batches, in one queue per league. */
  readonly submissions: LeagueWriteQueues;
}

export const MAX_BATCH = 1000;

/** The caller's parameters besides the matches. */
interface Caller extends Pick<Sender, 'left' | 'charge' | 'writtenAs'> {
  /**
   * May be called with the likely results, while they are being written. Details of each match then need no database. The same objects
   * are returned if nothing came in between, and others otherwise.
   */
  readonly foresee?: (results: readonly SubmitResult[]) => void;
}

/**
 * Submits matches. There is no other way into the log, except for long files, which `appendInBulk` writes. Each match is independent: an invalid one is
 * rejected with the reason, and the others are rated. For a match that is already in the log, the result is the recorded one. Submissions to one league that
 * arrive at the same time are written together.
 * @returns one result for each match, in the order given, once accepted matches are stored
 * @throws Refused if the submission as a whole is refused
 * @throws DerivedByOtherVersion if a new version of the rater is still rating the league after TIMEOUT
 * @throws ClientDisconnected if the caller leaves before everything is written; written matches stay
 * @throws AccessDenied
 */
export async function submitMatches(
  needs: SubmitMatchesNeeds,
  access: Access,
  slug: string,
  submissions: readonly MatchSubmission[],
  caller: Caller = {},
): Promise<SubmitResult[]> {
  const id = needs.leagueCache.idOf(slug);
  const isKnown = id !== undefined && canSubmit(access, { id });
  try {
    const leagueId = isKnown ? id : await getSubmittable(needs, access, slug);
    return await submitTo(needs, access, leagueId, submissions, caller);
  } catch (error) {
    if (!isKnown || !(error instanceof LeagueDeleted)) throw error;
    needs.leagueCache.forgetSlug(slug);
    return submitTo(needs, access, await getSubmittable(needs, access, slug), submissions, caller);
  }
}

async function submitTo(
  needs: SubmitMatchesNeeds,
  access: Access,
  leagueId: number,
  submissions: readonly MatchSubmission[],
  { foresee, ...caller }: Caller,
): Promise<SubmitResult[]> {
  if (submissions.length < 1 || submissions.length > MAX_BATCH) {
    const values = { field: 'matches', min: 1, max: MAX_BATCH, count: submissions.length };
    throw new Refused(refuse('COUNT_RANGE', ['input', 'matches'], values));
  }
  const answersFrom = (settled: Results): (SubmitResult | undefined)[] =>
    checked.map((one) => ('sender' in one ? settled.get(one) : one));
  const sender: Sender = {
    ...{ access, submittedAt: needs.clock(), ...caller },
    ...(foresee && { foresee: (settled) => whole(answersFrom(settled), foresee) }),
  };
  const checked: readonly (Candidate | Rejected)[] = checkForms(submissions, sender);
  const candidates = checked.filter((one) => 'sender' in one);
  const results: Results = new Map();
  // Nearly always one.
  const distinct = batchesOfDistinctIds(candidates);
  const batches = (await Promise.all(distinct.map((batch) => splitLargeBatch(needs, leagueId, batch)))).flat();
  for (const [number, batch] of batches.entries()) {
    if (number > 0 && caller.left?.().aborted) throw new ClientDisconnected();
    const settled = await writeOnceDerived(needs, leagueId, batch);
    for (const [candidate, result] of settled) results.set(candidate, result);
    chargeLarge(caller, settled);
  }
  const answers = answersFrom(results) as SubmitResult[];
  countAnswers(needs.metrics, answers);
  return answers;
}

/** Calls back with results if none is missing, and all requested data of them is in memory. */
function whole(
  answers: readonly (SubmitResult | undefined)[],
  callback: (answers: readonly SubmitResult[]) => void,
): void {
  const isFinal = (answer: SubmitResult | undefined) => answer?.kind === 'rejected' || answer?.stored;
  if (answers.every(isFinal)) callback(answers as readonly SubmitResult[]);
}

/** A second match with the same external id is written after the first. */
export function batchesOfDistinctIds(candidates: readonly Candidate[]): Batch[] {
  if (candidates.length === 1) return [candidates];
  const batches: Candidate[][] = [];
  const times = new Map<string, number>();
  for (const candidate of candidates) {
    const time = times.get(candidate.match.externalId) ?? 0;
    times.set(candidate.match.externalId, time + 1);
    batches[time] ??= [];
    batches[time].push(candidate);
  }
  return batches;
}

/**
 * Late matches stay together: one replay rates them, and never holds all their contributions in memory. The rest is written in parts.
 */
async function splitLargeBatch(needs: NeedsDatabase, leagueId: number, batch: Batch): Promise<Batch[]> {
  if (contributionsOfBatch(batch) <= MAX_HELD_CONTRIBUTIONS) return [batch];
  const league = await getLeague(needs.database.manager, leagueId);
  const late = batch.filter(({ match }) => isLate(league, match));
  const rest = batch.filter(({ match }) => !isLate(league, match));
  return [late, ...splitInOrder(rest)].filter((part) => part.length > 0);
}

/** How long a submission waits for a league to be rated again, in milliseconds. Most leagues take less. */
const TIMEOUT = 3000;
const INTERVAL = 200;

/**
 * Writes a batch in its turn. If the league must be rated again first, retries until that is done.
 * @throws DerivedByOtherVersion if it takes longer than TIMEOUT
 */
async function writeOnceDerived(needs: SubmitMatchesNeeds, leagueId: number, batch: Batch): Promise<Results> {
  const writer = leagueWriter(needs, leagueId);
  for (const end = Date.now() + TIMEOUT; ; ) {
    try {
      return await needs.submissions.add(leagueId, batch, writer);
    } catch (error) {
      if (!(error instanceof DerivedByOtherVersion) || Date.now() >= end) throw error;
      await setTimeout(INTERVAL);
    }
  }
}

/** Charges the contributions of large matches, like those that a late match rates again. */
function chargeLarge({ charge }: Pick<Sender, 'charge'>, settled: Results): void {
  let contributions = 0;
  for (const [{ match }, result] of settled) {
    const count = contributionsOf(match);
    if (count > MAX_KEPT_CONTRIBUTIONS && result.kind === 'accepted' && !result.replayed) contributions += count;
  }
  if (contributions > 0) charge?.({ lines: 0, contributions });
}

/** Candidates, or the refusals of those that break a rule of form. */
export function checkForms(submissions: readonly MatchSubmission[], sender: Sender): (Candidate | Rejected)[] {
  return submissions.map((submission, index) => {
    const match = checkForm(submission, pathOf({ index }));
    if (isRefusal(match)) return { kind: 'rejected', externalId: submission.externalId, refusal: match };
    return { sender, index, match };
  });
}

export async function getSubmittable(
  needs: NeedsLeagues & NeedsLeagueCache,
  access: Access,
  slug: string,
): Promise<number> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'submit matches');
  const league = await needs.leagues.find(access, slug);
  if (!league) throw unknownLeague(slug);
  if (!canSubmit(access, league)) throw new AccessDenied(access, `submit matches to ${slug}`);
  needs.leagueCache.keepSlug({ slug, id: league.id });
  return league.id;
}

/** Counts the matches of a submission by their results. */
export function countAnswers(metrics: Metrics, answers: readonly SubmitResult[]): void {
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
