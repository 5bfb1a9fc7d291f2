import { type Calibration, CalibrationSums } from './calibration.js';
import { type DailyLosses, DailySums } from './daily-losses.js';
import { type PairEvaluation, PairSums } from './pair-sums.js';

/** Matches of one kind, scored separately. */
export interface PartEvaluation {
  readonly matches: number;
  /** Like the one of all matches; null if there are none. */
  readonly logLoss: number | null;
}

/** How well a rater predicted a log. */
export interface Evaluation {
  /** Matches predicted. */
  readonly matches: number;
  /** Mean of -ln(chance given to the winner); lower is better, ln 2 is guessing between two sides. */
  readonly logLoss: number;
  /** Mean squared error of the chances, halved so that two sides count as one; lower is better. */
  readonly brier: number;
  /** Share of matches won by the favourite. If several share the first place, or are favourites, each counts its share. */
  readonly accuracy: number;
  /** Matches that one side won alone, and matches with a shared first place. */
  readonly won: PartEvaluation;
  readonly drawn: PartEvaluation;
  readonly pairs: PairEvaluation;
  /**
   * The ranked probability score of matches of two sides, for which a win is nearer to a draw than to a loss: 0 is best. Chances do
   * not include draws, so their frequency is taken from the matches before. null if there are no such matches.
   */
  readonly rankedProbability: number | null;
  /** Predicted against actual, in ten equal bins of the predicted chance; empty bins are omitted. */
  readonly calibration: readonly Calibration[];
  /** 1 for calibrated chances, less if overconfident, more if underconfident; null if the matches are inconclusive. */
  readonly calibrationSlope: number | null;
  /** For a paired comparison. */
  readonly daily: DailyLosses;
}

const LEAST_CHANCE = 1e-15;

/** Receives each match that was predicted, one after the other. */
export interface MatchScores {
  /**
   * @param chances each side's chance to win, as it was predicted
   * @param merits how well each side did, greater is better and equal is a tie; the best share one point
   * @param playedAt milliseconds since 1970, never less than that of the previous match
   * @param roles the role of each side, undefined for a side without one; omitted if no side has one
   * @throws RangeError if the chances are not numbers from 0 to 1
   */
  add(
    chances: readonly number[],
    merits: readonly number[],
    playedAt: number,
    roles?: readonly (string | undefined)[],
  ): void;
}

/** Adds up how well matches were predicted. */
export class EvaluationSums implements MatchScores {
  private matches = 0;
  private logLoss = 0;
  private brier = 0;
  private accuracy = 0;
  private draws = 0;
  private lossOfDraws = 0;
  private readonly pairs = new PairSums();
  private readonly ranked: RankedSums;
  private readonly calibration = new CalibrationSums();
  private readonly daily = new DailySums();

  /** @param drawRate the frequency of draws so far; omitted if unknown */
  constructor(private readonly drawRate = new DrawRate()) {
    this.ranked = new RankedSums(drawRate);
  }

  add(chances: readonly number[], merits: readonly number[], playedAt: number): void {
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
      if (score > 0) loss -= score * Math.log(Math.max(chance, LEAST_CHANCE));
      squares += (score - chance) ** 2;
      if (chance === favour) {
        favourites++;
        favouritesScore += score;
      }
      this.calibration.add(chance, score);
    }
    this.matches++;
    this.logLoss += loss;
    this.brier += squares / 2;
    this.accuracy += favouritesScore / favourites;
    if (firsts > 1) {
      this.draws++;
      this.lossOfDraws += loss;
    }
    this.pairs.add(chances, merits);
    if (merits.length === 2) this.ranked.add(chances[0]!, Math.sign(merits[0]! - merits[1]!));
    this.drawRate.count(merits);
    this.daily.add(playedAt, loss);
  }

  /** @throws RangeError if nothing was added */
  means(): Evaluation {
    const { matches, draws } = this;
    if (matches === 0) throw new RangeError('nothing to evaluate: the log has no ratable match');
    const { loss, matches: matchesOfDays } = this.daily;
    return {
      matches,
      logLoss: this.logLoss / matches,
      brier: this.brier / matches,
      accuracy: this.accuracy / matches,
      won: part(matches - draws, this.logLoss - this.lossOfDraws),
      drawn: part(draws, this.lossOfDraws),
      pairs: this.pairs.means(),
      rankedProbability: this.ranked.mean(),
      calibration: this.calibration.tenths(),
      calibrationSlope: this.calibration.slope(),
      daily: { loss, matches: matchesOfDays },
    };
  }
}

function part(matches: number, loss: number): PartEvaluation {
  return { matches, logLoss: matches === 0 ? null : loss / matches };
}

/** The frequency of draws among matches of two sides. */
export class DrawRate {
  private matches = 0;
  private draws = 0;

  /** 0 to 1; 0 before the first match. */
  get share(): number {
    return this.matches === 0 ? 0 : this.draws / this.matches;
  }

  /** Counts a match, if it has two sides. */
  count(merits: readonly number[]): void {
    if (merits.length !== 2) return;
    this.matches++;
    if (merits[0] === merits[1]) this.draws++;
  }
}

/** Ranked probability scores of matches of two sides. Source: E. S. Epstein, A scoring system for probability forecasts, 1969. */
class RankedSums {
  private matches = 0;
  private sum = 0;

  constructor(private readonly draws: DrawRate) {}

  /** @param outcome 1, 0 or -1: won, drawn or lost by the side with the chance */
  add(chance: number, outcome: number): void {
    const draw = Math.min(this.draws.share, 2 * chance, 2 * (1 - chance));
    const winning = chance - draw / 2;
    this.sum += ((winning - (outcome > 0 ? 1 : 0)) ** 2 + (winning + draw - (outcome >= 0 ? 1 : 0)) ** 2) / 2;
    this.matches++;
  }

  mean(): number | null {
    return this.matches === 0 ? null : this.sum / this.matches;
  }
}

/** Many times as fast as Math.max(...list). */
function greatest(numbers: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

/** Scores the parts of a log separately. All matches are rated; those before the first part (the burn-in) are not scored. */
export class EvaluationParts implements MatchScores {
  private readonly drawRate = new DrawRate();
  private readonly sums: EvaluationSums[];
  private matches = 0;
  private part = -1;

  /** @param starts how many matches of the log come before each part, in ascending order; `[0]`: the whole log as one part */
  constructor(private readonly starts: readonly number[]) {
    this.sums = starts.map(() => new EvaluationSums(this.drawRate));
  }

  add(chances: readonly number[], merits: readonly number[], playedAt: number): void {
    while (this.starts[this.part + 1]! <= this.matches) this.part++;
    this.matches++;
    if (this.part < 0) this.drawRate.count(merits);
    else this.sums[this.part]!.add(chances, merits, playedAt);
  }

  /**
   * @returns one evaluation for each part
   * @throws RangeError if a part has no match
   */
  means(): Evaluation[] {
    return this.sums.map((sums) => sums.means());
  }
}
