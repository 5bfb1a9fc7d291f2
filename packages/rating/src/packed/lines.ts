import { type PackedMatches, participantsOf, withRoom } from './matches.js';

/** How many numbers a packed contribution has. */
export const CONTRIBUTION_WIDTH = 6;

/** The detail of lines: everything that a journal keeps, or ratings alone, which take a fraction of the time. */
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
  /** What `Restore.memory` of the rater keeps of each participant, `memoryWidth` numbers each. */
  memory = new Float64Array(0);
  memoryWidth = 0;

  constructor(detail: LineDetail = 'journal') {
    this.areRatingsOnly = detail === 'ratings';
  }

  /**
   * Makes room for what the matches will do.
   * @param memoryWidth numbers that the rater keeps of each participant
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
 * Writes one opponent's contribution to a participant's change. Both are given by their places among the participants of all
 * matches, and the match by where its participants begin and end. Lines of ratings alone have no room for it.
 * @param expected the participant's expected score, 0 to 1
 * @param actual the player's score, 0 to 1
 * @param delta points that the opponent brought the player
 */
// biome-ignore lint/complexity/useMaxParams: called for every pair of players of a replay, where an object would cost time
export function explain(
  { player, firstOpponent }: PackedMatches,
  first: number,
  end: number,
  own: number,
  opponent: number,
  expected: number,
  actual: number,
  weight: number,
  delta: number,
  { beforeValue, contributions }: PackedLines,
): void {
  // Players of the same side are not opponents. They are adjacent in the match.
  const before = firstOpponent[own]!;
  const mates = opponent < own ? 0 : end - first - (firstOpponent[own + 1]! - before);
  const at = CONTRIBUTION_WIDTH * (before + opponent - first - mates);
  contributions[at] = player[opponent]!;
  contributions[at + 1] = beforeValue[opponent]!;
  contributions[at + 2] = expected;
  contributions[at + 3] = actual;
  contributions[at + 4] = weight;
  contributions[at + 5] = delta;
}
