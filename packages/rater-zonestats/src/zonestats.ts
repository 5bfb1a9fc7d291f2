/**
 * The mathematics of ZoneStats, over packed states of one number, the rating. Source: "Player Rating: Quick View of the
 * Algorithm", detail equations 1 to 6.
 */
import {
  CONTRIBUTION_WIDTH,
  explain,
  type PackedLines,
  type PackedMatches,
  resultOf,
  underdogsOdds,
} from '@openladder/rating';
import { type Measure, measureOf, resultOfPair } from './comparison.js';
import type { ZoneStatsSettings } from './settings.js';
import { GREATEST_LEAD, strengthOf } from './strength.js';

/** Offsets that differ by less than this share of the top one are equal to it: they are sums of rounded numbers. */
const TIE_TOLERANCE = 1e-9;

/** Equations 1 to 6 for every match, from the ratings before it; the deltas of a match sum to 0. */
export function rateMatches(
  matches: PackedMatches,
  ratings: Float64Array,
  settings: ZoneStatsSettings,
  lines: PackedLines,
): void {
  const { firstParticipant, side } = matches;
  for (let match = 0; match < matches.length; match++) {
    const first = firstParticipant[match]!;
    const end = firstParticipant[match + 1]!;
    const measure = measureOf(settings.comparison, matches, first, end);
    const haveStrengths = enter(matches, first, end, ratings, settings, lines);
    for (let own = first, later = first; later < end; own++) {
      while (later < end && side[later] === side[own]) later++;
      compareWithLater(matches, first, end, own, later, measure, haveStrengths, settings, lines);
    }
    const scale = offsetScale(matches, first, end, settings, lines);
    settle(matches, first, end, scale, ratings, lines);
  }
}

/**
 * Notes the players as they were. Until they are settled, their new values are kept as their offsets, the sums of their
 * deltas, and their deviations as their strengths, whose quotients are the odds of equation 1: one exponential for each
 * player instead of one for each pair.
 * @returns whether all of them have strengths
 */
function enter(
  { player }: PackedMatches,
  first: number,
  end: number,
  ratings: Float64Array,
  { spread, initialRating }: ZoneStatsSettings,
  { beforeValue, value, deviation: strength }: PackedLines,
): boolean {
  let haveStrengths = true;
  for (let own = first; own < end; own++) {
    const rating = ratings[player[own]!]!;
    const lead = (rating - initialRating) / spread;
    beforeValue[own] = rating;
    value[own] = 0;
    if (Math.abs(lead) < GREATEST_LEAD) strength[own] = strengthOf(lead);
    else haveStrengths = false;
  }
  return haveStrengths;
}

/** Equations 1 to 4 for a player and everybody on the sides after his, from `later` on. */
function compareWithLater(
  matches: PackedMatches,
  first: number,
  end: number,
  own: number,
  later: number,
  measure: Measure,
  haveStrengths: boolean,
  settings: ZoneStatsSettings,
  lines: PackedLines,
): void {
  const { spread, gameMultiplier, maxGameLength } = settings;
  const { beforeValue, value, deviation: strength, areRatingsOnly } = lines;
  const { isPlain, quantity } = measure;
  const rating = beforeValue[own]!;
  const minutes = minutesOf(matches, own, maxGameLength);
  const countedMinutes = Math.min(maxGameLength, minutes);
  let ownStrength = strength[own]!;
  let offset = value[own]!;

  for (let other = later; other < end; other++) {
    let otherStrength = strength[other]!;
    if (!haveStrengths) {
      const lead = rating - beforeValue[other]!;
      const odds = underdogsOdds(lead, spread);
      ownStrength = lead >= 0 ? 1 : odds;
      otherStrength = lead >= 0 ? odds : 1;
    }
    const otherMinutes = minutesOf(matches, other, maxGameLength);
    const actual = isPlain
      ? resultOf(quantity[own]!, quantity[other]!)
      : resultOfPair(measure, matches, own, other, minutes, otherMinutes);
    const weight = gameMultiplier * Math.min(countedMinutes, otherMinutes);
    const bothStrengths = ownStrength + otherStrength;
    // actual - expected, without cancellation for lopsided pairs, and exactly the other's with the sign turned.
    const surprise = (actual * otherStrength - (1 - actual) * ownStrength) / bothStrengths;
    const delta = surprise * weight;
    offset += delta;
    value[other]! -= delta;
    if (areRatingsOnly) continue;
    // Added to 0, so that a delta of nothing has no sign.
    explain(matches, first, end, own, other, ownStrength / bothStrengths, actual, weight, 0 + delta, lines);
    explain(matches, first, end, other, own, otherStrength / bothStrengths, 1 - actual, weight, 0 - delta, lines);
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
  { cap, gameMultiplier, maxGameLength }: ZoneStatsSettings,
  { value: offset }: PackedLines,
): number {
  let top = 0;
  for (let own = first; own < end; own++) {
    const moved = Math.abs(offset[own]!);
    if (moved > top) top = moved;
  }
  const least = cap === 'everyPlayer' ? 0 : top * (1 - TIE_TOLERANCE);
  let scale = 1;
  for (let own = first; own < end; own++) {
    const moved = Math.abs(offset[own]!);
    // Of several who share the top offset, the one with the least minutes decides.
    if (moved > 0 && moved >= least) {
      scale = Math.min(scale, (minutesOf(matches, own, maxGameLength) * gameMultiplier) / moved);
    }
  }
  return scale;
}

/** Equation 6, for the players and for their contributions. */
function settle(
  { player, firstOpponent }: PackedMatches,
  first: number,
  end: number,
  scale: number,
  ratings: Float64Array,
  { areRatingsOnly, beforeValue, beforeDeviation, value, deviation, score, isProvisional, contributions }: PackedLines,
): void {
  for (let own = first; own < end; own++) {
    const rating = beforeValue[own]! + value[own]! * scale;
    ratings[player[own]!] = rating;
    value[own] = rating;
    if (areRatingsOnly) continue;
    score[own] = rating;
    beforeDeviation[own] = Number.NaN;
    deviation[own] = Number.NaN;
    isProvisional[own] = 0;
  }
  if (areRatingsOnly || scale === 1) return;
  const last = CONTRIBUTION_WIDTH * firstOpponent[end]!;
  for (let at = CONTRIBUTION_WIDTH * firstOpponent[first]!; at < last; at += CONTRIBUTION_WIDTH) {
    contributions[at + 4]! *= scale;
    contributions[at + 5]! *= scale;
  }
}

/** Who reports no minutes played the longest game that counts. */
function minutesOf({ minutes }: PackedMatches, participant: number, maxGameLength: number): number {
  const reported = minutes[participant]!;
  return Number.isNaN(reported) ? maxGameLength : reported;
}
