import type { PlayerId, Result } from '@openladder/rating';
import { RATING_LIMIT, type Settings } from './settings.js';

/** A game to be rated. */
export interface Encounter {
  readonly opponent: PlayerId;
  /** The opponent's value before the match; null if they have none. */
  readonly opponentValue: number | null;
  readonly result: Result;
}

/** The value of an opponent in the games against them. */
export function countedRating(
  value: number | null,
  { unratedOpponentRating }: Pick<Settings, 'unratedOpponentRating'>,
): number {
  return Math.min(RATING_LIMIT, Math.max(-RATING_LIMIT, value ?? unratedOpponentRating));
}

/**
 * The order in which the games of one match join a history: by the opponent's rating, by the number of games against them so far,
 * and by result. Results come last, after everything that weights depend on. Otherwise a better result could move a game to a place where it
 * weighs less. Games that are equal in all three have the same effect in any order, and keep the order of the match. That order is part of the
 * log; ids are not.
 * @param countAgainst games against an opponent so far; any number if weights do not depend on it
 */
export function inOrder(
  encounters: readonly Encounter[],
  countAgainst: (opponent: PlayerId) => number,
  settings: Settings,
): readonly Encounter[] {
  if (encounters.length < 2) return encounters;
  const counts = new Map(encounters.map(({ opponent }) => [opponent, countAgainst(opponent)]));
  return encounters.toSorted(
    (a, b) =>
      countedRating(a.opponentValue, settings) - countedRating(b.opponentValue, settings) ||
      counts.get(a.opponent)! - counts.get(b.opponent)! ||
      a.result - b.result,
  );
}
