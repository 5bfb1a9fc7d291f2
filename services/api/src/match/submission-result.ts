import type { Refusal } from '../refusal.js';
import type { CheckedMatch } from './checks.js';
import type { MatchKey } from './match.repository.js';

/** A match that is in the log; `replayed` when an earlier submission had put it there. */
export interface Accepted extends MatchKey {
  readonly kind: 'accepted';
  readonly replayed: boolean;
}

export interface Rejected {
  readonly kind: 'rejected';
  readonly externalId: string;
  readonly refusal: Refusal;
}

/** What became of one match of a submission. */
export type SubmitResult = Accepted | Rejected;

/** A checked match with its place in the submission. */
export interface Candidate {
  readonly index: number;
  readonly match: CheckedMatch;
  /** See content.ts. */
  readonly contentHash: Buffer;
}

/** Results by their place in the submission. */
export type Results = Map<number, SubmitResult>;

/** Where a candidate stands in the input. */
export function pathOf({ index }: Pick<Candidate, 'index'>): readonly (string | number)[] {
  return ['input', 'matches', index];
}

export function reject({ index, match }: Candidate, refusal: Refusal, results: Results): void {
  results.set(index, { kind: 'rejected', externalId: match.externalId, refusal });
}
