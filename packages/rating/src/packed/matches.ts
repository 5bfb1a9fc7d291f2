/**
 * Matches in columns, in their total order, with everything that raters read, without guests. Every match is ratable and has
 * an outcome. Columns may be longer than their contents; missing numbers are NaN. `MatchPacker` makes them.
 */
export interface PackedMatches {
  /** The number of matches. */
  readonly length: number;

  /** One for each match: milliseconds since 1970. */
  readonly playedAt: Float64Array;
  /** One for each match and one more: where its participants begin. The first may be above 0. */
  readonly firstParticipant: Int32Array;
  /** How much each match counts; missing if every match counts 1. See `matchWeight`. */
  readonly weight?: Float64Array | undefined;

  /** One for each participant, side by side in the order of the match: the place of their state, from 0. */
  readonly player: Int32Array;
  /** The number of their side in the match, from 0; the participants of a side are adjacent. */
  readonly side: Int32Array;
  /** How well their side did, as `sideMerits` has it: greater is better, equal is a tie. */
  readonly merit: Float64Array;
  /** The role of their side: 0 for none, else its place in `roleNames` and 1. Missing if no side has a role. */
  readonly role?: Int32Array | undefined;
  readonly roleNames?: readonly string[];
  /** The points of their side, as `sideScore` has them. */
  readonly sideScore: Float64Array;
  /** Their own points. */
  readonly score: Float64Array;
  readonly minutes: Float64Array;
  /** One for each participant and one more: where their opponents begin, which are the participants on other sides. */
  readonly firstOpponent: Int32Array;
  /** One for each participant and one more: where their points against single opponents begin. */
  readonly firstAgainst: Int32Array;

  /** One for each points against a single opponent: the opponent's place. */
  readonly against: Int32Array;
  readonly scoreAgainst: Float64Array;
}

/** Participants of all the matches together. */
export function participantsOf({ length, firstParticipant }: PackedMatches): number {
  return firstParticipant[length]!;
}

/** How much a match counts. */
export function matchWeight({ weight }: PackedMatches, match: number): number {
  return weight === undefined ? 1 : weight[match]!;
}

/** The role of a participant's side. */
export function roleOf({ role, roleNames }: PackedMatches, participant: number): string | undefined {
  return role === undefined || role[participant] === 0 ? undefined : roleNames![role[participant]! - 1];
}

/** Numbers of one kind, one after the other. */
export type Column = Float64Array | Int32Array | Uint8Array;

/** The column itself if it is long enough, or else one at least twice as long that begins with the same numbers. */
export function withRoom<C extends Column>(column: C, length: number): C {
  if (length <= column.length) return column;
  const longer = new (column.constructor as new (length: number) => C)(Math.max(length, 2 * column.length));
  longer.set(column);
  return longer;
}
