/**
 * The mathematics of ZoneStats, over packed states of one number, the rating. Source: "Player Rating: Quick View of the
 * Algorithm", detail equations 1 to 6.
 */
import {
  CONTRIBUTION_WIDTH,
  type PackedLines,
  type PackedMatches,
  scoreAtOdds,
  underdogsOdds,
} from '@openladder/rating';
import { type Measure, measureOf, resultOfPair } from './comparison.js';
import type { ZoneStatsSettings } from './settings.js';

/** Offsets that differ by less than this share of the top one are equal to it: they are sums of rounded numbers. */
const TIE_TOLERANCE = 1e-9;

/** Equations 1 to 6 for every match, from the ratings before it; the deltas of a match sum to 0. */
export function rateMatches(
  matches: PackedMatches,
  ratings: Float64Array,
  settings: ZoneStatsSettings,
  lines: PackedLines,
): void {
  const { firstParticipant, player } = matches;
  for (let match = 0; match < matches.length; match++) {
    const first = firstParticipant[match]!;
    const end = firstParticipant[match + 1]!;
    const measure = measureOf(settings.comparison, matches, first, end);
    for (let own = first; own < end; own++) enter(own, ratings[player[own]!]!, lines);
    for (let own = first; own < end; own++) compareWithLater(matches, first, end, own, measure, settings, lines);
    const scale = offsetScale(matches, first, end, settings, lines);
    for (let own = first; own < end; own++) ratings[player[own]!] = settle(matches, own, scale, lines);
  }
}

/** Notes the player as he was. Until he is settled, his new value is kept as his offset, the sum of his deltas. */
function enter(own: number, rating: number, lines: PackedLines): void {
  lines.beforeValue[own] = rating;
  lines.beforeDeviation[own] = Number.NaN;
  lines.value[own] = 0;
}

/** Equations 1 to 3 for a player and everybody on the sides after his. */
function compareWithLater(
  matches: PackedMatches,
  first: number,
  end: number,
  own: number,
  measure: Measure,
  settings: ZoneStatsSettings,
  lines: PackedLines,
): void {
  const { player, side, firstOpponent } = matches;
  const { spread, gameMultiplier, maxGameLength } = settings;
  const { beforeValue, value, contributions } = lines;
  const rating = beforeValue[own]!;
  const minutes = minutesOf(matches, own, settings);
  // His list leaves out his own side, whose participants stand together; it is before all of theirs.
  const mates = end - first - (firstOpponent[own + 1]! - firstOpponent[own]!);
  const ownList = firstOpponent[own]! - first - mates;
  let offset = value[own]!;

  for (let other = own + 1; other < end; other++) {
    if (side[other] === side[own]) continue;
    const otherRating = beforeValue[other]!;
    const otherMinutes = minutesOf(matches, other, settings);
    const lead = rating - otherRating;
    const odds = underdogsOdds(lead, spread);
    const expected = scoreAtOdds(lead, odds);
    const otherExpected = scoreAtOdds(-lead, odds);
    const actual = resultOfPair(measure, matches, own, other, minutes, otherMinutes);
    const otherActual = 1 - actual;
    const weight = gameMultiplier * Math.min(maxGameLength, minutes, otherMinutes);
    // actual - expected, without cancellation for lopsided pairs, and exactly the other's with the sign turned.
    const surprise = actual * otherExpected - otherActual * expected;
    const delta = weight === 0 ? 0 : surprise * weight;

    const at = CONTRIBUTION_WIDTH * (ownList + other);
    contributions[at] = player[other]!;
    contributions[at + 1] = otherRating;
    contributions[at + 2] = expected;
    contributions[at + 3] = actual;
    contributions[at + 4] = weight;
    contributions[at + 5] = delta;
    offset += delta;

    const otherAt = CONTRIBUTION_WIDTH * (firstOpponent[other]! + own - first);
    contributions[otherAt] = player[own]!;
    contributions[otherAt + 1] = rating;
    contributions[otherAt + 2] = otherExpected;
    contributions[otherAt + 3] = otherActual;
    contributions[otherAt + 4] = weight;
    contributions[otherAt + 5] = 0 - delta;
    value[other]! += 0 - delta;
  }
  value[own] = offset;
}

/**
 * Equation 5, literally or in the words of step 7.
 * @returns what all offsets are multiplied by, 0 to 1
 */
function offsetScale(
  matches: PackedMatches,
  first: number,
  end: number,
  settings: ZoneStatsSettings,
  { value: offset }: PackedLines,
): number {
  let top = 0;
  for (let own = first; own < end; own++) top = Math.max(top, Math.abs(offset[own]!));
  const least = settings.cap === 'everyPlayer' ? 0 : top * (1 - TIE_TOLERANCE);
  let scale = 1;
  for (let own = first; own < end; own++) {
    const moved = Math.abs(offset[own]!);
    // Of several who share the top offset, the one with the least minutes decides.
    if (moved > 0 && moved >= least) {
      scale = Math.min(scale, (minutesOf(matches, own, settings) * settings.gameMultiplier) / moved);
    }
  }
  return scale;
}

/**
 * The offset of equation 4, or of equation 6 where the deltas are scaled: their sum, in their order.
 * @returns the new rating
 */
function settle({ firstOpponent }: PackedMatches, own: number, scale: number, lines: PackedLines): number {
  if (scale !== 1) {
    const { contributions } = lines;
    const end = CONTRIBUTION_WIDTH * firstOpponent[own + 1]!;
    let offset = 0;
    for (let at = CONTRIBUTION_WIDTH * firstOpponent[own]!; at < end; at += CONTRIBUTION_WIDTH) {
      contributions[at + 4]! *= scale;
      contributions[at + 5]! *= scale;
      offset += contributions[at + 5]!;
    }
    lines.value[own] = offset;
  }
  const rating = lines.beforeValue[own]! + lines.value[own]!;
  lines.value[own] = rating;
  lines.score[own] = rating;
  lines.deviation[own] = Number.NaN;
  lines.isProvisional[own] = 0;
  return rating;
}

/** Who reports no minutes played the longest game that counts. */
function minutesOf({ minutes }: PackedMatches, participant: number, { maxGameLength }: ZoneStatsSettings): number {
  const reported = minutes[participant]!;
  return Number.isNaN(reported) ? maxGameLength : reported;
}
