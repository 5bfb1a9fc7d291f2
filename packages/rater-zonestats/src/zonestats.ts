/**
 * The mathematics of ZoneStats, over packed states of one number, the rating. Source: "Player Rating: Quick View of the
 * Algorithm", detail equations 1 to 6.
 */
import {
  CONTRIBUTION_WIDTH,
  matchWeight,
  type PackedLines,
  type PackedMatches,
  participantsOf,
  type Result,
  resultOf,
  underdogsOdds,
} from '@openladder/rating';
import { type Measure, measureOf, resultOfPair } from './comparison.js';
import type { ZoneStatsSettings } from './settings.js';
import { GREATEST_LEAD, strengthOf } from './strength.js';

/** Offsets that differ by less than this share of the top one are equal to it: they are sums of rounded numbers. */
const TIE_TOLERANCE = 1e-9;

/** Intermediate results for each participant of a batch. */
interface Workings {
  /** The rating before the match. */
  readonly rating: Float64Array;
  /** Minutes played; the longest game that counts if none are reported. */
  readonly minutes: Float64Array;
  /** e^((rating - initialRating) / spread): a quotient of two is the odds of equation 1, without an exponential for each pair. */
  readonly strength: Float64Array;
  /** The sum of a player's deltas (equation 4). */
  readonly offset: Float64Array;
}

function newWorkings(matches: PackedMatches, { beforeValue }: PackedLines): Workings {
  const participants = participantsOf(matches);
  return {
    rating: beforeValue,
    minutes: new Float64Array(participants),
    strength: new Float64Array(participants),
    offset: new Float64Array(participants),
  };
}

/**
 * Equations 1 to 6 for every match, from the ratings before it; the deltas of a match sum to 0. GAME_MULT is multiplied by the match's
 * weight, so a match of weight 2 moves every rating twice as far.
 */
export function rateMatches(
  matches: PackedMatches,
  ratings: Float64Array,
  settings: ZoneStatsSettings,
  lines: PackedLines,
): void {
  const workings = newWorkings(matches, lines);
  for (let match = 0; match < matches.length; match++) {
    const measure = measureOf(settings.comparison, matches, match);
    const withoutStrength = enter(matches, match, ratings, settings, workings);
    const multiplier = settings.gameMultiplier * matchWeight(matches, match);
    const present = { match, multiplier, measure, haveStrengths: withoutStrength === 0 };
    addUpDeltas(matches, present, settings, workings);
    const scale = offsetScale(matches, match, multiplier, settings, workings);
    if (!lines.areRatingsOnly) explain(matches, present, settings, workings, lines);
    settle(matches, match, scale, ratings, workings, lines);
  }
}

/** The match that is being rated. */
interface PresentMatch {
  readonly match: number;
  /** GAME_MULT, multiplied by the weight of the match. */
  readonly multiplier: number;
  readonly measure: Measure;
  /** Whether all its players have a strength. */
  readonly haveStrengths: boolean;
}

/**
 * Writes the players' values before the match.
 * @returns how many of them have no strength, because they are too far from `initialRating`
 */
function enter(
  { firstParticipant, player, minutes: reported }: PackedMatches,
  match: number,
  ratings: Float64Array,
  { spread, initialRating, maxGameLength }: ZoneStatsSettings,
  { rating, minutes, strength }: Workings,
): number {
  const end = firstParticipant[match + 1]!;
  let withoutStrength = 0;
  for (let own = firstParticipant[match]!; own < end; own++) {
    const before = ratings[player[own]!]!;
    const lead = (before - initialRating) / spread;
    const played = reported[own]!;
    rating[own] = before;
    minutes[own] = Number.isNaN(played) ? maxGameLength : played;
    if (Math.abs(lead) < GREATEST_LEAD) strength[own] = strengthOf(lead);
    else withoutStrength++;
  }
  return withoutStrength;
}

/**
 * Equations 1 to 4 for every pair, once. A batch spends most of its time here, so this computes only the offsets;
 * `explain` computes the same numbers again for readers.
 */
function addUpDeltas(
  matches: PackedMatches,
  { match, multiplier, measure, haveStrengths }: PresentMatch,
  { spread, maxGameLength }: ZoneStatsSettings,
  { rating, minutes, strength, offset }: Workings,
): void {
  const { firstParticipant, side } = matches;
  const end = firstParticipant[match + 1]!;
  const isPlain = measure.kind === 'plain';
  const { quantity } = measure;

  for (let own = firstParticipant[match]!, later = own; later < end; own++) {
    while (later < end && side[later] === side[own]) later++;
    const ownMinutes = lesser(maxGameLength, minutes[own]!);
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
      const weight = multiplier * lesser(ownMinutes, minutes[other]!);
      const delta = actualMinusExpected(actual, ownStrength, otherStrength) * weight;
      ownOffset += delta;
      offset[other]! -= delta;
    }
    offset[own] = ownOffset;
  }
}

/** The contributions of a match, one for each opponent of each player, before equation 5, which is an adjustment. */
function explain(
  matches: PackedMatches,
  { match, multiplier, measure, haveStrengths }: PresentMatch,
  { spread, maxGameLength }: ZoneStatsSettings,
  { rating, minutes, strength }: Workings,
  { contributions }: PackedLines,
): void {
  const { firstParticipant, player, side, firstOpponent } = matches;
  const first = firstParticipant[match]!;
  const end = firstParticipant[match + 1]!;
  const isPlain = measure.kind === 'plain';
  const { quantity } = measure;

  let at = CONTRIBUTION_WIDTH * firstOpponent[first]!;
  for (let own = first; own < end; own++) {
    const ownSide = side[own]!;
    const ownMinutes = lesser(maxGameLength, minutes[own]!);
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
      const weight = multiplier * lesser(ownMinutes, minutes[other]!);
      contributions[at] = player[other]!;
      contributions[at + 1] = rating[other]!;
      contributions[at + 2] = expected(ownStrength, otherStrength);
      contributions[at + 3] = actual;
      contributions[at + 4] = weight;
      // Added to 0, so that a zero delta has no sign.
      contributions[at + 5] = 0 + actualMinusExpected(actual, ownStrength, otherStrength) * weight;
      at += CONTRIBUTION_WIDTH;
    }
  }
}

/**
 * Equation 5, as written or in the words of step 7.
 * @returns the factor of all offsets, 0 to 1
 */
function offsetScale(
  { firstParticipant }: PackedMatches,
  match: number,
  multiplier: number,
  { cap }: ZoneStatsSettings,
  { minutes, offset }: Workings,
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
    // Of several players with the top offset, the one with the least minutes decides.
    if (moved > 0 && moved >= least) scale = Math.min(scale, (minutes[own]! * multiplier) / moved);
  }
  return scale;
}

/** Equation 6, and the rest of a line. */
function settle(
  { firstParticipant, player }: PackedMatches,
  match: number,
  scale: number,
  ratings: Float64Array,
  { rating, offset }: Workings,
  { areRatingsOnly, beforeDeviation, value, deviation, score, isProvisional }: PackedLines,
): void {
  const first = firstParticipant[match]!;
  const end = firstParticipant[match + 1]!;
  for (let own = first; own < end; own++) {
    const after = rating[own]! + offset[own]! * scale;
    ratings[player[own]!] = after;
    value[own] = after;
  }
  if (areRatingsOnly) return;
  for (let own = first; own < end; own++) {
    beforeDeviation[own] = Number.NaN;
    deviation[own] = Number.NaN;
    score[own] = value[own]!;
    isProvisional[own] = 0;
  }
}

/** Equation 1. */
function expected(ownStrength: number, otherStrength: number): number {
  return ownStrength / (ownStrength + otherStrength);
}

/** Without cancellation for lopsided pairs, and exactly the other player's with the opposite sign. */
function actualMinusExpected(actual: Result, ownStrength: number, otherStrength: number): number {
  return (actual * otherStrength - (1 - actual) * ownStrength) / (ownStrength + otherStrength);
}

/** The strength of one player of a lopsided pair: 1 for the favourite, the odds for the underdog. */
function strengthBeside(rating: number, otherRating: number, spread: number): number {
  const lead = rating - otherRating;
  return lead >= 0 ? 1 : underdogsOdds(lead, spread);
}

/** The lesser of two numbers that are not NaN. */
function lesser(a: number, b: number): number {
  // biome-ignore lint/complexity/useMathMinMax: its handling of NaN and -0 is a good part of the cost of a pair.
  return a < b ? a : b;
}
