import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canAdminister, canRead } from '../access/access.js';
import { doOnce } from '../access/once.js';
import { checkReason } from '../audit/check-reason.js';
import { nearNames } from '../kit/nearest-name.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { isRefusal, type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { type CheckedSide, checkSubmission, checkWeight } from '../match-log/checks.js';
import { checkDetails, type MatchDetails } from '../match-log/details.js';
import { checkFormat } from '../match-log/formats.js';
import type { StoredMatch } from '../match-log/match.js';
import { listMatchesBySequence, type MatchKey } from '../match-log/match.repository.js';
import type { SideSubmission } from '../match-log/submission.js';
import { handleKey } from '../player/handle.js';
import { findPlayerIds } from '../player/player.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { installedSystemOf } from '../raters/rating-system.js';
import { listKnown, listSimilarHandles } from '../rating/members.repository.js';
import type { Correction } from '../replay/correction.js';
import {
  type Corrected,
  type CorrectNeeds,
  correct,
  type KeptCorrection,
  recallCorrected,
  UNCHANGED,
} from './correct.js';
import type { CorrectionRequest } from './correction-request.js';

/** The most participants that a match can have. */
const MAX_NEW_PLAYERS = 256;
/** How many known handles a refusal suggests for an unknown one. */
const NEAR_NAMES = 3;

/** A correction of a match. */
export interface MatchCorrection extends CorrectionRequest {
  readonly match: MatchKey | null;
  /** The version of the match that the caller has seen. */
  readonly expectedVersion: number;
}

export interface Amendment extends MatchCorrection {
  /** Unchanged if omitted. */
  readonly playedAt?: Date | null;
  readonly sides?: readonly SideSubmission[] | null;
  /** Handles in `sides` that are new to the league. */
  readonly newPlayers?: readonly string[] | null;
  /** Unchanged if omitted; null: 1. */
  readonly weight?: number | null;
  /** Unchanged if omitted; null: none from now on. */
  readonly details?: unknown;
}

export type CorrectedMatch = Corrected & { readonly match: StoredMatch };

/** Corrects a match: when it was played, who played, how it ended, how much it counts, or its details. */
export async function amendMatch(needs: CorrectNeeds, access: Access, input: Amendment): Promise<CorrectedMatch> {
  const { league, match } = await getCorrectable(needs, access, input);
  const isRated = Boolean(input.playedAt || input.sides);
  if (!isRated && input.weight === undefined && input.details === undefined) {
    const message = 'playedAt, sides, weight or details must be given, but all are left out';
    throw new Refused(refuse('BAD_INPUT', ['input'], message));
  }
  const badWeight = checkWeight(input.weight, ['input', 'weight']);
  if (badWeight) throw new Refused(badWeight);
  const sides = isRated ? checkContent(needs, league, match, input) : null;
  const details = input.details === undefined ? undefined : getDetails(input.details);
  await checkNewPlayers(needs.database.manager, league, sides, input.newPlayers ?? []);
  const correction: Correction = {
    kind: 'amendMatch',
    sequence: match.sequence,
    expectedVersion: input.expectedVersion,
    playedAt: input.playedAt?.getTime() ?? null,
    sides,
    ...(input.weight !== undefined && { weight: input.weight ?? 1 }),
    ...(details !== undefined && { details }),
  };
  const corrected = await correct(needs, access, league.id, correction, input);
  return { match: await getMatch(needs, match), ...corrected };
}

/** The match and its league. @throws Refused @throws AccessDenied */
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

/** Checks the new content by the rules for submissions. */
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

/** Placeholder for unchanged sides while a new time is checked. */
const SOME_SIDES: readonly SideSubmission[] = [
  { placement: 1, participants: [{ player: 'a' }] },
  { placement: 2, participants: [{ player: 'b' }] },
];

/** @throws Refused */
function getDetails(given: unknown): MatchDetails | null {
  const details = checkDetails(given, ['input', 'details']);
  if (isRefusal(details)) throw new Refused(details);
  return details;
}

/**
 * Checks that an amendment declares its new players; otherwise a mistyped handle would become a player.
 * @param newPlayers handles that the caller declares new to the league
 * @throws Refused if a side has an undeclared player who is new to the league, or no side has a declared one
 */
async function checkNewPlayers(
  manager: EntityManager,
  league: League,
  sides: readonly CheckedSide[] | null,
  newPlayers: readonly string[],
): Promise<void> {
  if (newPlayers.length > MAX_NEW_PLAYERS) {
    const message = `number of newPlayers must be at most ${MAX_NEW_PLAYERS}, but is ${newPlayers.length}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'newPlayers'], message));
  }
  const named = handlesOf(sides ?? []);
  const stray = newPlayers.findIndex((handle) => !named.some(({ key }) => key === handleKey(handle)));
  if (stray >= 0) {
    const message = `newPlayers must be participants of sides, but ${shown(newPlayers[stray])} is not`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'newPlayers', stray], message));
  }
  const expected = new Set(newPlayers.map(handleKey));
  const ids = await findPlayerIds(
    manager,
    league.id,
    named.map(({ handle }) => handle),
  );
  const known = await listKnown(manager, league.id, ids.values());
  const unknown = named.filter(({ key }) => !expected.has(key) && !known.has(ids.get(key) ?? -1));
  const refusals: Refusal[] = [];
  for (const { handle, key, path } of unknown) {
    const near = nearNames(key, await listSimilarHandles(manager, league.id, key), NEAR_NAMES);
    const hint = near.length > 0 ? `did you mean ${near.map(shown).join(' or ')}?` : 'no known handle is similar.';
    const message =
      `player must have been in league ${league.slug} before, but ${shown(handle)} has not; ${hint} ` +
      'If the player is new, name them in newPlayers';
    refusals.push(refuse('UNKNOWN_PLAYER', path, message));
  }
  if (refusals.length > 0) throw new Refused(...refusals);
}

function handlesOf(sides: readonly CheckedSide[]) {
  return sides.flatMap(({ participants }, s) =>
    participants.map(({ handle, key }, p) => ({
      handle,
      key,
      path: ['input', 'sides', s, 'participants', p, 'player'],
    })),
  );
}

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
    const recall = (kept: KeptCorrection) => recallCorrected(needs, kept);
    const once = input.once ?? null;
    return { match, ...(await doOnce(needs.database.manager, once, needs.clock(), recall, async () => UNCHANGED)) };
  }
  const correction = { kind, sequence: match.sequence, expectedVersion: input.expectedVersion };
  const corrected = await correct(needs, access, league.id, correction, input);
  return { match: await getMatch(needs, match), ...corrected };
}

async function getMatch(needs: NeedsDatabase, { leagueId, sequence }: MatchKey): Promise<StoredMatch> {
  return (await listMatchesBySequence(needs.database.manager, leagueId, [sequence]))[0]!;
}
