import { type PackedMatches, type Result, resultOf } from '@openladder/rating';
import type { Comparison } from './settings.js';

/** What decides the pairs of a match: points against each other, else a quantity that everybody has. */
export interface Measure {
  readonly isHeadToHead: boolean;
  readonly quantity: Float64Array;
  readonly isPerMinute: boolean;
  /** Neither of both: the quantities are compared as they are. */
  readonly isPlain: boolean;
}

/**
 * Settles once for a match how its pairs are compared, so that all pairs of a match are measured alike:
 * - `headToHead`, where a rated participant reports points against anybody: the points that the two earned against each
 *   other. No entry is no points, so two who earned nothing from each other tie, as equation 2 has it.
 * - Else points: everybody's own score; where somebody has none, the score of his side stands in for each player of
 *   every side. `scorePerHour` divides them by minutes, `score` (and `headToHead` without its reports) does not.
 * - Else, in a match of plain results, the placements of the sides, whatever the minutes.
 *
 * Source: "Player Rating", steps 1 and 4, equation 2.
 * @param first where the match's participants begin, and `end` where they end
 */
export function measureOf(
  comparison: Comparison,
  { score, sideScore, merit, firstAgainst }: PackedMatches,
  first: number,
  end: number,
): Measure {
  const isHeadToHead = comparison === 'headToHead' && firstAgainst[end]! > firstAgainst[first]!;
  const isPerMinute = comparison === 'scorePerHour';
  const isPlain = !isHeadToHead && !isPerMinute;
  if (isComplete(score, first, end)) return { isHeadToHead, quantity: score, isPerMinute, isPlain };
  if (isComplete(sideScore, first, end)) return { isHeadToHead, quantity: sideScore, isPerMinute, isPlain };
  return { isHeadToHead, quantity: merit, isPerMinute: false, isPlain: !isHeadToHead };
}

/** What one participant scored against another. */
export function resultOfPair(
  measure: Measure,
  matches: PackedMatches,
  own: number,
  other: number,
  ownMinutes: number,
  otherMinutes: number,
): Result {
  const { isHeadToHead, quantity, isPerMinute } = measure;
  if (isHeadToHead) return resultOf(pointsAgainst(matches, own, other), pointsAgainst(matches, other, own));
  if (!isPerMinute) return resultOf(quantity[own]!, quantity[other]!);
  // Products, since quotients call 1 point in 1 minute and 11 points in 11 minutes (per hour) different.
  return resultOf(quantity[own]! * otherMinutes, quantity[other]! * ownMinutes);
}

function isComplete(column: Float64Array, first: number, end: number): boolean {
  for (let p = first; p < end; p++) if (Number.isNaN(column[p])) return false;
  return true;
}

function pointsAgainst(
  { player, firstAgainst, against, scoreAgainst }: PackedMatches,
  own: number,
  other: number,
): number {
  let points = 0;
  for (let at = firstAgainst[own]!; at < firstAgainst[own + 1]!; at++) {
    if (against[at] === player[other]) points += scoreAgainst[at]!;
  }
  return points;
}
