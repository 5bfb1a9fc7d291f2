import { DrawRate, type Evaluation, EvaluationSums, type MatchScores } from './evaluation.js';

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
