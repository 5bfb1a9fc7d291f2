import {
  type EstimatedFit,
  type Evaluation,
  EvaluationSums,
  type ForeseenMatches,
  fitChances,
  fitOf,
  fittedChances,
  greatestMiss,
  type LossDifference,
  lossDifference,
} from '@openladder/rating';

/** A slope, a side's advantage, and their gain. */
export interface MeasuredFit extends EstimatedFit {
  /** Of the part that is held out, with a fit to the part before it. */
  readonly evaluation: Evaluation;
  /** Difference in log loss that it makes to the held-out part: below 0 if it helps. */
  readonly gain: LossDifference;
  /**
   * Whether it helps, this is unlikely to be chance, and its chances are not further off than those without it, as `greatestMiss`
   * measures.
   */
  readonly isRecommended: boolean;
}

/**
 * Fits the chances of a rating system to a log, and measures on its last part what a fit to the first part gains.
 * @param from matches before it are a burn-in
 * @param first the fit to the matches between them, if the caller has it; null if the matches are inconclusive
 * @returns null if the matches are inconclusive
 */
export function measureFit(
  predicted: ForeseenMatches,
  from: number,
  heldOut: number,
  first: EstimatedFit | null = fitChances(predicted, from, heldOut),
): MeasuredFit | null {
  const whole = fitChances(predicted, from, predicted.length);
  if (!whole || !first) return null;
  const raw = new EvaluationSums();
  const fitted = new EvaluationSums();
  predicted.tell(raw, heldOut, (chances) => chances);
  const fit = fitOf(first);
  predicted.tell(fitted, heldOut, (chances, roles) => fittedChances(fit, chances, roles));
  const evaluation = fitted.means();
  const before = raw.means();
  const gain = lossDifference(evaluation.daily, before.daily);
  const helps = gain.high !== null && gain.high < 0;
  return { ...whole, evaluation, gain, isRecommended: helps && missOf(evaluation) <= missOf(before) };
}

/** 0 if no group misses. */
function missOf({ calibration }: Evaluation): number {
  const miss = greatestMiss(calibration);
  return miss ? Math.abs(miss.predicted - miss.actual) : 0;
}

/**
 * How well the chances of a stretch predict it after a fit to itself; without the fit if the stretch is inconclusive. @param from matches before it are
 * a burn-in
 */
export function afterFit(predicted: ForeseenMatches, from: number): Evaluation {
  const found = fitChances(predicted, from, predicted.length);
  const fit = found && fitOf(found);
  const sums = new EvaluationSums();
  predicted.tell(sums, from, (chances, roles) => (fit ? fittedChances(fit, chances, roles) : chances));
  return sums.means();
}
