/**
 * The mathematics of ZoneStats, over packed states of one number, the rating. Source: "Player Rating: Quick View of the
 * Algorithm", detail equations 1 to 6.
 */
import {
  CONTRIBUTION_WIDTH,
  type PackedLines,
  type PackedMatches,
  type Result,
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
  for (let match = 0; match < matches.length; match++) {
    const measure = measureOf(settings.comparison, matches, match);
    const withoutStrength = enter(matches, match, ratings, settings, lines);
    compare(matches, match, measure, withoutStrength, settings, lines);
    const scale = offsetScale(matches, match, settings, lines);
    if (!lines.areRatingsOnly) explain(matches, match, measure, withoutStrength, scale, settings, lines);
    settle(matches, match, scale, ratings, lines);
  }
}

/**
 * Notes the players as they were. Until they are settled, their new values are kept as their offsets, the sums of their
 * deltas; their deviations before as their minutes, the longest game that counts where none are reported; and their
 * deviations as their strengths, whose quotients are the odds of equation 1: one exponential for each player instead of
 * one for each pair.
 * @returns how many of them have no strength, being too far from `initialRating`
 */
function enter(
  { firstParticipant, player, minutes: reported }: PackedMatches,
  match: number,
  ratings: Float64Array,
  { spread, initialRating, maxGameLength }: ZoneStatsSettings,
  { beforeValue, beforeDeviation: minutes, value: offset, deviation: strength }: PackedLines,
): number {
  const end = firstParticipant[match + 1]!;
  let withoutStrength = 0;
  for (let own = firstParticipant[match]!; own < end; own++) {
    const rating = ratings[player[own]!]!;
    const lead = (rating - initialRating) / spread;
    const played = reported[own]!;
    beforeValue[own] = rating;
    offset[own] = 0;
    minutes[own] = Number.isNaN(played) ? maxGameLength : played;
    if (Math.abs(lead) < GREATEST_LEAD) strength[own] = strengthOf(lead);
    else withoutStrength++;
  }
  return withoutStrength;
}

/**
 * Equations 1 to 4 for every pair, once. Most of the time of a batch goes here, so it makes nothing but the offsets;
 * `explain` makes the same numbers again for those who want to read them.
 */
function compare(
  matches: PackedMatches,
  match: number,
  measure: Measure,
  withoutStrength: number,
  { spread, gameMultiplier, maxGameLength }: ZoneStatsSettings,
  { beforeValue: rating, beforeDeviation: minutes, value: offset, deviation: strength }: PackedLines,
): void {
  const { firstParticipant, side } = matches;
  const end = firstParticipant[match + 1]!;
  const haveStrengths = withoutStrength === 0;
  const isPlain = measure.kind === 'plain';
  const { quantity } = measure;

  for (let own = firstParticipant[match]!, later = own; later < end; own++) {
    while (later < end && side[later] === side[own]) later++;
    const countedMinutes = lesser(maxGameLength, minutes[own]!);
    const ownQuantity = quantity[own]!;
    let ownStrength = strength[own]!;
    let ownOffset = offset[own]!;
    for (let other = later; other < end; other++) {
      let otherStrength = strength[other]!;
      if (!haveStrengths) {
        ownStrength = strengthBeside(rating[own]!, rating[other]!, spread);
        otherStrength = strengthBeside(rating[other]!, rating[own]!, spread);
      }
      const actual = isPlain
        ? resultOf(ownQuantity, quantity[other]!)
        : resultOfPair(measure, matches, minutes, own, other);
      const weight = gameMultiplier * lesser(countedMinutes, minutes[other]!);
      const delta = surprise(actual, ownStrength, otherStrength) * weight;
      ownOffset += delta;
      offset[other]! -= delta;
    }
    offset[own] = ownOffset;
  }
}

/** The contributions of a match, each player's to each of his opponents, multiplied by `scale`. */
function explain(
  matches: PackedMatches,
  match: number,
  measure: Measure,
  withoutStrength: number,
  scale: number,
  { spread, gameMultiplier, maxGameLength }: ZoneStatsSettings,
  { beforeValue: rating, beforeDeviation: minutes, deviation: strength, contributions }: PackedLines,
): void {
  const { firstParticipant, player, side, firstOpponent } = matches;
  const first = firstParticipant[match]!;
  const end = firstParticipant[match + 1]!;
  const haveStrengths = withoutStrength === 0;
  const isPlain = measure.kind === 'plain';
  const { quantity } = measure;

  let at = CONTRIBUTION_WIDTH * firstOpponent[first]!;
  for (let own = first; own < end; own++) {
    const ownSide = side[own]!;
    const countedMinutes = lesser(maxGameLength, minutes[own]!);
    const ownQuantity = quantity[own]!;
    let ownStrength = strength[own]!;
    for (let other = first; other < end; other++) {
      if (side[other] === ownSide) continue;
      let otherStrength = strength[other]!;
      if (!haveStrengths) {
        ownStrength = strengthBeside(rating[own]!, rating[other]!, spread);
        otherStrength = strengthBeside(rating[other]!, rating[own]!, spread);
      }
      const actual = isPlain
        ? resultOf(ownQuantity, quantity[other]!)
        : resultOfPair(measure, matches, minutes, own, other);
      const weight = gameMultiplier * lesser(countedMinutes, minutes[other]!);
      contributions[at] = player[other]!;
      contributions[at + 1] = rating[other]!;
      contributions[at + 2] = ownStrength / (ownStrength + otherStrength);
      contributions[at + 3] = actual;
      contributions[at + 4] = weight * scale;
      // Added to 0, so that a delta of nothing has no sign.
      contributions[at + 5] = (0 + surprise(actual, ownStrength, otherStrength) * weight) * scale;
      at += CONTRIBUTION_WIDTH;
    }
  }
}

/**
 * Equation 5, literally or in the words of step 7.
 * @returns what all offsets are multiplied by, 0 to 1
 */
function offsetScale(
  { firstParticipant }: PackedMatches,
  match: number,
  { cap, gameMultiplier }: ZoneStatsSettings,
  { beforeDeviation: minutes, value: offset }: PackedLines,
): number {
  const first = firstParticipant[match]!;
  const end = firstParticipant[match + 1]!;
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
    if (moved > 0 && moved >= least) scale = Math.min(scale, (minutes[own]! * gameMultiplier) / moved);
  }
  return scale;
}

/** Equation 6, and what else a line says. */
function settle(
  { firstParticipant, player }: PackedMatches,
  match: number,
  scale: number,
  ratings: Float64Array,
  { areRatingsOnly, beforeValue, beforeDeviation, value, deviation, score, isProvisional }: PackedLines,
): void {
  const first = firstParticipant[match]!;
  const end = firstParticipant[match + 1]!;
  for (let own = first; own < end; own++) {
    const rating = beforeValue[own]! + value[own]! * scale;
    ratings[player[own]!] = rating;
    value[own] = rating;
  }
  if (areRatingsOnly) return;
  for (let own = first; own < end; own++) {
    beforeDeviation[own] = Number.NaN;
    deviation[own] = Number.NaN;
    score[own] = value[own]!;
    isProvisional[own] = 0;
  }
}

/** actual - expected, without cancellation for lopsided pairs, and exactly the other's with the sign turned. */
function surprise(actual: Result, ownStrength: number, otherStrength: number): number {
  return (actual * otherStrength - (1 - actual) * ownStrength) / (ownStrength + otherStrength);
}

/** The strength of one of a pair that is lopsided: 1 for the favourite, and the underdog's odds for him. */
function strengthBeside(rating: number, otherRating: number, spread: number): number {
  const lead = rating - otherRating;
  return lead >= 0 ? 1 : underdogsOdds(lead, spread);
}

/** The lesser of two numbers that are not NaN. */
function lesser(a: number, b: number): number {
  // biome-ignore lint/complexity/useMathMinMax: its care for NaN and -0 is a good part of what a pair costs.
  return a < b ? a : b;
}
