import { CONTRIBUTION_WIDTH, type PackedLines, type PackedMatches } from '@openladder/rating';

/** A side of the match that is being rated: its participants, its result, and its strength before it. */
export interface Side {
  readonly first: number;
  readonly end: number;
  readonly merit: number;
  readonly score: number;
  /** The mean of its players' ratings. */
  readonly rating: number;
}

/** One side against another. */
export interface Meeting {
  readonly expected: number;
  readonly actual: number;
  /** The factor of K: G / (n - 1). */
  readonly multiplier: number;
}

/** A player of a match of sides. */
interface OfSide {
  /** The player's place among the participants of all matches. */
  readonly participant: number;
  readonly own: Side;
  readonly sides: readonly Side[];
  /** K of this player; the meetings' factors multiply it. */
  readonly k: number;
}

/** Writes a player's contributions: the points won from a side come in equal parts from its players. */
export function explainSides(
  { player, firstOpponent }: PackedMatches,
  { beforeValue, contributions }: PackedLines,
  { participant, own, sides, k }: OfSide,
  meet: (other: Side) => Meeting,
): void {
  let at = CONTRIBUTION_WIDTH * firstOpponent[participant]!;
  for (const other of sides) {
    if (other === own) continue;
    const { expected, actual, multiplier } = meet(other);
    const weight = (k * multiplier) / (other.end - other.first);
    for (let opponent = other.first; opponent < other.end; opponent++, at += CONTRIBUTION_WIDTH) {
      contributions[at] = player[opponent]!;
      contributions[at + 1] = beforeValue[opponent]!;
      contributions[at + 2] = expected;
      contributions[at + 3] = actual;
      contributions[at + 4] = weight;
      // Added to 0, so that a delta of nothing has no sign.
      contributions[at + 5] = 0 + weight * (actual - expected);
    }
  }
}
