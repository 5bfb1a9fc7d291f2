/**
 * Matches by Timed Glicko, over packed states. Source: "Timed Glicko Rating", UpdatePlayer; the sums over several
 * opponents are those of Mark Glickman's Glicko, which the source extends.
 */
import {
  CONTRIBUTION_WIDTH,
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
 * Rates every match from the states before it: every pair of players on different sides as a duel, all at once. The
 * weight of a contribution is the number of points that a wholly unexpected result against this opponent would move.
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
    for (let own = first; own < end; own++) {
      for (let other = own + 1; other < end; other++) {
        if (side[other] !== side[own]) compare(matches, first, end, own, other, settings, lines);
      }
    }
    for (let own = first; own < end; own++) settle(matches, own, playedAt, states, settings, lines);
  }
}

/** Notes the player as he was. Until he is settled, his new deviation is kept as what is known of him: 1 / PRD^2. */
function enter(
  { player }: PackedMatches,
  own: number,
  playedAt: number,
  states: Float64Array,
  settings: TimedGlickoSettings,
  lines: PackedLines,
): void {
  const at = width * player[own]!;
  const deviation = states[at + 1]!;
  lines.beforeValue[own] = states[at]!;
  lines.beforeDeviation[own] = deviation;
  lines.deviation[own] = 1 / grownVariance(deviation, playedAt - states[at + 2]!, settings);
}

/** What a pair says about both, own before other in the match. */
function compare(
  { player, merit: merits, firstOpponent }: PackedMatches,
  first: number,
  end: number,
  own: number,
  other: number,
  { weighting, deservedOutcomeProbability }: TimedGlickoSettings,
  lines: PackedLines,
): void {
  const lead = lines.beforeValue[own]! - lines.beforeValue[other]!;
  const ownVariance = lines.beforeDeviation[own]! * lines.beforeDeviation[own]!;
  const otherVariance = lines.beforeDeviation[other]! * lines.beforeDeviation[other]!;
  const actual = resultOf(merits[own]!, merits[other]!);

  const odds = underdogsOdds(reliability(ownVariance + otherVariance) * lead, SCALE);
  // XD, the same for both of them.
  const xd = Math.abs(surprise(actual, scoreAtOdds(lead, odds), scoreAtOdds(-lead, odds)));
  const earned = 2 * merit(xd, weighting, deservedOutcomeProbability) - 1;

  // The opponents of one's own side are left out of his list, and stand together in the match.
  const mates = end - first - (firstOpponent[own + 1]! - firstOpponent[own]!);
  const ownAt = firstOpponent[own]! + (other - first) - mates;
  const otherAt = firstOpponent[other]! + (own - first);
  learn(own, other, player[other]!, ownAt, lead, otherVariance, actual, earned, lines);
  learn(other, own, player[own]!, otherAt, -lead, ownVariance, 1 - actual, earned, lines);
}

/** Adds what a player learns from an opponent; until he is settled, the weight is kept without what is known of him. */
function learn(
  own: number,
  other: number,
  opponent: number,
  contribution: number,
  lead: number,
  otherVariance: number,
  actual: number,
  earned: number,
  { beforeValue, deviation, contributions }: PackedLines,
): void {
  const pg = reliability(otherVariance);
  const odds = underdogsOdds(pg * lead, SCALE);
  const expected = scoreAtOdds(lead, odds);
  const unexpected = scoreAtOdds(-lead, odds);
  // 1 / V, and never V itself: between players too far apart 1 / V is 0.
  deviation[own]! += Q * Q * pg * pg * expected * unexpected;

  const at = CONTRIBUTION_WIDTH * contribution;
  contributions[at] = opponent;
  contributions[at + 1] = beforeValue[other]!;
  contributions[at + 2] = expected;
  contributions[at + 3] = actual;
  // Q PG (2 PMERIT - 1); negative for an upset where the settings are perverse.
  contributions[at + 4] = Q * pg * earned;
  // Win - PE.
  contributions[at + 5] = surprise(actual, expected, unexpected);
}

/** Moves the player by all that he learned. */
function settle(
  { player, firstOpponent }: PackedMatches,
  own: number,
  playedAt: number,
  states: Float64Array,
  { provisionalDeviation }: TimedGlickoSettings,
  lines: PackedLines,
): void {
  const { contributions } = lines;
  const information = lines.deviation[own]!;
  const end = CONTRIBUTION_WIDTH * firstOpponent[own + 1]!;
  let rating = lines.beforeValue[own]!;
  for (let at = CONTRIBUTION_WIDTH * firstOpponent[own]!; at < end; at += CONTRIBUTION_WIDTH) {
    const factor = contributions[at + 4]! / information;
    const delta = contributions[at + 5]! * factor;
    contributions[at + 4] = Math.abs(factor);
    contributions[at + 5] = delta;
    rating += delta;
  }
  const deviation = 1 / Math.sqrt(information);
  lines.value[own] = rating;
  lines.deviation[own] = deviation;
  lines.score[own] = glixare(rating, deviation);
  lines.isProvisional[own] = deviation > provisionalDeviation ? 1 : 0;

  const at = width * player[own]!;
  const ratedAt = states[at + 2]!;
  states[at] = rating;
  states[at + 1] = deviation;
  states[at + 2] = Number.isNaN(ratedAt) ? playedAt : Math.max(ratedAt, playedAt);
}

/** actual - chance, without cancellation for lopsided pairs. */
function surprise(actual: number, chance: number, otherChance: number): number {
  return actual * otherChance - (1 - actual) * chance;
}
