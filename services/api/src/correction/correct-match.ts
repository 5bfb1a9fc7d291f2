import { type Access, AccessDenied, ANONYMOUS, canAdminister, canRead } from '../access/access.js';
import { doOnce, type Once } from '../access/once.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { isRefusal, Refused, refuse } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { type CheckedSide, checkSubmission } from '../match-log/checks.js';
import { checkDetails, type MatchDetails } from '../match-log/details.js';
import { checkFormat } from '../match-log/formats.js';
import type { StoredMatch } from '../match-log/match.js';
import { listMatchesBySequence, type MatchKey } from '../match-log/match.repository.js';
import type { SideSubmission } from '../match-log/submission.js';
import type { NeedsRaters } from '../raters/raters.js';
import { installedSystemOf } from '../raters/rating-system.js';
import { checkNewPlayers } from './check-new-players.js';
import { checkReason } from './check-reason.js';
import { type Corrected, type CorrectNeeds, correct, recallCorrected } from './correct.js';
import type { CorrectionRequest } from './correction-request.js';

/** The input of every correction of a match. */
export interface MatchCorrection {
  readonly match: MatchKey | null;
  /** The version of the match that the caller has seen. */
  readonly expectedVersion: number;
  readonly reason: string;
  readonly dryRun: boolean;
  /** Aborted when nobody waits for the answer any more. */
  readonly left?: AbortSignal;
  /** Null or left out: as often as it is asked for. */
  readonly once?: Once | null;
  /** Told of what was rated anew within the request. */
  readonly charge?: CorrectionRequest['charge'];
}

export interface Amendment extends MatchCorrection {
  /** Left out: unchanged. */
  readonly playedAt?: Date | null;
  readonly sides?: readonly SideSubmission[] | null;
  /** Handles in `sides` that are new to the league. */
  readonly newPlayers?: readonly string[] | null;
  /** Left out: unchanged; null: none from now on. */
  readonly details?: unknown;
}

export type CorrectedMatch = Corrected & { readonly match: StoredMatch };

const NOTHING_TO_DO: Corrected = { effect: null, recompute: null };

/** Withdraws a match; withdrawing it again changes nothing. */
export function voidMatch(needs: CorrectNeeds, access: Access, input: MatchCorrection): Promise<CorrectedMatch> {
  return changeStatus(needs, access, input, 'voidMatch');
}

/** Makes a withdrawn match count again; a match that counts stays as it is. */
export function restoreMatch(needs: CorrectNeeds, access: Access, input: MatchCorrection): Promise<CorrectedMatch> {
  return changeStatus(needs, access, input, 'restoreMatch');
}

async function changeStatus(
  needs: CorrectNeeds,
  access: Access,
  input: MatchCorrection,
  kind: 'voidMatch' | 'restoreMatch',
): Promise<CorrectedMatch> {
  const { league, match } = await getCorrectable(needs, access, input);
  if (match.status === (kind === 'voidMatch' ? 'VOID' : 'RATED')) {
    const recall = (kept: Parameters<typeof recallCorrected>[1]) => recallCorrected(needs, kept);
    const before = await doOnce(
      needs.database.manager,
      input.once ?? null,
      needs.clock(),
      recall,
      async () => NOTHING_TO_DO,
    );
    return { match, ...before };
  }
  const correction = { kind, sequence: match.sequence, expectedVersion: input.expectedVersion };
  const { reason, dryRun: isDryRun, left, once, charge } = input;
  const corrected = await correct(needs, access, league.id, { correction, reason, isDryRun, left, once, charge });
  return { match: await reread(needs, match), ...corrected };
}

/** Puts a match right: when it was played, who played and how it ended, or what else is told of it. */
export async function amendMatch(needs: CorrectNeeds, access: Access, input: Amendment): Promise<CorrectedMatch> {
  const { league, match } = await getCorrectable(needs, access, input);
  const isRated = Boolean(input.playedAt || input.sides);
  if (!isRated && input.details === undefined) {
    throw new Refused(refuse('BAD_INPUT', ['input'], 'playedAt, sides or details must be given, but all are left out'));
  }
  const sides = isRated ? checkContent(needs, league, match, input) : null;
  const details = input.details === undefined ? undefined : getDetails(input.details);
  await checkNewPlayers(needs.database.manager, league, sides, input.newPlayers ?? []);
  const { expectedVersion, reason, dryRun: isDryRun, left, once, charge } = input;
  const playedAt = input.playedAt?.getTime() ?? null;
  const content = { playedAt, sides, ...(details !== undefined && { details }) };
  const correction = { kind: 'amendMatch' as const, sequence: match.sequence, expectedVersion, ...content };
  const corrected = await correct(needs, access, league.id, { correction, reason, isDryRun, left, once, charge });
  return { match: await reread(needs, match), ...corrected };
}

/** @throws Refused */
function getDetails(given: unknown): MatchDetails | null {
  const details = checkDetails(given, ['input', 'details']);
  if (isRefusal(details)) throw new Refused(details);
  return details;
}

/** Checks the new content as a submission's is. */
function checkContent(
  needs: NeedsClock & NeedsRaters,
  league: League,
  match: StoredMatch,
  input: Amendment,
): readonly CheckedSide[] | null {
  const submission = {
    externalId: match.externalId,
    playedAt: input.playedAt ?? match.playedAt,
    sides: input.sides ?? SOME_SIDES,
  };
  const checked = checkSubmission(submission, { now: needs.clock(), opensAt: league.opensAt }, ['input']);
  if (isRefusal(checked)) throw new Refused(checked);
  if (!input.sides) return null;
  const { rater, settings } = installedSystemOf(needs.raters, league);
  const misfit = checkFormat(rater, settings, checked, ['input']);
  if (misfit) throw new Refused(misfit);
  return checked.sides;
}

/** Stands in for sides that stay as they are while a new time is checked. */
const SOME_SIDES: readonly SideSubmission[] = [
  { placement: 1, participants: [{ player: 'a' }] },
  { placement: 2, participants: [{ player: 'b' }] },
];

async function getCorrectable(
  needs: NeedsDatabase,
  access: Access,
  input: MatchCorrection,
): Promise<{ league: League; match: StoredMatch }> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'correct matches');
  const { manager } = needs.database;
  const [match] = input.match ? await listMatchesBySequence(manager, input.match.leagueId, [input.match.sequence]) : [];
  const league = match && (await getLeague(manager, match.leagueId));
  if (!match || !league || !canRead(access, league)) {
    throw new Refused(refuse('BAD_INPUT', ['input', 'match'], 'match must be the id of a match'));
  }
  if (!canAdminister(access, league)) throw new AccessDenied(access, `correct matches of ${league.slug}`);
  checkReason(input.reason);
  return { league, match };
}

async function reread(needs: NeedsDatabase, { leagueId, sequence }: MatchKey): Promise<StoredMatch> {
  return (await listMatchesBySequence(needs.database.manager, leagueId, [sequence]))[0]!;
}
