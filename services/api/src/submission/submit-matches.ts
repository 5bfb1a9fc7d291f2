import { type Access, AccessDenied, ANONYMOUS, canSubmit } from '../access/access.js';
import { isRefusal, Refused, refuse } from '../kit/refusal.js';
import type { NeedsLeagues } from '../league/league-reader.js';
import { unknownLeague } from '../league/unknown-league.js';
import { checkForm } from '../match-log/checks.js';
import type { MatchSubmission } from '../match-log/submission.js';
import { MAX_KEPT_WEIGHT, weightOf } from '../match-log/weight.js';
import type { NeedsLeagueCache } from './cached-league.js';
import { CallerLeft } from './caller-left.js';
import { countSubmission } from './count-submission.js';
import type { LeagueWriteQueues } from './league-write-queue.js';
import { retryWhileRecomputing } from './retry-while-recomputing.js';
import { splitHeavyBatch } from './split-heavy-batch.js';
import {
  type Batch,
  type Candidate,
  pathOf,
  type Results,
  type Sender,
  type SubmitResult,
} from './submission-result.js';
import { type WriteBatchesNeeds, writeBatches } from './write-batches.js';

export interface SubmitMatchesNeeds extends NeedsLeagues, WriteBatchesNeeds {
  /** Batches on their way, a queue for each league. */
  readonly submissions: LeagueWriteQueues<Batch, Results>;
}

export const MAX_BATCH = 1000;

/**
 * The one way into the log, for one match or a thousand. Each match stands for itself: a bad one is rejected with its
 * reason, and the others are rated. A match that is in the log already is answered with what is there. Submissions to
 * one league that come at the same time are settled together.
 * @returns one result for each match, in their order; once it returns, what was accepted is stored
 * @throws Refused where the batch as a whole is refused
 * @throws DerivedByOtherVersion where the league is being derived anew, and nothing can be rated until it is
 * @throws CallerLeft where they leave before all is settled; what was settled stays
 * @throws AccessDenied
 */
export async function submitMatches(
  needs: SubmitMatchesNeeds,
  access: Access,
  slug: string,
  submissions: readonly MatchSubmission[],
  caller: Pick<Sender, 'left' | 'charge'> = {},
): Promise<SubmitResult[]> {
  const leagueId = getKnownSubmittable(needs, access, slug) ?? (await getSubmittable(needs, access, slug));
  if (submissions.length < 1 || submissions.length > MAX_BATCH) {
    const rule = `number of matches must be 1 to ${MAX_BATCH}, but is ${submissions.length}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'matches'], rule));
  }
  const sender = { access, submittedAt: needs.clock(), ...caller };
  const checked = submissions.map((submission, index) => check(submission, index, sender));
  const results: SubmitResult[] = [];
  const batches = batchesOfDistinctIds(checked.filter((one) => 'sender' in one));
  const parts = (await Promise.all(batches.map((batch) => splitHeavyBatch(needs, leagueId, batch)))).flat();
  for (const batch of parts) {
    if (caller.left?.aborted) throw new CallerLeft();
    const settled = await retryWhileRecomputing(() =>
      needs.submissions.add(leagueId, batch, (jobs, turn) => writeBatches(needs, leagueId, jobs, turn)),
    );
    for (const [{ index }, result] of settled) results[index] = result;
    chargeHeavy(caller, settled);
  }
  const answers = checked.map((one, index) => ('sender' in one ? results[index]! : one));
  countSubmission(needs.metrics, answers);
  return answers;
}

/** Of heavy matches the contributions are charged, as they are of those that a late match rates anew. */
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

/** The league's id, where it is known without a query that there is this league and that the caller may submit. */
function getKnownSubmittable(needs: NeedsLeagueCache, access: Access, slug: string): number | undefined {
  const id = needs.leagueCache.idOf(slug);
  return id !== undefined && canSubmit(access, { id }) ? id : undefined;
}

async function getSubmittable(needs: NeedsLeagues & NeedsLeagueCache, access: Access, slug: string): Promise<number> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'submit matches');
  const league = await needs.leagues.find(access, slug);
  if (!league) throw unknownLeague(slug);
  if (!canSubmit(access, league)) throw new AccessDenied(access, `submit matches to ${slug}`);
  needs.leagueCache.keepSlug(league);
  return league.id;
}

/** Splits a batch that names an external id twice, so that the second is settled when the first is known. */
function batchesOfDistinctIds(candidates: readonly Candidate[]): Candidate[][] {
  const batches: Candidate[][] = [];
  const times = new Map<string, number>();
  for (const candidate of candidates) {
    const batch = times.get(candidate.match.externalId) ?? 0;
    times.set(candidate.match.externalId, batch + 1);
    batches[batch] ??= [];
    batches[batch].push(candidate);
  }
  return batches;
}
