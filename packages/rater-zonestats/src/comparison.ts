import { type PackedMatches, type Result, resultOf } from '@openladder/rating';
import type { Comparison } from './settings.js';

/** The numbers that decide the pairs of a match. */
export interface Measure {
  /** Points against each other, or a quantity: as it is, or by the time played. */
  readonly kind: 'headToHead' | 'plain' | 'perMinute';
  /** The number of each participant, by their place in the match. */
  readonly quantity: Float64Array;
}

/**
 * Chooses once per match how its pairs are compared, so that all pairs are measured alike:
 * - `headToHead`, if a rated participant reports points against anybody: the points that the two earned against each
 *   other. No entry means no points, so two players who earned nothing from each other tie, as in equation 2.
 * - Otherwise points: everybody's own score; if somebody has none, each player of every side gets the score of
 *   their side. `scorePerHour` divides scores by minutes, `score` (and `headToHead` without reports) does not.
 * - Otherwise, in a match of plain results, the placements of the sides, whatever the minutes.
 *
 * Source: "Player Rating", steps 1 and 4, equation 2.
 * @param match the match's place among the matches
 */
export function measureOf(
  comparison: Comparison,
  { firstParticipant, score, sideScore, merit, firstAgainst }: PackedMatches,
  match: number,
): Measure {
  const first = firstParticipant[match]!;
  const end = firstParticipant[match + 1]!;
  if (comparison === 'headToHead' && firstAgainst[end]! > firstAgainst[first]!) {
    return { kind: 'headToHead', quantity: score };
  }
  const kind = comparison === 'scorePerHour' ? 'perMinute' : 'plain';
  if (isComplete(score, first, end)) return { kind, quantity: score };
  if (isComplete(sideScore, first, end)) return { kind, quantity: sideScore };
  return { kind: 'plain', quantity: merit };
}

/**
 * The score of one participant against another.
 * @param minutes of every participant
 */
export function resultOfPair(
  { kind, quantity }: Measure,
  matches: PackedMatches,
  minutes: Float64Array,
  own: number,
  other: number,
): Result {
  if (kind === 'headToHead') return resultOf(pointsAgainst(matches, own, other), pointsAgainst(matches, other, own));
  if (kind === 'plain') return resultOf(quantity[own]!, quantity[other]!);
  // Products, because by quotients 1 point in 1 minute and 11 points in 11 minutes would differ (per hour).
  return resultOf(quantity[own]! * minutes[other]!, quantity[other]! * minutes[own]!);
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
