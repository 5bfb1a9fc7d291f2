import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { NeedsClock } from '../kit/needs.js';
import { type Refusal, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import { checkArchived, isSameStamp, type League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { checkQuota, checkTokenStorage, type NeedsQuota, type NeedsTokenGrowth } from '../league/quota.js';
import { type CheckedMatch, checkWindow, contentHash } from '../match-log/checks.js';
import {
  contributionsOf,
  MAX_HELD_CONTRIBUTIONS,
  type MatchKey,
  type StoredSide,
  splitByContributions,
} from '../match-log/match.js';
import { findByExternalIds, type LoggedMatch } from '../match-log/match.repository.js';
import type { Written } from '../player/name-new-players.js';
import { checkFormat, type RatingSystem } from '../raters/rating-system.js';
import type { MatchView } from '../rating/rating.js';
import type { ReplayWork } from '../replay/replay-strategy.js';

/** A match that is in the log; `replayed` if an earlier submission put it there. */
export interface Accepted extends MatchKey {
  readonly kind: 'accepted';
  readonly replayed: boolean;
  /** Makes the match for readers; many senders do not request it. Null if it is not in memory. */
  readonly stored: (() => MatchView) | null;
}

export interface Rejected {
  readonly kind: 'rejected';
  readonly externalId: string;
  readonly refusal: Refusal;
}

/** The outcome of one match of a submission. */
export type SubmitResult = Accepted | Rejected;

/** The sender of matches, and the time. */
export interface Sender {
  readonly access: Access;
  readonly submittedAt: Date;
  /** The description of a player in the source of the matches, by handle, for new players. */
  readonly writtenAs?: (handle: string) => Written | undefined;
  /** Makes a signal that is aborted when the caller leaves. Signals are costly, so call it only if needed. */
  readonly left?: () => AbortSignal;
  /** May be called with the likely results, while the matches are being written. */
  readonly foresee?: (results: Results) => void;
  /** Called with the lines and contributions that the submission rated again. */
  readonly charge?: (work: ReplayWork) => void;
}

/** A checked match on its way into the log. */
export interface Candidate {
  readonly sender: Sender;
  /** Its place in the submission. */
  readonly index: number;
  readonly match: CheckedMatch;
}

/** A match about to be written; its players have ids. */
export interface Admitted {
  readonly candidate: Candidate;
  /** As submitted. */
  readonly sides: readonly StoredSide[];
}

/** Matches of one sender with distinct external ids, written together. */
export type Batch = readonly Candidate[];

/** The results so far, of one sender's matches or of several senders'. */
export type Results = Map<Candidate, SubmitResult>;

/** Whether a match was played before one that is rated already. */
export function isLate({ ratedThrough }: League, { playedAt }: Pick<CheckedMatch, 'playedAt'>): boolean {
  return ratedThrough !== null && playedAt.getTime() < ratedThrough.getTime();
}

/** The path of a candidate in the input. */
export function pathOf({ index }: Pick<Candidate, 'index'>): readonly (string | number)[] {
  return ['input', 'matches', index];
}

export function reject(candidate: Candidate, refusal: Refusal, results: Results): void {
  results.set(candidate, { kind: 'rejected', externalId: candidate.match.externalId, refusal });
}

/**
 * Splits a batch with too many contributions into batches to write one after the other, in the order of play, so that none makes another
 * late.
 */
export function splitInOrder(batch: Batch): Batch[] {
  if (contributionsOfBatch(batch) <= MAX_HELD_CONTRIBUTIONS) return [batch];
  const inOrder = batch.toSorted((a, b) => +a.match.playedAt - +b.match.playedAt);
  return splitByContributions(inOrder, ({ match }) => contributionsOf(match));
}

export function contributionsOfBatch(batch: Batch): number {
  return batch.reduce((sum, { match }) => sum + contributionsOf(match), 0);
}

export type CheckAgainstLeagueNeeds = NeedsQuota & NeedsTokenGrowth & NeedsClock;

/** Checks a match that is not in the log yet against its league. `checkPlayers` checks its players. */
export function checkAgainstLeague(
  needs: CheckAgainstLeagueNeeds,
  league: League,
  { rater, settings }: RatingSystem,
  candidate: Candidate,
): Refusal | undefined {
  const path = pathOf(candidate);
  return (
    checkArchived(league, path) ??
    checkWindow(candidate.match, { now: candidate.sender.submittedAt, opensAt: league.opensAt }, path) ??
    checkFormat(rater, settings, candidate.match, path) ??
    (league.lateMatches === 'REJECT' ? checkOrder(league, candidate) : undefined) ??
    checkQuota(league, needs.leagueStorage, path) ??
    checkTokenStorage(needs, candidate.sender.access, path)
  );
}

function checkOrder(league: League, candidate: Candidate): Refusal | undefined {
  if (!isLate(league, candidate.match)) return undefined;
  const values = { newest: shown(league.ratedThrough), value: shown(candidate.match.playedAt) };
  return refuse('LATE_MATCH', [...pathOf(candidate), 'playedAt'], values);
}

/**
 * Answers matches that are already in the log: with the recorded match if the content is the same, otherwise with a refusal. It
 * compares with the content as first submitted, so a retry after an amendment is still a replay.
 * @returns the matches that are new
 */
export async function answerReplays(
  sql: Sql,
  leagueId: number,
  candidates: readonly Candidate[],
  results: Results,
): Promise<Candidate[]> {
  const externalIds = candidates.map(({ match }) => match.externalId);
  const logged = await findByExternalIds(sql, leagueId, externalIds);
  return candidates.filter((candidate) => {
    const { externalId } = candidate.match;
    const original = logged.get(externalId);
    if (!original) return true;
    if (original.contentHash.equals(contentHash(candidate.match))) {
      const { sequence } = original;
      results.set(candidate, { kind: 'accepted', replayed: true, leagueId, sequence, stored: null });
    } else {
      reject(candidate, otherContent(candidate.match, original, pathOf(candidate)), results);
    }
    return false;
  });
}

/**
 * Answers matches that are all refused, or already in the log.
 * @param league as of the time when they were refused
 * @returns false, having answered none, if there are none, or the league has changed since
 */
export async function answerRefused(
  sql: EntityManager,
  league: League,
  refusals: Results,
  results: Results,
): Promise<boolean> {
  if (refusals.size === 0) return false;
  const logged: Results = new Map();
  await answerReplays(sql, league.id, [...refusals.keys()], logged);
  if (!isSameStamp(league, await getLeague(sql, league.id))) return false;
  for (const [candidate, refusal] of refusals) results.set(candidate, logged.get(candidate) ?? refusal);
  return true;
}

/** Describes the difference, as far as the log shows it without another query. For a corrected match, this includes the correction. */
export function otherContent(
  match: CheckedMatch,
  { playedAt, version }: LoggedMatch,
  matchPath: readonly (string | number)[],
): Refusal {
  const path = [...matchPath, 'externalId'];
  const externalId = shown(match.externalId);
  if (version > 1) return refuse('EXTERNAL_ID_USED', path, { externalId });
  if (playedAt.getTime() === match.playedAt.getTime())
    return refuse('EXTERNAL_ID_USED_AT_SAME_TIME', path, { externalId });
  const times = { before: playedAt.toISOString(), now: match.playedAt.toISOString() };
  return refuse('EXTERNAL_ID_USED_AT_OTHER_TIME', path, { externalId, ...times });
}

/** How long a large statement takes to be sent, in milliseconds: it leaves in pieces, and making responses meanwhile would delay the rest. */
const ON_ITS_WAY = 5;

/** While the database writes, gives senders their likely results on request. @returns the result of the write */
export async function foreseeing<T>(batches: readonly Batch[], settled: Results, written: Promise<T>): Promise<T> {
  const reports = batches.flatMap(([first]) => first?.sender.foresee ?? []);
  if (reports.length === 0) return written;
  const timer = setTimeout(() => {
    for (const tell of reports) tell(settled);
  }, ON_ITS_WAY);
  return written.finally(() => clearTimeout(timer));
}

/** The caller left before the whole submission was written. Written matches stay; sending it again completes it. */
export class ClientDisconnected extends Unavailable {
  override readonly name = 'ClientDisconnected';

  constructor() {
    super('the caller disconnected before all matches were stored; send the submission again to complete it', {
      retryAfter: 1,
    });
  }
}

/** A signal that is aborted once all of these are; undefined if one is missing, because that caller may still be waiting. */
export function whenAllDisconnected(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  if (signals.length === 0 || signals.includes(undefined)) return undefined;
  const callers = [...new Set(signals as readonly AbortSignal[])];
  // The matches of one request may be written in many parts.
  if (callers.length === 1) return callers[0];
  const all = new AbortController();
  const look = () => {
    if (callers.every(({ aborted }) => aborted)) all.abort();
  };
  for (const caller of callers) caller.addEventListener('abort', look, { once: true });
  look();
  return all.signal;
}
