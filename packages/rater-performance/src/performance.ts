import type { PlayerId, Result } from '@openladder/rating';
import { type Games, inColumns, withGame } from './games.js';
import { add, faded, type Grid, NOTHING } from './grid.js';
import { RATING_LIMIT, SOURCE_WEIGHTS, type Variant, type WeightSettings } from './settings.js';
import { excessOf, type FictitiousDraws, solve } from './solve.js';
import { gameWeights } from './weights.js';

/** One game of a list, as the scripts of the source read it. */
export interface Game {
  /** Games against the same name are games against the same opponent. */
  readonly opponent: PlayerId;
  /** The opponent's rating when the game was played, in points, within RATING_LIMIT of zero. */
  readonly rating: number;
  /** 1 won, 0.5 drawn, 0 lost. */
  readonly result: Result;
  /** Days since the game was played, at least 0. */
  readonly days: number;
}

/** How the unrounded rating would change, in points, if the newest game were played against an equal. */
export interface Stability {
  /** The change after a win. */
  readonly plus: number;
  /** The change after a loss: as a rule a negative number. */
  readonly minus: number;
}

/** The rating of a history by a variant. */
export interface Performance {
  /** Points; Infinity, -Infinity and null for p1 as in `solveRating`. */
  readonly rating: number | null;
  /** k_i of the newest game, in games; undefined without games. */
  readonly newestWeight: number | undefined;
}

/** The same, and what the games say about other ratings. */
export interface Solved extends Performance {
  /** By how many games the score exceeds the score that a rating expects. It is 0 at the solved rating, and NaN where it is unknown. */
  readonly excessAt: (rating: number) => number;
}

const DAY = 24 * 60 * 60 * 1000;
/** An opponent whom nobody has met. NaN does not survive JSON, so it is no player's id. */
export const NEW_OPPONENT = Number.NaN;

/** The fictitious games of a variant. Their weight never decays. */
export function fictitiousDraws(variant: Variant, { fictitiousWeight }: WeightSettings): FictitiousDraws {
  if (variant === 'p1') return { rating: 0, weight: 0 };
  return variant === 'p8' ? { rating: 1500, weight: 2 * fictitiousWeight } : { rating: 0, weight: fictitiousWeight };
}

/** The fictitious games as a grid. */
export function fictitiousGrid(variant: Variant, settings: WeightSettings): Grid {
  return gridOf(fictitiousDraws(variant, settings));
}

function gridOf({ rating, weight }: FictitiousDraws): Grid {
  if (weight === 0) return NOTHING;
  const draft = faded(NOTHING, 1, rating);
  add(draft, rating, 0.5, weight);
  return draft;
}

/**
 * The rating that follows from a list of games ("Arimaa performance ratings").
 * @param games newest first
 * @returns points, |error| <= 1e-9. p1 alone gives Infinity where every game was won, -Infinity where every game was
 * lost, and null without games; without games p2 to p7 give 0 and p8 gives 1500
 * @throws RangeError if a game's rating, result or days are out of range
 */
export function solveRating(
  games: readonly Game[],
  variant: Variant,
  settings: WeightSettings = SOURCE_WEIGHTS,
): number | null {
  return performance(columnsOf(games), 0, variant, settings).rating;
}

/**
 * The +/- of a list: how one more game changes its rating, if it is won or lost against a new opponent who has
 * exactly the player's unrounded rating.
 * @param games newest first
 * @returns null if the rating is not a finite number (p1 only)
 * @throws RangeError as `solveRating`
 */
export function stability(
  games: readonly Game[],
  variant: Variant,
  settings: WeightSettings = SOURCE_WEIGHTS,
): Stability | null {
  return stabilityOf(columnsOf(games), 0, variant, settings);
}

/**
 * Weighs and solves a history.
 * @param now the time from which days count back, on the clock of the games
 */
export function performance(games: Games, now: number, variant: Variant, settings: WeightSettings): Solved {
  const weights = gameWeights(games, now, variant, settings);
  const draws = fictitiousDraws(variant, settings);
  return {
    rating: solve(games, weights, draws),
    newestWeight: weights.at(-1),
    excessAt: (rating) => excessOf(games, weights, draws, rating),
  };
}

/** `Solved.excessAt` alone. */
export function excessOfGames(
  games: Games,
  now: number,
  variant: Variant,
  settings: WeightSettings,
): (rating: number) => number {
  const weights = gameWeights(games, now, variant, settings);
  const draws = fictitiousDraws(variant, settings);
  return (rating) => excessOf(games, weights, draws, rating);
}

/** Like `stability`, for a history. */
export function stabilityOf(games: Games, now: number, variant: Variant, settings: WeightSettings): Stability | null {
  const { rating } = performance(games, now, variant, settings);
  if (rating === null || !Number.isFinite(rating)) return null;
  const changeAfter = (result: Result) => {
    const longer = withGame(games, { opponent: NEW_OPPONENT, rating, result, playedAt: now });
    return performance(longer, now, variant, settings).rating! - rating;
  };
  return { plus: changeAfter(1), minus: changeAfter(0) };
}

/** To the nearest integer, halves up, also below zero: what the source prints. */
export function rounded(points: number): number {
  return Math.floor(points + 0.5);
}

/** The list in columns, on a clock that says 0 now. */
function columnsOf(games: readonly Game[]): Games {
  games.forEach(checkGame);
  return inColumns(games.map(({ days, ...game }) => ({ ...game, playedAt: -days * DAY })).reverse());
}

function checkGame({ rating, result, days }: Game, index: number): void {
  if (!(Math.abs(rating) <= RATING_LIMIT)) {
    throw new RangeError(`games[${index}].rating must lie within ${RATING_LIMIT} of zero, not be ${rating}`);
  }
  if (result !== 0 && result !== 0.5 && result !== 1) {
    throw new RangeError(`games[${index}].result must be 0, 0.5 or 1, not ${result}`);
  }
  if (!(days >= 0 && days < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`games[${index}].days must be a number of at least 0, not ${days}`);
  }
}
