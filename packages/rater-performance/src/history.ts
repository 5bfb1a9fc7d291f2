import type { JournalLine, PlayerId, Result } from '@openladder/rating';
import { withAging } from './aging.js';
import { type DatedSummary, datedAgainst, emptyDated, withDated } from './dated-summary.js';
import { countedRating } from './encounters.js';
import { countAgainst, type Games, inColumns, inRows, type PlayedGame, withGame } from './games.js';
import { add, faded, type Grid, NOTHING } from './grid.js';
import { withMeeting } from './meeting.js';
import {
  fictitiousGrid,
  NEW_OPPONENT,
  type Performance,
  performance,
  type Stability,
  stabilityOf,
} from './performance.js';
import { rootIn } from './root.js';
import type { Settings, Variant } from './settings.js';
import { solveGrids } from './solve-grids.js';
import { emptySummary, isByAge, newestSummarisedWeight, type Summary, summarisedAgainst } from './summary.js';

/** A player's games: a list, or what a long one comes down to. */
export type Played =
  | { readonly games: Games }
  | { readonly grid: Grid }
  | { readonly summary: Summary }
  | { readonly dated: DatedSummary };

/** A player's games, and the rating that they amount to. */
export type History = Played & {
  /** Points; null for no rating (p1 without games, with wins only or with losses only). */
  readonly value: number | null;
};

/** Below this decay p6, p7 and p8 stay lists: what is left of old games would drown in the rounding of the newer ones. */
const STEEP = 0.9;

export const NOTHING_PLAYED: Played = { games: inColumns([]) };

/**
 * A player's games as they are kept.
 * @param oldestFirst all of them
 * @param longestList games up to which they are a list
 */
export function playedOf(oldestFirst: readonly PlayedGame[], settings: Settings, longestList: number): Played {
  if (oldestFirst.length <= longestList || !canBeSummarised(settings)) return { games: inColumns(oldestFirst) };
  const { variant } = settings;
  let played: Played;
  if (isByGame(variant)) played = { grid: NOTHING };
  else if (variant === 'p6') played = { dated: emptyDated(settings) };
  else played = { summary: emptySummary(variant, settings) };
  for (const game of oldestFirst) played = withPlayed(played, game, settings, longestList);
  return played;
}

/** The games and a newer one. */
export function withPlayed(played: Played, game: PlayedGame, settings: Settings, longestList: number): Played {
  if ('grid' in played) {
    const grid = faded(played.grid, settings.variant === 'p3' ? settings.decay : 1, game.rating);
    add(grid, game.rating, game.result, 1);
    return { grid };
  }
  if ('summary' in played) {
    const withGameOf = isByAge(settings.variant) ? withAging : withMeeting;
    return { summary: withGameOf(played.summary, game, settings.variant, settings) };
  }
  if ('dated' in played) return { dated: withDated(played.dated, game, settings) };
  const { games } = played;
  const isFull = games.opponent.length >= longestList && canBeSummarised(settings);
  return isFull ? playedOf([...inRows(games), game], settings, longestList) : { games: withGame(games, game) };
}

/** Whether weights depend on no opponent. */
function isByGame(variant: Variant): boolean {
  return variant === 'p1' || variant === 'p2' || variant === 'p3';
}

function canBeSummarised({ variant, decay }: Settings): boolean {
  return decay >= STEEP || (variant !== 'p6' && variant !== 'p7' && variant !== 'p8');
}

export function hasPlayed(played: Played): boolean {
  return !('games' in played) || played.games.opponent.length > 0;
}

/** How many of the games were against this opponent; 0 for long histories of which no weight depends on it. */
export function playedAgainst(played: Played, id: PlayerId): number {
  if ('games' in played) return countAgainst(played.games, id);
  if ('summary' in played) return summarisedAgainst(played.summary, id);
  return 'dated' in played ? datedAgainst(played.dated, id) : 0;
}

/**
 * The rating that the games amount to. An infinite one (p1) is none in a league, where states and journals are kept as
 * JSON.
 * @param near a rating close to it, if one is known: it is found faster from there
 */
export function ratingOf(played: Played, near: number | null, settings: Settings): Performance {
  const { rating, newestWeight } = performanceOf(played, near, settings);
  return { rating: rating !== null && Number.isFinite(rating) ? rating : null, newestWeight };
}

function performanceOf(played: Played, near: number | null, settings: Settings): Performance {
  const { variant } = settings;
  if ('games' in played) return performance(played.games, newestAt(played.games), variant, settings);
  if ('summary' in played) {
    const rating = rootIn(played.summary.polynomial, near);
    return { rating, newestWeight: newestSummarisedWeight(played.summary, variant, settings) };
  }
  const rating =
    'dated' in played
      ? rootIn(played.dated.sums.polynomial, near)
      : solveGrids([fictitiousGrid(variant, settings), played.grid], near);
  return { rating, newestWeight: 1 };
}

/** How the rating would change in one more game against a new equal; null without a rating. */
export function stabilityIn(history: History, settings: Settings): Stability | null {
  if ('games' in history) return stabilityOf(history.games, newestAt(history.games), settings.variant, settings);
  const { value } = history;
  if (value === null) return null;
  const playedAt = 'dated' in history ? history.dated.newestAt : 0;
  const changeAfter = (result: Result) => {
    const game = { opponent: NEW_OPPONENT, rating: countedRating(value, settings), result, playedAt };
    return ratingOf(withPlayed(history, game, settings, 0), value, settings).rating! - value;
  };
  return { plus: changeAfter(1), minus: changeAfter(0) };
}

/** Restores a player's history from their journal, oldest line first: to the bit the one that was rated. */
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

/** Days count back from the player's newest game: the rating changes only when they play. */
function newestAt({ playedAt }: Games): number {
  return playedAt.at(-1) ?? 0;
}
