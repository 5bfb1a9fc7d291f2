import { type DecayMode, MEETINGS } from './decay-mode.js';
import { add, type Grid, NOTHING, widened } from './grid.js';
import {
  addGameTo,
  draftOfPolynomial,
  finished,
  type LocalPolynomial,
  type PolynomialDraft,
  polynomialAround,
  SUMS,
} from './local-polynomial.js';
import { fictitiousDraws, fictitiousGrid } from './performance.js';
import { SCALE, type WeightSettings } from './settings.js';
import { solveGrids } from './solve-grids.js';
import { zeros } from './zeros.js';

/**
 * The sums of all games in a polynomial, by decay mode. Games that fade by games, or by days, all fade by one factor. The weights of the
 * others change one by one. The fictitious draws, which never fade, are among these.
 */
export interface ModeSums {
  /** Of all games. */
  readonly polynomial: LocalPolynomial;
  /** SUMS numbers for each of GAMES, DAYS and MEETINGS. */
  readonly sums: readonly number[];
}

const MODES = 3;
const NO_EXCESS = polynomialAround(0).excess;

/** Sums in the making. */
export interface ModeDraft {
  readonly polynomial: PolynomialDraft;
  readonly sums: number[];
}

/** Begins to change sums after all games have faded by the factor of their mode. */
export function draftOfSums({ polynomial, sums }: ModeSums, byGame: number, byDays: number): ModeDraft {
  const draft = sums.slice();
  for (let sum = 0; sum < SUMS; sum++) {
    draft[sum]! *= byGame;
    draft[SUMS + sum]! *= byDays;
  }
  return { polynomial: draftOfPolynomial({ middle: polynomial.middle, excess: NO_EXCESS }), sums: draft };
}

/** Adds a game to those of a mode. A negative weight removes it. */
export function addByMode(
  { polynomial, sums }: ModeDraft,
  mode: DecayMode,
  odds: number,
  result: number,
  weight: number,
): void {
  addGameTo(sums, mode * SUMS, polynomial, odds, result, weight);
}

/** The finished sums of a draft. */
export function finishedSums({ polynomial, sums }: ModeDraft): ModeSums {
  const { added } = polynomial;
  for (let sum = 0; sum < SUMS; sum++) added[sum] = sums[sum]! + sums[SUMS + sum]! + sums[2 * SUMS + sum]!;
  return { polynomial: finished(polynomial, 1), sums };
}

/** A game and its weight. */
export interface GameByMode {
  readonly mode: DecayMode;
  /** 10^(r/400) of the opponent's rating. */
  readonly odds: number;
  readonly result: number;
  readonly weight: number;
}

/**
 * The sums of games and of the fictitious draws for a polynomial around the rating that follows from them.
 * @param near a rating close to it, if one is known
 */
export function sumsAround(games: readonly GameByMode[], near: number | null, settings: WeightSettings): ModeSums {
  const root = solveGrids([fictitiousGrid('p6', settings), gridOf(games)], near)!;
  const draft: ModeDraft = { polynomial: draftOfPolynomial(polynomialAround(root)), sums: zeros(MODES * SUMS) };
  for (const { mode, odds, result, weight } of games) addByMode(draft, mode, odds, result, weight);
  const draws = fictitiousDraws('p6', settings);
  addByMode(draft, MEETINGS, Math.exp(draws.rating / SCALE), 0.5, draws.weight);
  return finishedSums(draft);
}

function gridOf(games: readonly GameByMode[]): Grid {
  if (games.length === 0) return NOTHING;
  const ratings = games.map(({ odds }) => SCALE * Math.log(odds));
  const grid = widened(NOTHING, 1, ratings);
  for (const [index, { result, weight }] of games.entries()) add(grid, ratings[index]!, result, weight);
  return grid;
}
