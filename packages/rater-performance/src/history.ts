import type { JournalLine, PlayerId, Result } from '@openladder/rating';
import { countAgainst, type Games, inColumns, inRows, type PlayedGame, withGame } from './games.js';
import { add, excessOnGrids, faded, type Grid, NOTHING, solveGrids } from './grid.js';
import { fictitiousGrid, NEW_OPPONENT, performance, type Solved, type Stability, weighed } from './performance.js';
import { excessInside, rootIn } from './root.js';
import { countedRating, type Settings, type Variant } from './settings.js';
import {
  emptySummary,
  isByAge,
  newestSummarisedWeight,
  type Summary,
  summarisedAgainst,
  withAging,
  withMeeting,
} from './summary.js';

/** A player's games: a list, or the summary of a long one. Under p6 they are always a list. */
export type Played = { readonly games: Games } | { readonly grid: Grid } | { readonly summary: Summary };

/** A player's games, and the rating that follows from them. */
export type History = Played & {
  /** Points; null for no rating (p1 without games, with only wins or with only losses). */
  readonly value: number | null;
};

/** Below this decay p7 and p8 store lists: in sums, old games would be lost in the rounding of newer ones. */
const STEEP = 0.9;

export const NOTHING_PLAYED: Played = { games: inColumns([]) };

/**
 * A player's games in their stored form.
 * @param oldestFirst all of them
 * @param longestList up to this many games are stored as a list
 */
export function playedOf(oldestFirst: readonly PlayedGame[], settings: Settings, longestList: number): Played {
  if (oldestFirst.length <= longestList || !canBeSummarised(settings)) return { games: inColumns(oldestFirst) };
  let played: Played = isByGame(settings.variant) ? { grid: NOTHING } : { summary: emptySummary(settings) };
  for (const game of oldestFirst) played = withPlayed(played, game, settings, longestList);
  return played;
}

/** The games with a newer one. */
export function withPlayed(played: Played, game: PlayedGame, settings: Settings, longestList: number): Played {
  if ('grid' in played) {
    const grid = faded(played.grid, settings.variant === 'p3' ? settings.decay : 1, game.rating);
    add(grid, game.rating, game.result, 1);
    return { grid };
  }
  if ('summary' in played) {
    const withGameOf = isByAge(settings) ? withAging : withMeeting;
    return { summary: withGameOf(played.summary, game, settings) };
  }
  const { games } = played;
  const isFull = games.opponent.length >= longestList && canBeSummarised(settings);
  return isFull ? playedOf([...inRows(games), game], settings, longestList) : { games: withGame(games, game) };
}

/** Whether weights are independent of the opponents. */
function isByGame(variant: Variant): boolean {
  return variant === 'p1' || variant === 'p2' || variant === 'p3';
}

function canBeSummarised({ variant, decay }: Settings): boolean {
  if (variant === 'p6') return false;
  return decay >= STEEP || (variant !== 'p7' && variant !== 'p8');
}

export function hasPlayed(played: Played): boolean {
  return !('games' in played) || played.games.opponent.length > 0;
}

/** How many games were against this opponent; 0 for long histories whose weights do not depend on it. */
export function playedAgainst(played: Played, id: PlayerId): number {
  if ('games' in played) return countAgainst(played.games, id);
  return 'summary' in played ? summarisedAgainst(played.summary, id) : 0;
}

/**
 * The rating that follows from the games. An infinite rating (p1) counts as none in a league, because states and journals are
 * stored as JSON.
 * @param near a rating close to it, if one is known; the search is faster from there
 */
export function solvedOf(played: Played, near: number | null, settings: Settings): Solved {
  const solved = solvedOrInfinite(played, near, settings);
  return solved.rating === null || Number.isFinite(solved.rating) ? solved : { ...solved, rating: null };
}

function solvedOrInfinite(played: Played, near: number | null, settings: Settings): Solved {
  if ('games' in played) return performance(played.games, newestAt(played.games), settings);
  const excessAt = excessIn(played, settings);
  if ('summary' in played) {
    const newestWeight = newestSummarisedWeight(played.summary, settings);
    return { rating: rootIn(played.summary.polynomial, near), newestWeight, excessAt };
  }
  return { rating: solveGrids([fictitiousGrid(settings), played.grid], near), newestWeight: 1, excessAt };
}

/** The evidence of the games about ratings: `Solved.excessAt`. A summary contains it only near its own rating. */
export function excessIn(played: Played, settings: Settings): (rating: number) => number {
  if ('games' in played) return weighed(played.games, newestAt(played.games), settings).excessAt;
  if ('grid' in played) {
    const grids = [fictitiousGrid(settings), played.grid];
    return (at) => excessOnGrids(grids, at);
  }
  const { polynomial } = played.summary;
  return (at) => excessInside(polynomial, at);
}

/**
 * How many games an opponent has on average, at least 1; 1 under variants that weigh each game by itself, or the newest against each opponent
 * in full (p5, p6).
 */
export function gamesPerOpponent(played: Played, { variant }: Settings): number {
  if (isByGame(variant) || variant === 'p5' || variant === 'p6' || 'grid' in played || !hasPlayed(played)) return 1;
  if ('games' in played) return played.games.opponent.length / played.games.opponents.length;
  const { count, opponents } = played.summary;
  return count / opponents.ids.length;
}

/** How one more game, against a new opponent of the same rating, would change the rating; null without a rating. */
export function stabilityIn(history: History, settings: Settings): Stability | null {
  const { value } = history;
  if (value === null) return null;
  // Summaries do not depend on times.
  const playedAt = 'games' in history ? newestAt(history.games) : 0;
  const changeAfter = (result: Result) => {
    const game = { opponent: NEW_OPPONENT, rating: countedRating(value, settings), result, playedAt };
    const longer = withPlayed(history, game, settings, Number.POSITIVE_INFINITY);
    return solvedOf(longer, value, settings).rating! - value;
  };
  return { plus: changeAfter(1), minus: changeAfter(0) };
}

/** Restores a player's history from their journal, oldest line first. It equals the rated one to the bit. */
export function fromJournal(lines: readonly JournalLine[], settings: Settings, longestList: number): History {
  const games = lines.flatMap(({ playedAt, contributions }) =>
    contributions.map(({ opponent, opponentValue, actual }) => ({
      opponent,
      rating: countedRating(opponentValue, settings),
      result: actual as Result,
      playedAt,
    })),
  );
  return { value: lines.at(-1)!.after.value, ...playedOf(games, settings, longestList) };
}

/** Days count back from the player's newest game, so the rating changes only when they play. */
function newestAt({ playedAt }: Games): number {
  return playedAt.at(-1) ?? 0;
}
