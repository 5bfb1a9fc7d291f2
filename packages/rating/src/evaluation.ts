/** The sides whose predicted chance fell into one tenth. */
export interface Calibration {
  /** Mean of the predicted chances, 0 to 1. */
  readonly predicted: number;
  /** Mean of the scores, 0 to 1. */
  readonly actual: number;
  /** Sides counted. */
  readonly count: number;
}

/** How well a rater foresaw a log. */
export interface Evaluation {
  /** Matches predicted. */
  readonly matches: number;
  /** Mean of -ln(chance given to the winner); lower is better, ln 2 is guessing between two sides. */
  readonly logLoss: number;
  /** Mean squared error of the chances, halved so that two sides count as one; lower is better, 0.25 is guessing. */
  readonly brier: number;
  /** Share of matches won by the favourite; a first place, or the favour, that is shared by several counts its share. */
  readonly accuracy: number;
  /** Predicted against actual, in ten equal bins of the predicted chance; empty bins are left out. */
  readonly calibration: readonly Calibration[];
}

const BINS = 10;
const LEAST_CHANCE = 1e-15;

/** Adds up how well matches were foreseen, one after the other. */
export class EvaluationSums {
  private matches = 0;
  private logLoss = 0;
  private brier = 0;
  private accuracy = 0;
  private readonly predicted = new Float64Array(BINS);
  private readonly actual = new Float64Array(BINS);
  private readonly count = new Float64Array(BINS);

  /**
   * Adds a match.
   * @param chances each side's chance to win, as it was predicted
   * @param merits how well each side did, greater is better and equal is a tie; the best share one point
   * @throws RangeError if the chances are no numbers from 0 to 1
   */
  add(chances: readonly number[], merits: readonly number[]): void {
    const best = greatest(merits);
    const favour = greatest(chances);
    let firsts = 0;
    for (const merit of merits) if (merit === best) firsts++;

    let loss = 0;
    let squares = 0;
    let favourites = 0;
    let favouritesScore = 0;
    for (let side = 0; side < merits.length; side++) {
      const chance = chances[side]!;
      if (!(chance >= 0 && chance <= 1)) throw new RangeError(`a predicted chance must be 0 to 1, but is ${chance}`);
      const score = merits[side] === best ? 1 / firsts : 0;
      if (score > 0) loss += score * Math.log(Math.max(chance, LEAST_CHANCE));
      squares += (score - chance) ** 2;
      if (chance === favour) {
        favourites++;
        favouritesScore += score;
      }
      const bin = Math.min(BINS - 1, Math.floor(chance * BINS));
      this.predicted[bin]! += chance;
      this.actual[bin]! += score;
      this.count[bin]!++;
    }
    this.matches++;
    this.logLoss -= loss;
    this.brier += squares / 2;
    this.accuracy += favouritesScore / favourites;
  }

  /** @throws RangeError if nothing was added */
  means(): Evaluation {
    const { matches } = this;
    if (matches === 0) throw new RangeError('nothing to evaluate: the log has no ratable match');
    const calibration: Calibration[] = [];
    for (const [bin, count] of this.count.entries()) {
      if (count === 0) continue;
      calibration.push({ predicted: this.predicted[bin]! / count, actual: this.actual[bin]! / count, count });
    }
    return {
      matches,
      logLoss: this.logLoss / matches,
      brier: this.brier / matches,
      accuracy: this.accuracy / matches,
      calibration,
    };
  }
}

/** Many times as fast as Math.max of a list that is spread out. */
function greatest(numbers: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const number of numbers) if (number > most) most = number;
  return most;
}
