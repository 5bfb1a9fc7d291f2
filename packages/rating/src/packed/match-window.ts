import type { PackedMatches } from './lines.js';

/** One of many packed matches as a batch of its own, over the same columns. */
interface MatchWindow extends PackedMatches {
  /** Shows the match at an index from now on. */
  moveTo(index: number): void;
}

/** A window that shows no match until it is moved. */
export function windowOf(matches: PackedMatches): MatchWindow {
  const playedAt = new Float64Array(1);
  const firstParticipant = new Int32Array(2);
  const weight = matches.weight && new Float64Array(1);
  return {
    ...matches,
    ...{ length: 1, playedAt, firstParticipant, weight },
    moveTo(index) {
      playedAt[0] = matches.playedAt[index]!;
      if (weight) weight[0] = matches.weight![index]!;
      firstParticipant[0] = matches.firstParticipant[index]!;
      firstParticipant[1] = matches.firstParticipant[index + 1]!;
    },
  };
}
