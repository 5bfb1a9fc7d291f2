import {
  defaultSettings,
  type EstimatedFit,
  EvaluationSums,
  ForeseenMatches,
  fitChances,
  fitOf,
  fittedChances,
  type Match,
  type Rater,
  scoreLog,
} from '@openladder/rating';
import { expect } from 'vitest';
import { measureFit } from '../../services/api/dist/compare/measure-fit.js';

/** Leagues whose matches are counted together. */
export interface Leagues {
  readonly leagues: number;
  /** Matches of each: the first fifth is a burn-in, two fifths are fitted to, and two are measured. */
  readonly matches: number;
  /** How many sides a tenth needs in all of them together; 100 for each if omitted. */
  readonly least?: number;
  /** How many tenths must have so many; 5 if omitted. In large fields nobody has a great chance. */
  readonly tenths?: number;
  play(seed: number): Iterable<Match>;
}

/** How far the worst tenth is from the results. */
export interface Misses {
  /** As the system gives the chances. */
  readonly own: number;
  /** By a fit of each league to its earlier matches. */
  readonly fitted: number;
  /** By that fit in leagues to which a comparison proposes it, and as they are in the others. */
  readonly proposed: number;
  /** That of each league. */
  readonly fits: readonly EstimatedFit[];
}

export function missesOf(
  rater: Rater,
  settings: object,
  { leagues, matches, least = 100 * leagues, tenths = 5, play }: Leagues,
): Misses {
  const [own, fitted, proposed] = [new EvaluationSums(), new EvaluationSums(), new EvaluationSums()];
  const [burnIn, heldOut] = [0.2 * matches, 0.6 * matches];
  const fits = Array.from({ length: leagues }, (_, league) => {
    const predicted = new ForeseenMatches();
    scoreLog(rater, { ...defaultSettings(rater.settings), ...settings }, play(league + 1), predicted);
    const fit = fitChances(predicted, burnIn, heldOut)!;
    const asFitted = (chances: readonly number[]) => fittedChances(fitOf(fit), chances);
    const isProposed = measureFit(predicted, burnIn, heldOut, fit)!.isRecommended;
    predicted.tell(own, heldOut, (chances) => chances);
    predicted.tell(fitted, heldOut, asFitted);
    predicted.tell(proposed, heldOut, isProposed ? asFitted : (chances) => chances);
    return fit;
  });
  const worst = (sums: EvaluationSums) => {
    const full = sums.means().calibration.filter(({ count }) => count >= least);
    expect(full.length).toBeGreaterThanOrEqual(tenths);
    return Math.max(...full.map(({ predicted, actual }) => Math.abs(predicted - actual)));
  };
  return { own: worst(own), fitted: worst(fitted), proposed: worst(proposed), fits };
}

/** One line of the tables in docs/choosing-a-rating-system.md. */
export function show(name: string, { own, fitted, proposed }: Misses): void {
  console.log(`${name}: ${own.toFixed(3)}, with a fit ${fitted.toFixed(3)}, as proposed ${proposed.toFixed(3)}`);
}
