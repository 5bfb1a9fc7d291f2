/**
 * Matches in columns, in their total order, with all data for raters, without guests. Every match is ratable and has an
 * outcome. Columns may be longer than their contents; missing numbers are NaN. `MatchPacker` makes them.
 */
export interface PackedMatches {
  /** The number of matches. */
  readonly length: number;

  /** One for each match: milliseconds since 1970. */
  readonly playedAt: Float64Array;
  /** One for each match and one more: where its participants begin. The first may be above 0. */
  readonly firstParticipant: Int32Array;
  /** The weight of each match; missing if every weight is 1. See `matchWeight`. */
  readonly weight?: Float64Array | undefined;

  /** One for each participant, side by side in the order of the match: the place of their state, from 0. */
  readonly player: Int32Array;
  /** The number of their side in the match, from 0; the participants of a side are adjacent. */
  readonly side: Int32Array;
  /** How well their side did, as in `sideMerits`: greater is better, equal is a tie. */
  readonly merit: Float64Array;
  /** The role of their side: 0 for none, else its place in `roleNames` and 1. Missing if no side has a role. */
  readonly role?: Int32Array | undefined;
  readonly roleNames?: readonly string[];
  /** The points of their side, as in `sideScore`. */
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

/** The role of each side of a match. @param roles a list to reuse */
export function rolesOf(matches: PackedMatches, match: number, roles: (string | undefined)[] = []) {
  const { firstParticipant, side } = matches;
  for (let p = firstParticipant[match]!; p < firstParticipant[match + 1]!; p++) roles[side[p]!] = roleOf(matches, p);
  return roles;
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

/** How many numbers a packed contribution has. */
export const CONTRIBUTION_WIDTH = 6;

/** The detail of lines: all data of a journal, or ratings alone, which take a fraction of the time. */
export type LineDetail = 'journal' | 'ratings';

/**
 * The changes of matches, in columns: one line for each participant, in the order of the matches. A deviation is NaN if the rater
 * has none; nothing else is NaN. Lines of ratings alone have the values after the matches, and the deviations if the rater
 * has them; their other columns have no meaning.
 */
export class PackedLines {
  readonly areRatingsOnly: boolean;
  beforeValue = new Float64Array(0);
  beforeDeviation = new Float64Array(0);
  value = new Float64Array(0);
  deviation = new Float64Array(0);
  /** The value that a board is sorted by after the match. */
  score = new Float64Array(0);
  /** 1 for yes. */
  isProvisional = new Uint8Array(0);
  /**
   * Six numbers for each opponent of each participant, in the match's order: place, value, expected, actual,
   * weight, delta. `firstOpponent` of the matches says where a participant's begin, counted in opponents.
   */
  contributions = new Float64Array(0);
  /** `Restore.memory` of each participant, `memoryWidth` numbers each. */
  memory = new Float64Array(0);
  memoryWidth = 0;

  constructor(detail: LineDetail = 'journal') {
    this.areRatingsOnly = detail === 'ratings';
  }

  /**
   * Makes room for the matches' changes.
   * @param memoryWidth numbers that the rater stores for each participant
   */
  reserve(matches: PackedMatches, memoryWidth = 0): void {
    const participants = participantsOf(matches);
    this.memoryWidth = this.areRatingsOnly ? 0 : memoryWidth;
    this.beforeValue = withRoom(this.beforeValue, participants);
    this.beforeDeviation = withRoom(this.beforeDeviation, participants);
    this.value = withRoom(this.value, participants);
    this.deviation = withRoom(this.deviation, participants);
    this.isProvisional = withRoom(this.isProvisional, participants);
    if (this.areRatingsOnly) return;
    this.score = withRoom(this.score, participants);
    this.memory = withRoom(this.memory, memoryWidth * participants);
    this.contributions = withRoom(this.contributions, CONTRIBUTION_WIDTH * matches.firstOpponent[participants]!);
  }
}

/**
 * Begins the contribution of one opponent to a participant's change: writes who it is. Both are given by their places among the participants
 * of all matches, and the match by where its participants begin and end. Lines of ratings alone have no room for it.
 * @returns where the contribution begins, for `explain`
 */
export function contributionOf(
  { player, firstOpponent }: PackedMatches,
  first: number,
  end: number,
  own: number,
  opponent: number,
  { beforeValue, contributions }: PackedLines,
): number {
  // Players of the same side are not opponents. They are adjacent in the match.
  const before = firstOpponent[own]!;
  const mates = opponent < own ? 0 : end - first - (firstOpponent[own + 1]! - before);
  const at = CONTRIBUTION_WIDTH * (before + opponent - first - mates);
  contributions[at] = player[opponent]!;
  contributions[at + 1] = beforeValue[opponent]!;
  return at;
}

/**
 * Writes what the opponent of a contribution brought the player.
 * @param at where it begins, of `contributionOf`
 * @param expected the player's expected score, 0 to 1
 * @param actual the player's score, 0 to 1
 * @param delta points that the opponent brought the player
 */
export function explain(
  { contributions }: PackedLines,
  at: number,
  expected: number,
  actual: number,
  weight: number,
  delta: number,
): void {
  contributions[at + 2] = expected;
  contributions[at + 3] = actual;
  contributions[at + 4] = weight;
  contributions[at + 5] = delta;
}
