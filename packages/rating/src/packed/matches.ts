/**
 * Matches in columns, in their total order: all that raters read of them, without guests. Every one is ratable and has
 * an outcome. Columns may be longer than what they hold; numbers that were left out are NaN. `MatchPacker` makes them.
 */
export interface PackedMatches {
  /** Matches held. */
  readonly length: number;

  /** One a match: milliseconds since 1970. */
  readonly playedAt: Float64Array;
  /** One a match and one more: where its participants begin; the first one's at 0 only where nothing stands before them. */
  readonly firstParticipant: Int32Array;

  /** One a participant, side by side in the match's own order: the place of their state, from 0. */
  readonly player: Int32Array;
  /** The number of their side in the match, from 0; the participants of a side stand together. */
  readonly side: Int32Array;
  /** How well their side did, as `sideMerits` has it: greater is better, equal is a tie. */
  readonly merit: Float64Array;
  /** The points of their side, as `sideScore` has them. */
  readonly sideScore: Float64Array;
  /** Their own points. */
  readonly score: Float64Array;
  readonly minutes: Float64Array;
  /** One a participant and one more: where their opponents begin, the participants on other sides. */
  readonly firstOpponent: Int32Array;
  /** One a participant and one more: where their points against single opponents begin. */
  readonly firstAgainst: Int32Array;

  /** One for each points against a single opponent: the opponent's place. */
  readonly against: Int32Array;
  readonly scoreAgainst: Float64Array;
}

/** Participants of all the matches together. */
export function participantsOf({ length, firstParticipant }: PackedMatches): number {
  return firstParticipant[length]!;
}

/** Numbers of one kind, one after the other. */
export type Column = Float64Array | Int32Array | Uint8Array;

/** The column itself where it is long enough, else one at least twice as long that begins with the same numbers. */
export function withRoom<C extends Column>(column: C, length: number): C {
  if (length <= column.length) return column;
  const longer = new (column.constructor as new (length: number) => C)(Math.max(length, 2 * column.length));
  longer.set(column);
  return longer;
}
