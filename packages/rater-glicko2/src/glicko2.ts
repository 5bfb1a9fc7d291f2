/**
 * Matches by Glicko-2, over packed states. Source: Mark E. Glickman, "Example of the Glicko-2 system", steps 2 to 8. The
 * games of a rating period are kept as two sums, so that they can arrive one by one.
 */
import {
  CONTRIBUTION_WIDTH,
  contributionOf,
  explain,
  matchWeight,
  type PackedLines,
  type PackedMatches,
  repetitionOfPairs,
  resultOf,
  teamDecisiveness,
} from '@openladder/rating';
import { clockAt, grownDeviation, periodsAway } from './clock.js';
import { ratedResult } from './margin.js';
import { E, g, POINTS } from './scale.js';
import type { Glicko2Settings } from './settings.js';
import {
  AT,
  DEVIATION,
  FIRST_DEVIATION,
  FIRST_RATING,
  FIRST_VOLATILITY,
  INFORMATION,
  RATING,
  SURPRISE,
  VOLATILITY,
  WIDTH,
} from './skill.js';
import { newVolatility } from './volatility.js';

/** Games between players who are too far apart for the arithmetic contain no information about a volatility. */
const LEAST_INFORMATION = 1e-60;
/** No player is more volatile: the greatest first volatility that a league may set. Duels stay far below it. */
const GREATEST_VOLATILITY = 1;

/** The match that is being rated. */
interface RatedMatch {
  readonly matches: PackedMatches;
  /** Where its participants begin and end. */
  readonly first: number;
  readonly end: number;
  /** As how many games each pair of sides counts. */
  readonly games: number;
  readonly states: Float64Array;
  readonly lines: PackedLines;
}

/** A side of the match that is being rated, as its players were at the beginning of their periods. */
interface RatedSide {
  readonly first: number;
  readonly end: number;
  readonly size: number;
  readonly merit: number;
  /** NaN if the match has no scores. */
  readonly score: number;
  /** The mean of its players' ratings. */
  readonly rating: number;
  /** The sum of phi^2 of its players. */
  readonly variance: number;
}

/**
 * Rates every match: each pair of sides is a game, and all games are rated at once. A match of weight 3 is three such games with the same
 * result. In a field of n sides each game counts as 3 / (n + 1) of one, because all games of a side depend on one performance; see
 * `repetitionOfPairs`. The weight of a contribution is the number of points that a wholly unexpected result against this opponent would move.
 */
export function rateMatches(
  matches: PackedMatches,
  states: Float64Array,
  settings: Glicko2Settings,
  lines: PackedLines,
): void {
  for (let match = 0; match < matches.length; match++) {
    const first = matches.firstParticipant[match]!;
    const end = matches.firstParticipant[match + 1]!;
    const now = clockAt(matches.playedAt[match]!, settings);
    for (let own = first; own < end; own++) enterPlayer(matches, own, now, states, settings, lines);
    const sides = playedSides(matches, first, end, states);
    const games = matchWeight(matches, match) / repetitionOfPairs(sides.length);
    const rated: RatedMatch = { matches, first, end, games, states, lines };
    for (const own of sides) {
      for (const other of sides) if (other !== own) learn(rated, own, other, settings);
    }
    for (let own = first; own < end; own++) settle(matches, own, now, states, settings, lines);
  }
}

/**
 * Writes the player's previous values, and begins a rating period if this is its first game. Until they are settled,
 * the columns of their new value and deviation contain the match's part of the period's sums.
 */
function enterPlayer(
  { player }: PackedMatches,
  own: number,
  now: number,
  states: Float64Array,
  settings: Glicko2Settings,
  { beforeValue, beforeDeviation, value, deviation }: PackedLines,
): void {
  const at = WIDTH * player[own]!;
  beforeValue[own] = states[at + RATING]!;
  beforeDeviation[own] = states[at + DEVIATION]!;
  value[own] = 0;
  deviation[own] = 0;
  const isOngoing = states[at + AT]! >= now && !Number.isNaN(states[at + INFORMATION]!);
  if (isOngoing) return;
  const away = periodsAway(states[at + AT]!, now, settings);
  states[at + FIRST_RATING] = states[at + RATING]!;
  states[at + FIRST_DEVIATION] = grownDeviation(states[at + DEVIATION]!, states[at + VOLATILITY]!, away, settings);
  states[at + FIRST_VOLATILITY] = states[at + VOLATILITY]!;
  states[at + INFORMATION] = 0;
  states[at + SURPRISE] = 0;
}

function playedSides(
  { player, side, merit, sideScore }: PackedMatches,
  from: number,
  to: number,
  states: Float64Array,
): RatedSide[] {
  const sides: RatedSide[] = [];
  for (let first = from, end = from; first < to; first = end) {
    let [sum, variance] = [0, 0];
    for (; end < to && side[end] === side[first]; end++) {
      const at = WIDTH * player[end]!;
      const phi = states[at + FIRST_DEVIATION]! / POINTS;
      sum += states[at + FIRST_RATING]!;
      variance += phi * phi;
    }
    const size = end - first;
    sides.push({ first, end, size, merit: merit[first]!, score: sideScore[first]!, rating: sum / size, variance });
  }
  return sides;
}

/**
 * Adds the evidence for the players of a side from another side: steps 3 and 4. A team performs as the mean of its players, whose luck is
 * independent, so the weight of a lead depends on the size of both teams; see `teamDecisiveness`. For each player their mates are as
 * uncertain as their opponents. In duels all of these factors are 1.
 */
function learn(
  { matches, first, end, games, states, lines }: RatedMatch,
  own: RatedSide,
  other: RatedSide,
  { marginScale }: Glicko2Settings,
): void {
  const rated = ratedResult(resultOf(own.merit, other.merit), own.score - other.score, marginScale);
  const { actual } = rated;
  const decisiveness = rated.steepness * teamDecisiveness(own.size, other.size);
  const part = decisiveness / own.size;
  const lead = (decisiveness * (own.rating - other.rating)) / POINTS;
  const ofOthers = (decisiveness / other.size) ** 2 * other.variance;
  for (let p = own.first; p < own.end; p++) {
    const phi = states[WIDTH * matches.player[p]! + FIRST_DEVIATION]! / POINTS;
    const reliability = g(own.size === 1 ? ofOthers : part ** 2 * (own.variance - phi * phi) + ofOthers);
    const expected = E(lead, reliability);
    const unexpected = E(-lead, reliability);
    const weight = games * rated.games * part * reliability;
    // s - E, without cancellation for lopsided pairs.
    const surprise = weight * (actual * unexpected - (1 - actual) * expected);
    lines.deviation[p]! += weight * part * reliability * expected * unexpected;
    lines.value[p]! += surprise;
    if (lines.areRatingsOnly) continue;
    // Before the player is settled, without their previous values.
    const [weightOfOne, surpriseOfOne] = [weight / other.size, surprise / other.size];
    for (let opponent = other.first; opponent < other.end; opponent++)
      explain(
        lines,
        contributionOf(matches, first, end, p, opponent, lines),
        expected,
        actual,
        weightOfOne,
        surpriseOfOne,
      );
  }
}

/** Steps 4 to 8 with all games of the period so far. */
function settle(
  matches: PackedMatches,
  own: number,
  now: number,
  states: Float64Array,
  settings: Glicko2Settings,
  lines: PackedLines,
): void {
  const { timing, systemConstant, provisionalDeviation } = settings;
  const at = WIDTH * matches.player[own]!;
  const isContinuous = timing === 'continuous';
  const information = states[at + INFORMATION]! + lines.deviation[own]!;
  const surprise = states[at + SURPRISE]! + lines.value[own]!;
  const before = isContinuous ? states[at + DEVIATION]! : states[at + FIRST_DEVIATION]!;
  const sigma = states[at + FIRST_VOLATILITY]!;
  const v = 1 / information;
  const volatility =
    information < LEAST_INFORMATION
      ? sigma
      : Math.min(newVolatility(sigma, before / POINTS, v, v * surprise, systemConstant), GREATEST_VOLATILITY);
  // Step 6. In continuous time games take no time, and the growth is for the time before them.
  const prior = isContinuous
    ? grownDeviation(before, volatility, periodsAway(states[at + AT]!, now, settings), settings) / POINTS
    : Math.sqrt((before / POINTS) ** 2 + volatility * volatility);
  // Step 7.
  const variance = 1 / (1 / (prior * prior) + information);
  const rating = states[at + FIRST_RATING]! + POINTS * variance * surprise;
  const deviation = POINTS * Math.sqrt(variance);
  lines.value[own] = rating;
  lines.deviation[own] = deviation;
  lines.isProvisional[own] = deviation > provisionalDeviation ? 1 : 0;

  const clock = states[at + AT]!;
  states[at + RATING] = rating;
  states[at + DEVIATION] = deviation;
  states[at + VOLATILITY] = volatility;
  states[at + AT] = Number.isNaN(clock) ? now : Math.max(clock, now);
  states[at + INFORMATION] = information;
  states[at + SURPRISE] = surprise;
  if (!lines.areRatingsOnly) keep(own, at, states, lines);
  if (isContinuous) states.fill(Number.NaN, at + FIRST_RATING, at + WIDTH);

  if (lines.areRatingsOnly) return;
  lines.score[own] = rating;
  tell(matches, own, POINTS * variance, lines);
}

/** The part of the state that a line of the journal stores; see `memory`. */
function keep(own: number, at: number, states: Float64Array, { memory, memoryWidth }: PackedLines): void {
  if (memoryWidth === 0) return;
  const to = memoryWidth * own;
  memory[to] = states[at + VOLATILITY]!;
  for (let number = 1; number < memoryWidth; number++) memory[to + number] = states[at + FIRST_RATING + number - 1]!;
}

/** Turns the sums into points. A change in the effect of the period's earlier games is an adjustment. */
function tell({ firstOpponent }: PackedMatches, own: number, points: number, { contributions }: PackedLines): void {
  const last = CONTRIBUTION_WIDTH * firstOpponent[own + 1]!;
  for (let from = CONTRIBUTION_WIDTH * firstOpponent[own]!; from < last; from += CONTRIBUTION_WIDTH) {
    contributions[from + 4]! *= points;
    contributions[from + 5]! *= points;
  }
}
