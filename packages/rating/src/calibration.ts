/** The sides whose predicted chance is in the same tenth. */
export interface Calibration {
  /** Mean of the predicted chances, 0 to 1. */
  readonly predicted: number;
  /** Mean of the scores, 0 to 1. */
  readonly actual: number;
  /** Sides counted. */
  readonly count: number;
}

/** Chances that differ from the results by no more than this are called calibrated. */
const GREATEST_HONEST_MISS = 0.05;
/** Fewer sides prove too little. */
const LEAST_SIDES = 100;
/** A miss of less than this many standard errors may be chance: one in 20 for ten groups together. */
const LEAST_ERRORS = 2.8;

/**
 * The group whose chances were furthest from the results.
 * @returns null if no group of at least 100 sides missed by more than 0.05 and more than chance explains
 */
export function greatestMiss(calibration: readonly Calibration[]): Calibration | null {
  let found: Calibration | null = null;
  let greatest = GREATEST_HONEST_MISS;
  for (const group of calibration) {
    const { predicted, actual, count } = group;
    const miss = Math.abs(predicted - actual);
    const error = Math.sqrt((predicted * (1 - predicted)) / count);
    if (count < LEAST_SIDES || miss <= greatest || miss < LEAST_ERRORS * error) continue;
    [found, greatest] = [group, miss];
  }
  return found;
}

const TENTHS = 10;
/** The step and the limit of the stored logits: fine enough for a slope. The limit is a chance of one in 160,000. */
const STEP = 0.05;
const GREATEST_LOGIT = 12;
const STEPS = (2 * GREATEST_LOGIT) / STEP + 1;

/** Predicted chances and scores, added up by tenths of the chance and by its logit. */
export class CalibrationSums {
  private readonly predicted = new Float64Array(TENTHS);
  private readonly actual = new Float64Array(TENTHS);
  private readonly count = new Float64Array(TENTHS);
  private readonly logitCount = new Float64Array(STEPS);
  private readonly logitScore = new Float64Array(STEPS);

  add(chance: number, score: number): void {
    const tenth = Math.min(TENTHS - 1, Math.floor(chance * TENTHS));
    this.predicted[tenth]! += chance;
    this.actual[tenth]! += score;
    this.count[tenth]!++;
    const logit = Math.log(chance / (1 - chance));
    const bounded = Math.min(Math.max(logit, -GREATEST_LOGIT), GREATEST_LOGIT);
    const step = Math.round((bounded + GREATEST_LOGIT) / STEP);
    this.logitCount[step]!++;
    this.logitScore[step]! += score;
  }

  /** Tenths with at least one chance. */
  tenths(): Calibration[] {
    const tenths: Calibration[] = [];
    for (const [tenth, count] of this.count.entries()) {
      if (count === 0) continue;
      tenths.push({ predicted: this.predicted[tenth]! / count, actual: this.actual[tenth]! / count, count });
    }
    return tenths;
  }

  /**
   * The slope of the logistic regression of scores on the logits of the chances, with an intercept: 1 for calibrated chances,
   * less if overconfident, more if underconfident. Source: D. R. Cox, Two further applications of a model for binary
   * regression, 1958.
   * @returns null if the chances or the scores are all alike, or the chances separate the scores without an error
   */
  slope(): number | null {
    let intercept = 0;
    let slope = 1;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const step = this.newtonStep(intercept, slope);
      if (!step) return null;
      intercept += step[0];
      slope += step[1];
      if (!(Math.abs(slope) < GREATEST_SLOPE)) return null;
      if (Math.abs(step[0]) + Math.abs(step[1]) < TOLERANCE) return slope;
    }
    return null;
  }

  private newtonStep(intercept: number, slope: number): [number, number] | null {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (let step = 0; step < STEPS; step++) {
      const count = this.logitCount[step]!;
      if (count === 0) continue;
      const logit = step * STEP - GREATEST_LOGIT;
      const fitted = 1 / (1 + Math.exp(-intercept - slope * logit));
      const rest = this.logitScore[step]! - count * fitted;
      const weight = count * fitted * (1 - fitted);
      g0 += rest;
      g1 += rest * logit;
      h00 += weight;
      h01 += weight * logit;
      h11 += weight * logit * logit;
    }
    const determinant = h00 * h11 - h01 * h01;
    if (!(determinant > LEAST_DETERMINANT * h00 * h11)) return null;
    return [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant];
  }
}

const MAX_ROUNDS = 50;
const TOLERANCE = 1e-9;
const GREATEST_SLOPE = 100;
const LEAST_DETERMINANT = 1e-9;
