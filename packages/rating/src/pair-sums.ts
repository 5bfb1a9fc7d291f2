/** How well the order of any two sides was predicted. */
export interface PairEvaluation {
  /** Pairs of sides. */
  readonly count: number;
  /** Mean of -ln(chance given to the side that was ahead); a tie counts half for each. */
  readonly logLoss: number;
  /** Mean squared error of the chances. */
  readonly brier: number;
  /** Of the pairs that are not ties, the share whose favourite was ahead; null if all are ties. */
  readonly order: number | null;
}

const LEAST_CHANCE = 1e-15;

/** Adds up how well pairs were predicted. */
export class PairSums {
  private count = 0;
  private loss = 0;
  private squares = 0;
  private decided = 0;
  private inOrder = 0;

  /** Adds all pairs of a match. A side's chance in a pair is its part of the chances of both. */
  add(chances: readonly number[], merits: readonly number[]): void {
    for (let a = 0; a < merits.length; a++) {
      for (let b = a + 1; b < merits.length; b++) {
        const sum = chances[a]! + chances[b]!;
        this.addPair(sum > 0 ? chances[a]! / sum : 0.5, merits[a]! - merits[b]!);
      }
    }
  }

  private addPair(chance: number, lead: number): void {
    this.count++;
    const score = lead === 0 ? 0.5 : lead > 0 ? 1 : 0;
    this.loss -= score * safeLog(chance) + (1 - score) * safeLog(1 - chance);
    this.squares += (score - chance) ** 2;
    if (lead === 0) return;
    this.decided++;
    if (chance === 0.5) this.inOrder += 0.5;
    else if (chance > 0.5 === lead > 0) this.inOrder++;
  }

  means(): PairEvaluation {
    const { count } = this;
    return {
      count,
      logLoss: this.loss / count,
      brier: this.squares / count,
      order: this.decided === 0 ? null : this.inOrder / this.decided,
    };
  }
}

function safeLog(chance: number): number {
  return Math.log(Math.max(chance, LEAST_CHANCE));
}
