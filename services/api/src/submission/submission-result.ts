import type { Access } from '../access/access.js';
import type { Refusal } from '../kit/refusal.js';
import type { CheckedMatch } from '../match-log/checks.js';
import type { MatchKey } from '../match-log/match.repository.js';
import type { MatchView } from '../rating/match-view.js';
import type { ReplayWork } from '../replay/replay-work.js';

/** A match that is in the log; `replayed` when an earlier submission had put it there. */
export interface Accepted extends MatchKey {
  readonly kind: 'accepted';
  readonly replayed: boolean;
  /** Makes the match as a reader would find it, since many a sender does not ask; null where it is not at hand. */
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
  /** Gives what is aborted when they do not wait for the answer any more. Called where that matters: signals are costly to make. */
  readonly left?: () => AbortSignal;
  /** Told of the lines that were rated anew because of them, and of the contributions of these. */
  readonly charge?: (work: ReplayWork) => void;
}

/** A checked match on its way into the log. */
export interface Candidate {
  readonly sender: Sender;
  /** Its place in the submission. */
  readonly index: number;
  readonly match: CheckedMatch;
}

/** Matches of one sender, of distinct external ids, to be settled together. */
export type Batch = readonly Candidate[];

/** The results so far, of one sender's matches or of several senders'. */
export type Results = Map<Candidate, SubmitResult>;

/** The path of a candidate in the input. */
export function pathOf({ index }: Pick<Candidate, 'index'>): readonly (string | number)[] {
  return ['input', 'matches', index];
}

export function reject(candidate: Candidate, refusal: Refusal, results: Results): void {
  results.set(candidate, { kind: 'rejected', externalId: candidate.match.externalId, refusal });
}
