/**
 * Matches by Timed Glicko, over packed states. Source: "Timed Glicko Rating", UpdatePlayer; the sums over several
 * opponents are those of Mark Glickman's Glicko, which the source extends.
 */
import {
  CONTRIBUTION_WIDTH,
  explain,
  matchWeight,
  type PackedLines,
  type PackedMatches,
  resultOf,
  scoreAtOdds,
  underdogsOdds,
} from '@openladder/rating';
import { grownVariance } from './clock.js';
import { Q, reliability, SCALE } from './curve.js';
import { glixare } from './glixare.js';
import { merit } from './merit.js';
import { packedSkill } from './packed-skill.js';
import type { TimedGlickoSettings } from './settings.js';

const { width } = packedSkill;

/**
 * Rates every match from the states before it: every pair of players on different sides is a duel, and all duels are rated at once. A
 * match of weight 3 is three such duels with the same result. The weight of a contribution is the number of points that a wholly unexpected
 * result against this opponent would move if it was all merit; the part that merit takes away is an adjustment.
 */
export function rateMatches(
  matches: PackedMatches,
  states: Float64Array,
  settings: TimedGlickoSettings,
  lines: PackedLines,
): void {
  const { firstParticipant, side } = matches;
  for (let match = 0; match < matches.length; match++) {
    const first = firstParticipant[match]!;
    const end = firstParticipant[match + 1]!;
    const playedAt = matches.playedAt[match]!;
    for (let own = first; own < end; own++) enter(matches, own, playedAt, states, settings, lines);
    const duels = matchWeight(matches, match);
    for (let own = first; own < end; own++) {
      for (let other = own + 1; other < end; other++) {
        if (side[other] !== side[own]) compare(matches, duels, first, end, own, other, settings, lines);
      }
    }
    for (let own = first; own < end; own++) settle(matches, own, playedAt, states, settings, lines);
  }
}

/**
 * Writes the player as they were. Until they are settled, the columns of their new deviation and value have the sums of
 * UpdatePlayer: 1 / PRD^2, which is known of them, and what moves them.
 */
function enter(
  { player }: PackedMatches,
  own: number,
  playedAt: number,
  states: Float64Array,
  settings: TimedGlickoSettings,
  { beforeValue, beforeDeviation, value, deviation: information }: PackedLines,
): void {
  const at = width * player[own]!;
  const deviation = states[at + 1]!;
  beforeValue[own] = states[at]!;
  beforeDeviation[own] = deviation;
  value[own] = 0;
  information[own] = 1 / grownVariance(deviation, playedAt - states[at + 2]!, settings);
}

/** The results of a pair, for both; `own` comes before `other` in the match. */
function compare(
  matches: PackedMatches,
  duels: number,
  first: number,
  end: number,
  own: number,
  other: number,
  { weighting, deservedOutcomeProbability }: TimedGlickoSettings,
  lines: PackedLines,
): void {
  const { beforeValue, beforeDeviation } = lines;
  const lead = beforeValue[own]! - beforeValue[other]!;
  const ownVariance = beforeDeviation[own]! * beforeDeviation[own]!;
  const otherVariance = beforeDeviation[other]! * beforeDeviation[other]!;
  const actual = resultOf(matches.merit[own]!, matches.merit[other]!);

  const odds = underdogsOdds(reliability(ownVariance + otherVariance) * lead, SCALE);
  // XD, the same for both of them.
  const xd = Math.abs(surprise(actual, scoreAtOdds(lead, odds), scoreAtOdds(-lead, odds)));
  const earned = 2 * merit(xd, weighting, deservedOutcomeProbability) - 1;

  learn(matches, duels, first, end, own, other, lead, otherVariance, actual, earned, lines);
  learn(matches, duels, first, end, other, own, -lead, ownVariance, 1 - actual, earned, lines);
}

/** Adds what a player learns from an opponent. */
function learn(
  matches: PackedMatches,
  duels: number,
  first: number,
  end: number,
  own: number,
  opponent: number,
  lead: number,
  opponentVariance: number,
  actual: number,
  earned: number,
  lines: PackedLines,
): void {
  const counted = Q * reliability(opponentVariance);
  const odds = underdogsOdds(counted * lead, 1);
  const expected = scoreAtOdds(lead, odds);
  const unexpected = scoreAtOdds(-lead, odds);
  // 1 / V, and never V itself: between players too far apart 1 / V is 0.
  lines.deviation[own]! += duels * counted * counted * expected * unexpected;
  // Q PG (2 PMERIT - 1); negative for an upset if the settings are perverse.
  const weight = counted * earned;
  const surprised = duels * surprise(actual, expected, unexpected);
  lines.value[own]! += surprised * weight;
  if (lines.areRatingsOnly) return;
  // As if it was all merit and, before the player is settled, without what was known of them.
  explain(matches, first, end, own, opponent, expected, actual, duels * counted, surprised * counted, lines);
}

/** Moves the player by the sums. */
function settle(
  { player, firstOpponent }: PackedMatches,
  own: number,
  playedAt: number,
  states: Float64Array,
  { provisionalDeviation }: TimedGlickoSettings,
  lines: PackedLines,
): void {
  const information = lines.deviation[own]!;
  const rating = lines.beforeValue[own]! + lines.value[own]! / information;
  const deviation = 1 / Math.sqrt(information);
  lines.value[own] = rating;
  lines.deviation[own] = deviation;
  lines.isProvisional[own] = deviation > provisionalDeviation ? 1 : 0;

  const at = width * player[own]!;
  const ratedAt = states[at + 2]!;
  states[at] = rating;
  states[at + 1] = deviation;
  states[at + 2] = Number.isNaN(ratedAt) ? playedAt : Math.max(ratedAt, playedAt);

  if (lines.areRatingsOnly) return;
  lines.score[own] = glixare(rating, deviation);
  const { contributions } = lines;
  const last = CONTRIBUTION_WIDTH * firstOpponent[own + 1]!;
  for (let from = CONTRIBUTION_WIDTH * firstOpponent[own]!; from < last; from += CONTRIBUTION_WIDTH) {
    contributions[from + 4]! /= information;
    contributions[from + 5]! /= information;
  }
}

/** actual - chance, without cancellation for lopsided pairs. */
function surprise(actual: number, chance: number, otherChance: number): number {
  return actual * otherChance - (1 - actual) * chance;
}
