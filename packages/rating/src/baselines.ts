import { type Evaluation, EvaluationSums } from './evaluation.js';
import type { PackedLog } from './packed/evaluate-packed.js';
import type { PackedMatches } from './packed/matches.js';

/** What anybody foresees who knows nothing of the players: a rating system that is not better is of no use. */
export interface Baselines {
  /** All sides of a match have the same chance. */
  readonly even: Evaluation;
  /**
   * The share of the points that the first side, the second, and so on won in the matches before with as many sides: it knows
   * of an advantage of those who are named first, such as the home side. Draws count half.
   */
  readonly baseRates: Evaluation;
}

/**
 * The baselines of a log.
 * @throws RangeError if the log has no match
 */
export function baselines(log: Iterable<PackedLog>): Baselines {
  const even = new EvaluationSums();
  const baseRates = new EvaluationSums();
  const won = new Map<number, number[]>();
  for (const { matches } of log) {
    for (let match = 0; match < matches.length; match++) {
      const merits = meritsOf(matches, match);
      const sides = merits.length;
      const playedAt = matches.playedAt[match]!;
      even.add(new Array<number>(sides).fill(1 / sides), merits, playedAt);
      // Everybody begins with one match's worth of points, so that nobody's chance is none.
      const points = won.get(sides) ?? new Array<number>(sides).fill(1 / sides);
      const total = points.reduce((sum, one) => sum + one);
      baseRates.add(
        points.map((one) => one / total),
        merits,
        playedAt,
      );
      const best = Math.max(...merits);
      const firsts = merits.filter((merit) => merit === best).length;
      won.set(
        sides,
        points.map((one, side) => one + (merits[side] === best ? 1 / firsts : 0)),
      );
    }
  }
  return { even: even.means(), baseRates: baseRates.means() };
}

function meritsOf({ firstParticipant, side, merit }: PackedMatches, match: number): number[] {
  const merits: number[] = [];
  let last = -1;
  for (let p = firstParticipant[match]!; p < firstParticipant[match + 1]!; p++) {
    if (side[p] === last) continue;
    last = side[p]!;
    merits.push(merit[p]!);
  }
  return merits;
}
