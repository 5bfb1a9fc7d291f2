import { MEETINGS, type Pace } from './paces.js';
import { fictitiousDraws, fictitiousSpread } from './performance.js';
import { SCALE, type WeightSettings } from './settings.js';
import { solveSpread } from './solve-spread.js';
import { add, NOTHING, type Spread, widened } from './spread.js';
import {
  addGameTo,
  addSum,
  draftOfWindow,
  finished,
  SUMS,
  type Window,
  type WindowDraft,
  windowAround,
} from './window.js';
import { zeros } from './zeros.js';

/**
 * What all games add to a window, by what they fade by: those that fade by games, or by days, fade by one factor. Those that
 * fade by meetings fade only with a game against the same opponent, and are weighed anew one by one then. Among them are the
 * fictitious draws, which never fade.
 */
export interface PaceSums {
  /** Of all games. */
  readonly window: Window;
  /** By GAMES, DAYS and MEETINGS, SUMS numbers each. */
  readonly sums: readonly number[];
}

const PACES = 3;
const NO_EXCESS = windowAround(0).excess;

/** Sums in the making. */
export interface PaceDraft {
  readonly window: WindowDraft;
  readonly sums: number[];
}

/** Begins to change sums, of which all games have lost by the factor of their pace. */
export function draftOfSums({ window, sums }: PaceSums, byGame: number, byDays: number): PaceDraft {
  const draft = sums.slice();
  for (let sum = 0; sum < SUMS; sum++) {
    draft[sum]! *= byGame;
    draft[SUMS + sum]! *= byDays;
  }
  return { window: draftOfWindow({ middle: window.middle, excess: NO_EXCESS }), sums: draft };
}

/** Adds a game to those of a pace. A negative weight takes it away. */
export function addByPace({ window, sums }: PaceDraft, pace: Pace, odds: number, result: number, weight: number): void {
  addGameTo(sums, pace * SUMS, window, odds, result, weight);
}

/** The sums that a draft has become. */
export function sumsOf({ window, sums }: PaceDraft): PaceSums {
  for (let sum = 0; sum < SUMS; sum++) addSum(sum, sums[sum]! + sums[SUMS + sum]! + sums[2 * SUMS + sum]!);
  return { window: finished(window, 1), sums };
}

/** A game and its weight. */
export interface PacedGame {
  readonly pace: Pace;
  /** 10^(r/400) of the opponent's rating. */
  readonly odds: number;
  readonly result: number;
  readonly weight: number;
}

/**
 * The sums of games and of the fictitious draws for a window around the rating that they amount to.
 * @param near a rating close to it, if one is known
 */
export function sumsAround(games: readonly PacedGame[], near: number | null, settings: WeightSettings): PaceSums {
  const root = solveSpread([fictitiousSpread('p6', settings), spreadOf(games)], near)!;
  const draft: PaceDraft = { window: draftOfWindow(windowAround(root)), sums: zeros(PACES * SUMS) };
  for (const { pace, odds, result, weight } of games) addByPace(draft, pace, odds, result, weight);
  const draws = fictitiousDraws('p6', settings);
  addByPace(draft, MEETINGS, Math.exp(draws.rating / SCALE), 0.5, draws.weight);
  return sumsOf(draft);
}

function spreadOf(games: readonly PacedGame[]): Spread {
  if (games.length === 0) return NOTHING;
  const ratings = games.map(({ odds }) => SCALE * Math.log(odds));
  const spread = widened(NOTHING, 1, ratings);
  for (const [index, { result, weight }] of games.entries()) add(spread, ratings[index]!, result, weight);
  return spread;
}
