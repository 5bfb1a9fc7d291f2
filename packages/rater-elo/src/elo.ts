/**
 * Elo, over packed states of two numbers, the rating and the matches played. Source: Arpad Elo, The Rating of
 * Chessplayers, 1978. For a match of n sides:
 *
 *     R  = the mean of a side's ratings
 *     E  = 1 / (1 + 10^((R_other - R) / 400))
 *     R' = R + w * K / (n - 1) * the sum of G * (S - E) over the other sides
 *
 * w is the weight of the match, as federations have a K for each kind of match.
 */
import {
  contributionOf,
  expectedScore,
  explain,
  matchWeight,
  type PackedLines,
  type PackedMatches,
  resultOf,
} from '@openladder/rating';
import { marginMultiplier } from './margin.js';
import type { EloSettings } from './settings.js';

/** Points of Elo that multiply the odds by e. */
export const SCALE = 400 / Math.LN10;

export const WIDTH = 2;

/** A side of the match that is being rated: its participants, its result, and its strength before it. */
interface Side {
  readonly first: number;
  readonly end: number;
  readonly merit: number;
  readonly score: number;
  /** The mean of its players' ratings. */
  readonly rating: number;
}

/** Rates every match from the ratings before it. Sides are compared; all players of a side move alike, except for their K. */
export function rateMatches(
  matches: PackedMatches,
  states: Float64Array,
  settings: EloSettings,
  lines: PackedLines,
): void {
  const sides: Side[] = [];
  const batch = { matches, states, settings, lines };
  for (let match = 0; match < matches.length; match++) {
    enter(matches, match, states, sides, lines);
    const weight = matchWeight(matches, match);
    for (const side of sides) moveSide(batch, weight, side, sides);
  }
}

interface Batch {
  readonly matches: PackedMatches;
  readonly states: Float64Array;
  readonly settings: EloSettings;
  readonly lines: PackedLines;
}

function enter(
  { firstParticipant, player, side, merit, sideScore }: PackedMatches,
  match: number,
  states: Float64Array,
  sides: Side[],
  { beforeValue }: PackedLines,
): void {
  sides.length = 0;
  const last = firstParticipant[match + 1]!;
  for (let first = firstParticipant[match]!, end = first; first < last; first = end) {
    let sum = 0;
    for (; end < last && side[end] === side[first]; end++) {
      beforeValue[end] = states[WIDTH * player[end]!]!;
      sum += beforeValue[end]!;
    }
    sides.push({ first, end, merit: merit[first]!, score: sideScore[first]!, rating: sum / (end - first) });
  }
}

function moveSide(
  { matches, states, settings, lines }: Batch,
  weight: number,
  own: Side,
  sides: readonly Side[],
): void {
  const [first, end] = [sides[0]!.first, sides.at(-1)!.end];
  let earned = 0;
  for (const other of sides) {
    if (other === own) continue;
    const { expected, actual, multiplier } = meeting(own, other, sides.length, settings);
    earned += multiplier * (actual - expected);
  }
  for (let p = own.first; p < own.end; p++) {
    const at = WIDTH * matches.player[p]!;
    const before = lines.beforeValue[p]!;
    const played = states[at + 1]!;
    const k = weight * (played < settings.newcomerMatches ? settings.newcomerK : settings.k);
    const after = Math.max(settings.floor, before + k * earned);
    states[at] = after;
    states[at + 1] = played + 1;
    lines.value[p] = after;
    lines.isProvisional[p] = states[at + 1]! < settings.newcomerMatches ? 1 : 0;
    if (lines.areRatingsOnly) continue;
    lines.beforeDeviation[p] = Number.NaN;
    lines.deviation[p] = Number.NaN;
    lines.score[p] = after;
    for (const other of sides) {
      if (other === own) continue;
      const { expected, actual, multiplier } = meeting(own, other, sides.length, settings);
      // The points won from a side are divided equally among its players. Added to 0, so that a zero delta has no sign.
      const part = (k * multiplier) / (other.end - other.first);
      const delta = 0 + part * (actual - expected);
      for (let opponent = other.first; opponent < other.end; opponent++)
        explain(lines, contributionOf(matches, first, end, p, opponent, lines), expected, actual, part, delta);
    }
  }
}

function meeting(own: Side, other: Side, sides: number, { marginOfVictory }: EloSettings) {
  const lead = own.rating - other.rating;
  const actual = resultOf(own.merit, other.merit);
  const sign = actual === 0 ? -1 : 1;
  const margin = marginMultiplier(marginOfVictory, actual, sign * (own.score - other.score), sign * lead);
  // The multiplier is the factor of K.
  return { expected: expectedScore(lead, SCALE), actual, multiplier: margin / (sides - 1) };
}
