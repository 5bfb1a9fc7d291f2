import { type PackedMatches, participantsOf, withRoom } from './matches.js';

/** Numbers that a contribution is packed in. */
export const CONTRIBUTION_WIDTH = 6;

/** The detail of lines: all that a journal keeps, or ratings alone, which take a fraction of the time. */
export type LineDetail = 'journal' | 'ratings';

/**
 * The changes of matches, in columns: one line a participant, in the order of the matches. A deviation is NaN if the rater
 * has none; nothing else is. Lines of ratings alone say nothing but the values after, and the deviations where the rater
 * has them; what the other columns hold is the rater's own affair.
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

  constructor(detail: LineDetail = 'journal') {
    this.areRatingsOnly = detail === 'ratings';
  }

  /** Makes room for what the matches will do. */
  reserve(matches: PackedMatches): void {
    const participants = participantsOf(matches);
    this.beforeValue = withRoom(this.beforeValue, participants);
    this.beforeDeviation = withRoom(this.beforeDeviation, participants);
    this.value = withRoom(this.value, participants);
    this.deviation = withRoom(this.deviation, participants);
    this.isProvisional = withRoom(this.isProvisional, participants);
    if (this.areRatingsOnly) return;
    this.score = withRoom(this.score, participants);
    this.contributions = withRoom(this.contributions, CONTRIBUTION_WIDTH * matches.firstOpponent[participants]!);
  }
}

/**
 * Writes what a participant owes to one opponent. Both are named by their places among the participants of all the
 * matches, and the match by where its own begin and end. Lines of ratings alone have no room for it.
 * @param expected the participant's expected score, 0 to 1
 * @param actual the player's score, 0 to 1
 * @param delta points that the opponent brought the player
 */
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
  // Players of one's own side are left out of the list, and stand together in the match.
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
