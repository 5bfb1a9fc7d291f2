import { type Access, AccessDenied, ANONYMOUS, canSubmit } from '../access/access.js';
import type { App } from '../app.js';
import type { League } from '../league/league.js';
import { findLeague } from '../league/league.repository.js';
import { transaction } from '../persistence/transaction.js';
import { TailFailed } from '../recompute/replay-tail.js';
import { isRefusal, Refused, refuse, shown } from '../refusal.js';
import { checkForm } from './checks.js';
import { contentHash } from './content.js';
import type { MatchSubmission } from './submission.js';
import { type Candidate, pathOf, type Results, reject, type SubmitResult } from './submission-result.js';
import { submitRound } from './submit-round.js';

export const MAX_BATCH = 1000;

/**
 * The one way into the log, for one match or a thousand. Each match stands for itself: a bad one is rejected with its
 * reason, and the others are rated. A match that is in the log already is answered with what is there.
 * @returns one result for each match, in their order; once it returns, what was accepted is stored
 * @throws Refused where the batch as a whole is refused
 * @throws AccessDenied
 */
export async function submitMatches(
  app: App,
  access: Access,
  slug: string,
  submissions: readonly MatchSubmission[],
): Promise<SubmitResult[]> {
  const league = await getSubmittable(app, access, slug);
  if (submissions.length < 1 || submissions.length > MAX_BATCH) {
    const rule = `matches must be 1 to ${MAX_BATCH}, but are ${submissions.length}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'matches'], rule));
  }
  const now = app.clock();
  const results: Results = new Map();
  const candidates: Candidate[] = [];
  for (const [index, submission] of submissions.entries()) {
    const match = checkForm(submission, pathOf({ index }));
    if (isRefusal(match)) results.set(index, { kind: 'rejected', externalId: submission.externalId, refusal: match });
    else candidates.push({ index, match, contentHash: contentHash(match) });
  }
  for (const round of roundsOfDistinctIds(candidates)) {
    for (const [index, result] of await settle(app, access, league, round, now)) results.set(index, result);
  }
  return submissions.map((_, index) => results.get(index)!);
}

async function getSubmittable(app: App, access: Access, slug: string): Promise<League> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'submit matches');
  const league = await findLeague(app.database.manager, access, slug);
  if (!league) {
    const message = `league must be the slug of a league, but is ${shown(slug)}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'league'], message));
  }
  if (!canSubmit(access, league)) throw new AccessDenied(access, `submit matches to ${slug}`);
  return league;
}

/** Splits a batch that names an external id twice, so that the second is settled when the first is known. */
function roundsOfDistinctIds(candidates: readonly Candidate[]): Candidate[][] {
  const rounds: Candidate[][] = [];
  const times = new Map<string, number>();
  for (const candidate of candidates) {
    const round = times.get(candidate.match.externalId) ?? 0;
    times.set(candidate.match.externalId, round + 1);
    rounds[round] ??= [];
    rounds[round].push(candidate);
  }
  return rounds;
}

/** Settles a round in one transaction; again without the matches that make the rater fail where they belong. */
async function settle(
  app: App,
  access: Access,
  league: League,
  round: readonly Candidate[],
  now: Date,
): Promise<Results> {
  const failed: Results = new Map();
  for (let remaining = round; ; ) {
    try {
      const settled = await transaction(app.database, (tx) => submitRound(app, tx, access, league.id, remaining, now));
      settled.committed();
      return new Map([...settled.results, ...failed]);
    } catch (error) {
      if (!(error instanceof TailFailed)) throw error;
      const isBlamed = ({ match }: Candidate) => match.externalId === error.externalId;
      // A late match may also make the rater fail on a match that was there before.
      const blamed = remaining.some(isBlamed) ? remaining.filter(isBlamed) : remaining;
      for (const candidate of blamed)
        reject(candidate, refuse('RATER_FAILED', pathOf(candidate), error.message), failed);
      remaining = remaining.filter((candidate) => !blamed.includes(candidate));
    }
  }
}
