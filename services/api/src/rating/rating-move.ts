import type { Contribution } from '@openladder/rating';
import type { RatingSnapshot } from './rating.js';

/** Somebody's rating before and after something. */
export interface RatingMove {
  readonly playerId: number;
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  /** Points gained, where they are not simply `after` less `before`: time may have moved the value as well. */
  readonly delta?: number | null;
  /** Ranks on the board, where they were counted; null without one. */
  readonly rankBefore?: number | null;
  readonly rankAfter?: number | null;
}

/** A move, with the scores by which its player was and is ranked; null if they have no rank. */
export type ScoredMove = RatingMove & { readonly scoreBefore: number | null; readonly scoreAfter: number | null };

/** The sums of contributions. */
export function scoreSums(contributions: readonly Pick<Contribution, 'expected' | 'actual'>[]) {
  return {
    expectedScore: contributions.reduce((sum, { expected }) => sum + expected, 0),
    actualScore: contributions.reduce((sum, { actual }) => sum + actual, 0),
  };
}

/** Points gained; null if the value before or after is. */
export function deltaOf({ before, after }: Pick<RatingMove, 'before' | 'after'>): number | null {
  return before.value === null || after.value === null ? null : after.value - before.value;
}
