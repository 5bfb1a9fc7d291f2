import type { JournalLine, PlayerId, Result } from '@openladder/rating';
import { countAgainst, type Games, inColumns } from './games.js';
import { RATING_LIMIT, type Settings } from './settings.js';

/** What is known of a player: his games, and the rating that they amount to. */
export interface History {
  /** Points; null for no rating (p1 without games, with wins only or with losses only). */
  readonly value: number | null;
  readonly games: Games;
}

/** A game that is being rated. */
export interface Encounter {
  readonly opponent: PlayerId;
  /** The opponent's value before the match; null where he has none. */
  readonly opponentValue: number | null;
  readonly result: Result;
}

/** What an opponent's value counts as in the games against him. */
export function countedRating(
  value: number | null,
  { unratedOpponentRating }: Pick<Settings, 'unratedOpponentRating'>,
): number {
  return Math.min(RATING_LIMIT, Math.max(-RATING_LIMIT, value ?? unratedOpponentRating));
}

/**
 * The order in which the games of one match join a history: by the opponent's rating, by the games against him so far,
 * by result, by id. Results come after all that weights depend on, else a better result could move a game to a place
 * where it weighs less; the id comes last, where it changes no rating.
 */
export function inOrder(encounters: readonly Encounter[], games: Games, settings: Settings): readonly Encounter[] {
  if (encounters.length < 2) return encounters;
  const counts = new Map(encounters.map(({ opponent }) => [opponent, countAgainst(games, opponent)]));
  return encounters.toSorted(
    (a, b) =>
      countedRating(a.opponentValue, settings) - countedRating(b.opponentValue, settings) ||
      counts.get(a.opponent)! - counts.get(b.opponent)! ||
      a.result - b.result ||
      compareIds(a.opponent, b.opponent),
  );
}

/** The history that a player's journal tells, all lines oldest first: to the bit the one that was rated. */
export function fromJournal(lines: readonly JournalLine[], settings: Settings): History {
  const games = lines.flatMap(({ playedAt, contributions }) =>
    contributions.map(({ opponent, opponentValue, actual }) => ({
      opponent,
      rating: countedRating(opponentValue, settings),
      result: actual as Result,
      playedAt,
    })),
  );
  return { value: lines.at(-1)!.after.value, games: inColumns(games) };
}

function compareIds(a: PlayerId, b: PlayerId): number {
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
