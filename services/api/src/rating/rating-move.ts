import type { RatingChange, RatingSnapshot } from './rating.js';

/** Somebody's rating before and after something. */
export interface RatingMove {
  readonly playerId: number;
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
}

/** Points gained; null where the value before or after is. */
export function deltaOf({ before, after }: Pick<RatingMove, 'before' | 'after'>): number | null {
  return before.value === null || after.value === null ? null : after.value - before.value;
}

export function expectedScoreOf({ contributions }: RatingChange): number {
  return contributions.reduce((sum, contribution) => sum + contribution.expected, 0);
}

export function actualScoreOf({ contributions }: RatingChange): number {
  return contributions.reduce((sum, contribution) => sum + contribution.actual, 0);
}
