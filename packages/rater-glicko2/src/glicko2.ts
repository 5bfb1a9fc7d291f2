/**
 * Matches by Glicko-2, over packed states. Source: Mark E. Glickman, "Example of the Glicko-2 system", steps 2 to 8. The
 * games of a rating period are kept as two sums, so that they can arrive one by one.
 */
import {
  CONTRIBUTION_WIDTH,
  explain,
  matchWeight,
  type PackedLines,
  type PackedMatches,
  resultOf,
} from '@openladder/rating';
import { clockAt, grownDeviation, periodsAway } from './clock.js';
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

/** Games between players who are too far apart for the arithmetic say nothing about a volatility. */
const LEAST_INFORMATION = 1e-60;

/**
 * Rates every match: every pair of players on different sides is a game, and all games are rated at once. A match of weight 3 is three
 * such games with the same result. The weight of a contribution is the number of points that a wholly unexpected result against this
 * opponent would move.
 */
export function rateMatches(
  matches: PackedMatches,
  states: Float64Array,
  settings: Glicko2Settings,
  lines: PackedLines,
): void {
  const { firstParticipant, side } = matches;
  for (let match = 0; match < matches.length; match++) {
    const first = firstParticipant[match]!;
    const end = firstParticipant[match + 1]!;
    const now = clockAt(matches.playedAt[match]!, settings);
    for (let own = first; own < end; own++) enter(matches, own, now, states, settings, lines);
    const games = matchWeight(matches, match);
    for (let own = first; own < end; own++) {
      for (let other = own + 1; other < end; other++) {
        if (side[other] !== side[own]) compare(matches, games, first, end, own, other, states, lines);
      }
    }
    for (let own = first; own < end; own++) settle(matches, own, now, states, settings, lines);
  }
}

/**
 * Writes the player as they were, and begins a rating period of theirs if this is its first game. Until they are
 * settled, the columns of their new value and deviation have what the match adds to the sums of the period.
 */
function enter(
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

/** The game of a pair, for both; `own` comes before `other` in the match: steps 3 and 4. */
// biome-ignore lint/complexity/useMaxParams: called for every pair of players of a replay, where an object would cost time
function compare(
  matches: PackedMatches,
  games: number,
  first: number,
  end: number,
  own: number,
  other: number,
  states: Float64Array,
  lines: PackedLines,
): void {
  const actual = resultOf(matches.merit[own]!, matches.merit[other]!);
  learn(matches, games, first, end, own, other, actual, states, lines);
  learn(matches, games, first, end, other, own, 1 - actual, states, lines);
}

/** Adds what a player learns from an opponent, both as they were at the beginning of their periods. */
// biome-ignore lint/complexity/useMaxParams: called for every pair of players of a replay, where an object would cost time
function learn(
  matches: PackedMatches,
  games: number,
  first: number,
  end: number,
  own: number,
  opponent: number,
  actual: number,
  states: Float64Array,
  lines: PackedLines,
): void {
  const at = WIDTH * matches.player[own]!;
  const from = WIDTH * matches.player[opponent]!;
  const phi = states[from + FIRST_DEVIATION]! / POINTS;
  const lead = (states[at + FIRST_RATING]! - states[from + FIRST_RATING]!) / POINTS;
  const reliability = g(phi * phi);
  const expected = E(lead, reliability);
  const unexpected = E(-lead, reliability);
  // s - E, without cancellation for lopsided pairs.
  const surprise = games * reliability * (actual * unexpected - (1 - actual) * expected);
  lines.deviation[own]! += games * reliability * reliability * expected * unexpected;
  lines.value[own]! += surprise;
  if (lines.areRatingsOnly) return;
  // Before the player is settled, without what was known of them.
  explain(matches, first, end, own, opponent, expected, actual, games * reliability, surprise, lines);
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
    information < LEAST_INFORMATION ? sigma : newVolatility(sigma, before / POINTS, v, v * surprise, systemConstant);
  // Step 6. In continuous time games take no time, and the growth is that of the time before them.
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

/** What a line of the journal keeps of the state; see `memory`. */
function keep(own: number, at: number, states: Float64Array, { memory, memoryWidth }: PackedLines): void {
  if (memoryWidth === 0) return;
  const to = memoryWidth * own;
  memory[to] = states[at + VOLATILITY]!;
  for (let number = 1; number < memoryWidth; number++) memory[to + number] = states[at + FIRST_RATING + number - 1]!;
}

/** Turns the sums into points. A change of what earlier games of the period are worth is an adjustment. */
function tell({ firstOpponent }: PackedMatches, own: number, points: number, { contributions }: PackedLines): void {
  const last = CONTRIBUTION_WIDTH * firstOpponent[own + 1]!;
  for (let from = CONTRIBUTION_WIDTH * firstOpponent[own]!; from < last; from += CONTRIBUTION_WIDTH) {
    contributions[from + 4]! *= points;
    contributions[from + 5]! *= points;
  }
}
