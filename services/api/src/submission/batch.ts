import type { Access } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import type { Refusal } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { CheckedMatch } from '../match-log/checks.js';
import type { MatchKey } from '../match-log/match.repository.js';
import { lightParts, MAX_WEIGHT, weightOf } from '../match-log/weight.js';
import type { MatchView } from '../rating/match-view.js';
import type { ReplayWork } from '../replay/replay-work.js';

/** A match that is in the log; `replayed` if an earlier submission put it there. */
export interface Accepted extends MatchKey {
  readonly kind: 'accepted';
  readonly replayed: boolean;
  /** Makes the match as a reader would find it; many senders do not ask for it. Null if it is not in memory. */
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
  /** Makes a signal that is aborted when the caller leaves. Call it only where that matters: signals are costly to make. */
  readonly left?: () => AbortSignal;
  /** Told how many lines and contributions were rated again because of the submission. */
  readonly charge?: (work: ReplayWork) => void;
}

/** A checked match on its way into the log. */
export interface Candidate {
  readonly sender: Sender;
  /** Its place in the submission. */
  readonly index: number;
  readonly match: CheckedMatch;
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
 * Splits a submission into the batches that are to be written one after the other: one where it names no external id twice and
 * is not too heavy.
 */
export async function splitIntoBatches(
  needs: NeedsDatabase,
  leagueId: number,
  candidates: readonly Candidate[],
): Promise<Batch[]> {
  const distinct = batchesOfDistinctIds(candidates);
  return (await Promise.all(distinct.map((batch) => splitHeavyBatch(needs, leagueId, batch)))).flat();
}

/** A second match with the same external id is written after the first. */
function batchesOfDistinctIds(candidates: readonly Candidate[]): Batch[] {
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
 * Late matches go into their places in one replay, whose contributions are never in memory together; the rest is written in
 * parts.
 */
async function splitHeavyBatch(needs: NeedsDatabase, leagueId: number, batch: Batch): Promise<Batch[]> {
  if (weightOfBatch(batch) <= MAX_WEIGHT) return [batch];
  const league = await getLeague(needs.database.manager, leagueId);
  const late = batch.filter(({ match }) => isLate(league, match));
  const rest = batch.filter(({ match }) => !isLate(league, match));
  return [late, ...lightBatches(rest)].filter((part) => part.length > 0);
}

/**
 * Batches that can be written one after the other in place of one that is too heavy, in the order in which their matches
 * were played, so that none makes another late.
 */
export function lightBatches(batch: Batch): Batch[] {
  if (weightOfBatch(batch) <= MAX_WEIGHT) return [batch];
  const inOrder = batch.toSorted((a, b) => +a.match.playedAt - +b.match.playedAt);
  return lightParts(inOrder, ({ match }) => weightOf(match));
}

export function weightOfBatch(batch: Batch): number {
  return batch.reduce((weight, { match }) => weight + weightOf(match), 0);
}
