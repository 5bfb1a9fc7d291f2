import { CONTRIBUTION_WIDTH, type PackedLines } from './lines.js';
import type { PackedMatches } from './matches.js';

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
