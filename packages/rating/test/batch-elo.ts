import { type BatchForm, CONTRIBUTION_WIDTH, expectedScore, type PackedMatches, resultOf } from '../src/index.js';
import type { Rater } from '../src/rater.js';
import { elo } from './elo.js';

interface Settings {
  readonly k: number;
  readonly initialRating: number;
}

interface State {
  readonly points: number;
}

const SCALE = 400 / Math.LN10;

/** The batch form of Elo, written separately from its plain form. */
export const batchOfElo: BatchForm<Settings, State> = {
  width: 1,
  hasDeviation: false,
  pack({ points }, numbers, at) {
    numbers[at] = points;
  },
  unpack: (numbers, at) => ({ points: numbers[at]! }),

  rate(matches, states, { k }, lines) {
    for (let match = 0; match < matches.length; match++) {
      const [first, end] = [matches.firstParticipant[match]!, matches.firstParticipant[match + 1]!];
      const weight = k / matches.side[end - 1]!;
      for (let own = first; own < end; own++) {
        const points = states[matches.player[own]!]!;
        let change = 0;
        let at = CONTRIBUTION_WIDTH * matches.firstOpponent[own]!;
        for (const other of opponents(matches, own, first, end)) {
          const value = states[matches.player[other]!]!;
          const expected = expectedScore(points - value, SCALE);
          const actual = resultOf(matches.merit[own]!, matches.merit[other]!);
          const delta = weight * (actual - expected);
          change += delta;
          if (lines.areRatingsOnly) continue;
          lines.contributions.set([matches.player[other]!, value, expected, actual, weight, delta], at);
          at += CONTRIBUTION_WIDTH;
        }
        lines.beforeValue[own] = points;
        lines.beforeDeviation[own] = lines.deviation[own] = Number.NaN;
        lines.value[own] = lines.score[own] = points + change;
        lines.isProvisional[own] = 0;
      }
      for (let own = first; own < end; own++) states[matches.player[own]!] = lines.value[own]!;
    }
  },
};

function opponents({ side }: PackedMatches, own: number, first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index).filter((other) => side[other] !== side[own]);
}

/** Elo that rates batches, with some parts of its batch form replaced. */
export function batchElo(changes: Partial<BatchForm<Settings, State>> = {}): Rater<Settings, State> {
  return { ...elo, batch: { ...batchOfElo, ...changes } };
}
