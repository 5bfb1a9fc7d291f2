/**
 * Timed Glicko, over packed states of three numbers: rating, deviation and clock. Source: "Timed Glicko Rating", UpdatePlayer; the sums
 * over several opponents are those of Mark Glickman's Glicko, which the source extends. For a player against opponents o, all as
 * they were before the match:
 *
 *     g(v) = 1 / sqrt(1 + 3 Q^2 v / pi^2)                               how much of a lead is left if strengths are uncertain
 *     W    = 1 / (1 + 10^(-g(RD^2 + RD_o^2) (R - R_o) / 400))           WinProb
 *     XD   = |S - W|                                                    the surprise of the result S, the same for both
 *     E    = 1 / (1 + 10^(-g(RD_o^2) (R - R_o) / 400))                  the score that the rating expects
 *     1/V  = the sum of w (Q g(RD_o^2))^2 E (1 - E)                     the evidence of the match for the player
 *     RD'  = 1 / sqrt(1 / PRD^2 + 1/V)
 *     R'   = R + RD'^2 * the sum of w Q g(RD_o^2) (2 PMERIT(XD) - 1) (S - E)
 *
 * PRD is RD grown by the time since the player's clock, and w is the weight of the match; beyond duels, see `duelsOf`. With the source's procedure of every midnight,
 * RD^2 grows continuously, by SC^2 a day. GLIXARE, below, is the percentage that a board shows.
 */
import {
  CONTRIBUTION_WIDTH,
  contributionOf,
  expectedScore,
  explain,
  matchWeight,
  type PackedLines,
  type PackedMatches,
  repetitionOfPairs,
  resultOf,
  type StatePacking,
  scoreAtOdds,
  underdogsOdds,
} from '@openladder/rating';
import type { TimedGlickoSettings, Weighting } from './settings.js';

/** A day in milliseconds: the source's unit of time. */
const DAY = 86_400_000;

/** A player's skill at the time of their clock. */
export interface TimedSkill extends Skill {
  /** The time of the deviation, in milliseconds since 1970; null for a player who was never rated. */
  readonly ratedAt: number | null;
}

type Growth = Pick<TimedGlickoSettings, 'deviationGrowth' | 'maxDeviation'>;

/**
 * PRD^2 after some time: RD^2 + SC^2 * days, at most maxDeviation^2.
 * @param elapsed milliseconds since the player's clock; less than 0, or NaN for a player without a clock, counts as none
 * @returns square points
 */
export function grownVariance(deviation: number, elapsed: number, { deviationGrowth, maxDeviation }: Growth): number {
  const days = elapsed > 0 ? elapsed / DAY : 0;
  const variance = deviation * deviation + deviationGrowth * deviationGrowth * days;
  return Math.min(variance, maxDeviation * maxDeviation);
}

/** A player at a later time, after not playing until then. A player who was never rated does not change. */
export function grown(skill: TimedSkill, until: number, growth: Growth): TimedSkill {
  if (skill.ratedAt === null || until <= skill.ratedAt) return skill;
  const variance = grownVariance(skill.deviation, until - skill.ratedAt, growth);
  return { rating: skill.rating, deviation: Math.sqrt(variance), ratedAt: until };
}

/**
 * A player after a wait that found no opponent: the clock restarts and the deviation has not grown, because they would
 * have played. A player who was never rated has no clock. Source: "Timed Glicko Rating", the queue system.
 */
export function clockReset(skill: TimedSkill, at: number): TimedSkill {
  return { ...skill, ratedAt: laterClock(skill.ratedAt, at) };
}

/** Clocks never run backwards, or the time between would count twice. A clock that never ran does not start. */
function laterClock(ratedAt: number | null, at: number): number | null {
  return ratedAt === null ? null : Math.max(ratedAt, at);
}

/** A skill in numbers: rating, deviation, clock; NaN for a clock that never ran. */
export const packedSkill: StatePacking<TimedSkill> = {
  width: 3,
  pack({ rating, deviation, ratedAt }, numbers, at) {
    numbers[at] = rating;
    numbers[at + 1] = deviation;
    numbers[at + 2] = ratedAt ?? Number.NaN;
  },
  unpack(numbers, at) {
    const ratedAt = numbers[at + 2]!;
    return { rating: numbers[at]!, deviation: numbers[at + 1]!, ratedAt: Number.isNaN(ratedAt) ? null : ratedAt };
  },
};

const { width } = packedSkill;

/** A batch that is being rated, with the sums of each participant of the present match, by their place in it. */
interface Batch {
  readonly matches: PackedMatches;
  readonly states: Float64Array;
  readonly settings: TimedGlickoSettings;
  readonly lines: PackedLines;
  /** 1 / PRD^2 + 1/V, in 1 / square points: the information about the player. It is summed, and never V: between players too far apart 1/V is 0. */
  readonly information: number[];
  /** The sum of R': how far the results, by their merit, are above expectation. */
  readonly earned: number[];
  /** How many players there are on the side of each participant of the match, where `sides` is not 0. */
  readonly mates: number[];
  /** Of the match; 0 if each pair counts as a duel. */
  sides: number;
}

/** Whether the discount of upsets is too small to keep ratings of teams from running away. With P = 0.99 it is large enough, with 0.995 it is not. */
export function countsUpsetsInFull(
  settings: Pick<TimedGlickoSettings, 'weighting' | 'deservedOutcomeProbability'>,
): boolean {
  return settings.weighting === 'none' || settings.deservedOutcomeProbability > 0.98;
}

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
  // The sums begin as two fractions, for a duel, so that V8 keeps plain numbers in them. They grow to the largest match.
  const batch: Batch = {
    matches,
    states,
    settings,
    lines,
    information: [0.5, 0.5],
    earned: [0.5, 0.5],
    mates: [],
    sides: 0,
  };
  const { firstParticipant, side } = matches;
  const countsSides = countsUpsetsInFull(settings);
  for (let match = 0; match < matches.length; match++) {
    const end = firstParticipant[match + 1]!;
    for (let own = firstParticipant[match]!; own < end; own++) enter(batch, match, own);
    batch.sides = 0;
    if (countsSides && end - firstParticipant[match]! > 2) countSides(batch, match);
    for (let own = firstParticipant[match]!; own < end; own++) {
      for (let other = own + 1; other < end; other++) {
        if (side[other] !== side[own]) rateDuel(batch, match, own, other);
      }
    }
    for (let own = firstParticipant[match]!; own < end; own++) settle(batch, match, own);
    if (lines.areRatingsOnly) continue;
    for (let own = firstParticipant[match]!; own < end; own++) finish(batch, match, own);
  }
}

/** Writes the player's previous values, and their information at the time of the match. */
function enter({ matches, states, settings, lines, information, earned }: Batch, match: number, own: number): void {
  const at = width * matches.player[own]!;
  const deviation = states[at + 1]!;
  lines.beforeValue[own] = states[at]!;
  lines.beforeDeviation[own] = deviation;
  const place = own - matches.firstParticipant[match]!;
  information[place] = 1 / grownVariance(deviation, matches.playedAt[match]! - states[at + 2]!, settings);
  earned[place] = 0;
}

/** Counts the players of each side. */
function countSides(batch: Batch, match: number): void {
  const { firstParticipant, side } = batch.matches;
  const [first, end] = [firstParticipant[match]!, firstParticipant[match + 1]!];
  batch.sides = 0;
  for (let from = first; from < end; batch.sides++) {
    let to = from + 1;
    while (to < end && side[to] === side[from]) to++;
    for (let own = from; own < to; own++) batch.mates[own - first] = to - from;
    from = to;
  }
}

/**
 * How many duels a player's game against one opponent tells. All games of a match rest on one performance, those against one side are one game,
 * and what a side of m achieves moves each member by 1 / sqrt(m), because the luck of each is their own. The source knows only duels. Its discount of
 * upsets keeps ratings of teams and fields from running away, so games count in full there; without the discount they ran away.
 */
function duelsOf({ mates, sides }: Batch, own: number, opponent: number): number {
  return 1 / (repetitionOfPairs(sides, mates[opponent]!) * Math.sqrt(mates[own]!));
}

/** Adds the duel of a pair to the sums of both. */
function rateDuel(batch: Batch, match: number, own: number, other: number): void {
  const { matches, settings, lines, information, earned } = batch;
  const first = matches.firstParticipant[match]!;
  const weight = matchWeight(matches, match);
  const actual = resultOf(matches.merit[own]!, matches.merit[other]!);
  const deserved =
    2 * merit(xd(lines, own, other, actual), settings.weighting, settings.deservedOutcomeProbability) - 1;

  const a = expectation(lines, own, other);
  const b = expectation(lines, other, own);
  const areDuels = batch.sides === 0;
  const weightA = areDuels ? weight : weight * duelsOf(batch, own - first, other - first);
  const weightB = areDuels ? weight : weight * duelsOf(batch, other - first, own - first);
  const surpriseA = weightA * surprise(actual, a.e, a.u);
  const surpriseB = weightB * surprise(1 - actual, b.e, b.u);
  information[own - first]! += weightA * a.g * a.g * a.e * a.u;
  information[other - first]! += weightB * b.g * b.g * b.e * b.u;
  earned[own - first]! += surpriseA * (a.g * deserved);
  earned[other - first]! += surpriseB * (b.g * deserved);

  if (lines.areRatingsOnly) return;
  // As if it was all merit, and in units of RD'^2, which depends on all opponents.
  const end = matches.firstParticipant[match + 1]!;
  explain(lines, contributionOf(matches, first, end, own, other, lines), a.e, actual, weightA * a.g, surpriseA * a.g);
  explain(
    lines,
    contributionOf(matches, first, end, other, own, lines),
    b.e,
    1 - actual,
    weightB * b.g,
    surpriseB * b.g,
  );
}

/** XD: the distance of a result from WinProb, which uses the deviations of both. */
function xd({ beforeValue, beforeDeviation }: PackedLines, own: number, other: number, actual: number): number {
  const lead = beforeValue[own]! - beforeValue[other]!;
  const variance = square(beforeDeviation[own]!) + square(beforeDeviation[other]!);
  const odds = underdogsOdds(reliability(variance) * lead, SCALE);
  return Math.abs(surprise(actual, scoreAtOdds(lead, odds), scoreAtOdds(-lead, odds)));
}

/** A player's expectation against an opponent. */
interface Expectation {
  /** Q g(RD_o^2). */
  readonly g: number;
  readonly e: number;
  /** 1 - E, without cancellation. */
  readonly u: number;
}

function expectation({ beforeValue, beforeDeviation }: PackedLines, own: number, opponent: number): Expectation {
  const lead = beforeValue[own]! - beforeValue[opponent]!;
  const g = Q * reliability(square(beforeDeviation[opponent]!));
  const odds = underdogsOdds(g * lead, 1);
  return { g, e: scoreAtOdds(lead, odds), u: scoreAtOdds(-lead, odds) };
}

/** RD', R' and the clock of a player after the match. */
function settle({ matches, states, settings, lines, information, earned }: Batch, match: number, own: number): void {
  const place = own - matches.firstParticipant[match]!;
  const rating = lines.beforeValue[own]! + earned[place]! / information[place]!;
  const deviation = 1 / Math.sqrt(information[place]!);
  lines.value[own] = rating;
  lines.deviation[own] = deviation;
  lines.isProvisional[own] = deviation > settings.provisionalDeviation ? 1 : 0;

  const at = width * matches.player[own]!;
  const ratedAt = states[at + 2]!;
  const playedAt = matches.playedAt[match]!;
  states[at] = rating;
  states[at + 1] = deviation;
  states[at + 2] = Number.isNaN(ratedAt) ? playedAt : Math.max(ratedAt, playedAt);
}

/** The score and the contributions of a player's line: RD'^2 is known now. */
function finish({ matches, lines, information }: Batch, match: number, own: number): void {
  lines.score[own] = glixare(lines.value[own]!, lines.deviation[own]!);
  const { contributions } = lines;
  const known = information[own - matches.firstParticipant[match]!]!;
  const last = CONTRIBUTION_WIDTH * matches.firstOpponent[own + 1]!;
  for (let from = CONTRIBUTION_WIDTH * matches.firstOpponent[own]!; from < last; from += CONTRIBUTION_WIDTH) {
    contributions[from + 4]! /= known;
    contributions[from + 5]! /= known;
  }
}

/** actual - chance, without cancellation for lopsided pairs. */
function surprise(actual: number, chance: number, otherChance: number): number {
  return actual * otherChance - (1 - actual) * chance;
}

function square(x: number): number {
  return x * x;
}

/** Glicko's scale: a player 400 / ln 10 points ahead of a certain opponent wins e times as often as they lose. */
export const SCALE = 400 / Math.LN10;

/** Q of the source: converts points into the unit of the logistic curve. */
const Q = 1 / SCALE;

/** 3 Q^2 / pi^2: the factor of a variance in g. */
export const VARIANCE_FACTOR = (3 * Q * Q) / (Math.PI * Math.PI);

/** A rating and its deviation, both in points. */
export interface Skill {
  readonly rating: number;
  readonly deviation: number;
}

/**
 * g: the part of a rating difference that remains if strengths are uncertain.
 * @param variance the sum of squared deviations, in square points
 * @returns 1 for certain strengths; falls towards 0 as their variance grows
 */
export function reliability(variance: number): number {
  return 1 / Math.sqrt(1 + VARIANCE_FACTOR * variance);
}

/** WinProb of the source: the chance that `own` beats `other`, with the deviations of both as they are stored. */
export function winProbability(own: Skill, other: Skill): number {
  const g = reliability(own.deviation * own.deviation + other.deviation * other.deviation);
  return expectedScore(g * (own.rating - other.rating), SCALE);
}

/**
 * PMERIT: the probability that a result came about on merit and not by luck. It is 1 for a certain result, and P for an
 * even one; an impossible one has 3P - 2 (quadratic), 2P - 1 (linear) or 1 (none). Source: "Timed Glicko Rating",
 * UpdatePlayer, for `quadratic`; the linear form is the one with the same values at 0 and 1/2.
 * @param surprise XD, the distance of the result from its expectation, 0 to 1
 * @param deservedOutcomeProbability P, 0 to 1
 */
export function merit(surprise: number, weighting: Weighting, deservedOutcomeProbability: number): number {
  const luck = 1 - deservedOutcomeProbability;
  switch (weighting) {
    case 'quadratic':
      return 1 - luck * surprise * (1 + 2 * surprise);
    case 'linear':
      return 1 - 2 * luck * surprise;
    case 'none':
      return 1;
  }
}

/** 2500 (64 pi^2 + 147 ln(10)^2), with pi^2 160000 for Glicko's scale and 350^2 for the player measured against. */
const CERTAIN = 2500 * (64 * Math.PI ** 2 + 147 * Math.LN10 ** 2);
/** The addend of a squared deviation. */
const GLIXARE_VARIANCE = 3 * Math.LN10 ** 2;

/**
 * GLIXARE, a rating and its deviation in one number: the chance, in percent, of beating a player of rating 1500 and deviation 350, the
 * newcomer of the source's ladder. 100 / (1 + 10^((1500 - R) pi / sqrt(3 ln(10)^2 RD^2 + 2500 (64 pi^2 + 147 ln(10)^2)))).
 * @param rating points
 * @param deviation points, at least 0
 * @returns 0 to 100, not rounded
 */
export function glixare(rating: number, deviation: number): number {
  const root = Math.sqrt(GLIXARE_VARIANCE * deviation * deviation + CERTAIN);
  return 100 * expectedScore(rating - 1500, root / (Math.PI * Math.LN10));
}

/** The source's two decimals, such as `89.30%`. */
export function displayGlixare(rating: number, deviation: number): string {
  return `${(Math.round(100 * glixare(rating, deviation)) / 100).toFixed(2)}%`;
}
