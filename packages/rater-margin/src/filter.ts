/**
 * A Gaussian filter over score differences, over packed states. Sources: R. E. Kalman, A new approach to linear filtering and prediction
 * problems, 1960; M. E. Glickman and H. S. Stern, A state-space model for National Football League scores, 1998. Each player has their own
 * variance. Knowledge of the league is passed from player to player, because a rater sees only the players of a match.
 */
import {
  contributionOf,
  expectedScore,
  explain,
  matchWeight,
  type PackedLines,
  type PackedMatches,
  power,
  type Result,
  resultOf,
  roleOf,
} from '@openladder/rating';
import type { MarginSettings } from './settings.js';
import {
  ADVANTAGE,
  ADVANTAGE_VARIANCE,
  AT,
  DEVIATION,
  EDGE,
  EDGE_VARIANCE,
  LUCK,
  later,
  MARGINS,
  MATCHES,
  POINTS,
  RATING,
  STEEPNESS,
  WIDTH,
} from './state.js';

/** A surprise of more deviations than this counts as this: no typing error moves a rating further, once luck is known. */
const GREATEST_SURPRISE = 3;
/** Luck is estimated from about the last 500 matches. */
const LUCK_MATCHES = 500;
/** The growth of the advantage's variance per match, so that it can change. */
const ADVANTAGE_DRIFT = 1e-5;
/** A smaller first margin is ignored: as the unit of other margins, it would be zero. */
const LEAST_LUCK = 1e-100;
/** The least remaining share of a variance, despite rounding. */
const LEAST_SHARE = 1e-9;

/** The combined knowledge of a match's players about the league. */
interface Knowledge {
  /** Units of luck. */
  readonly advantage: number;
  readonly advantageVariance: number;
  /** A variance; 0: no margin is known. */
  readonly luck: number;
  readonly matches: number;
  readonly margins: number;
}

/** A side as the mean of its players' leads over a newcomer. */
interface Side {
  /** Units of luck. */
  readonly lead: number;
  readonly variance: number;
  /** From the better role. */
  readonly edge: number;
  readonly edgeVariance: number;
}

/** The expectation for the first of two sides. */
export interface Expectation {
  /** 1: it has the better role, -1: the other has; 0: their roles are alike. */
  readonly sign: number;
  /** Units of luck. */
  readonly lead: number;
  /** The uncertainty of the lead, without the luck of the match. */
  readonly variance: number;
  readonly chance: number;
}

/** The evidence of a result about the lead of the first side: the derivative of its log-likelihood, and the negative second derivative. */
interface Evidence {
  readonly gradient: number;
  readonly information: number;
  /** How far a surprise of 1 moves the lead: of one score without a margin, and of one unit of luck with it. */
  readonly slope: number;
}

/** Rates every match. */
export function rateMatches(
  matches: PackedMatches,
  states: Float64Array,
  settings: MarginSettings,
  lines: PackedLines,
): void {
  for (let match = 0; match < matches.length; match++) {
    const first = matches.firstParticipant[match]!;
    const end = matches.firstParticipant[match + 1]!;
    let middle = first;
    while (matches.side[middle] === matches.side[first]) middle++;
    for (let own = first; own < end; own++) enter(matches, match, own, states, settings, lines);

    const { player } = matches;
    const known = knowledgeOf(player, first, end, states);
    const one = sideOf(player, first, middle, states, settings);
    const other = sideOf(player, middle, end, states, settings);
    const roles = [roleOf(matches, first), roleOf(matches, middle)] as const;
    const expected = expectationOf(one, other, roles, known);

    const result = resultOf(matches.merit[first]!, matches.merit[middle]!);
    const scored = marginOf(result, matches.sideScore[first]! - matches.sideScore[middle]!, settings);
    // As long as no other margin is known, a draw's margin contains no information about luck.
    const margin = known.margins === 0 && scored !== null && scored ** 2 < LEAST_LUCK ? null : scored;
    const luck = margin !== null && known.margins === 0 ? margin ** 2 / (1 + expected.variance) : known.luck;
    const weight = matchWeight(matches, match);
    const plain = margin === null ? ofResult(result, expected) : ofMargin(margin / Math.sqrt(luck), expected);
    // Equal to as many matches with the same result as the weight; 1 changes nothing.
    const counted = weight / (1 + (weight - 1) * expected.variance * plain.information);
    const evidence = {
      gradient: counted * plain.gradient,
      information: counted * plain.information,
      slope: counted * plain.slope,
    };

    const context = { matches, states, settings, lines, first, end };
    rateSide(context, { from: first, to: middle, expected, result, evidence });
    rateSide(context, {
      from: middle,
      to: end,
      expected: { ...expected, sign: -expected.sign, chance: 1 - expected.chance },
      result: (1 - result) as Result,
      evidence: { ...evidence, gradient: -evidence.gradient },
    });
    const { advantage, advantageVariance } = withAdvantage(known, expected.sign, evidence);
    const { luck: shownLuck, margins } = withMargin(known, margin, luck, expected);
    const learned = { advantage, advantageVariance, luck: shownLuck, matches: known.matches + 1, margins };
    for (let own = first; own < end; own++) tell(learned, own, matches.player[own]!, states, lines);
  }
}

interface Context {
  readonly matches: PackedMatches;
  readonly states: Float64Array;
  readonly settings: MarginSettings;
  readonly lines: PackedLines;
  /** The participants of the match. */
  readonly first: number;
  readonly end: number;
}

/** Writes the player's previous values, and applies the time since then. */
function enter(
  { player, playedAt }: PackedMatches,
  match: number,
  own: number,
  states: Float64Array,
  settings: MarginSettings,
  { beforeValue, beforeDeviation }: PackedLines,
): void {
  const at = WIDTH * player[own]!;
  const [rating, deviation, clock] = [states[at + RATING]!, states[at + DEVIATION]!, states[at + AT]!];
  const now = playedAt[match]!;
  beforeValue[own] = rating;
  beforeDeviation[own] = deviation;
  const grown = later(rating, deviation, clock, now, settings);
  states[at + RATING] = grown[0];
  states[at + DEVIATION] = grown[1];
  states[at + AT] = Number.isNaN(clock) ? now : Math.max(clock, now);
}

/** The mean of the players' knowledge, weighted by their matches. All soon share what distant matches have shown. */
export function knowledgeOf(players: Int32Array, from: number, to: number, states: Float64Array): Knowledge {
  let [advantage, advantageVariance, luck] = [0, 0, 0];
  let [matches, margins, most, mostMargins] = [0, 0, 0, 0];
  for (let index = from; index < to; index++) {
    const at = WIDTH * players[index]!;
    const own = states[at + MATCHES]!;
    const ownMargins = states[at + MARGINS]!;
    advantage += own * states[at + ADVANTAGE]!;
    advantageVariance += own * states[at + ADVANTAGE_VARIANCE]!;
    luck += ownMargins * states[at + LUCK]!;
    matches += own;
    margins += ownMargins;
    most = Math.max(most, own);
    mostMargins = Math.max(mostMargins, ownMargins);
  }
  const at = WIDTH * players[from]!;
  return {
    advantage: matches === 0 ? states[at + ADVANTAGE]! : advantage / matches,
    advantageVariance: matches === 0 ? states[at + ADVANTAGE_VARIANCE]! : advantageVariance / matches,
    luck: margins === 0 ? 0 : luck / margins,
    // They may have the same matches in common, so these do not add up.
    matches: most,
    margins: mostMargins,
  };
}

export function sideOf(
  players: Int32Array,
  from: number,
  to: number,
  states: Float64Array,
  { initialRating }: MarginSettings,
): Side {
  let [lead, variance, edge, edgeVariance] = [0, 0, 0, 0];
  for (let index = from; index < to; index++) {
    const at = WIDTH * players[index]!;
    lead += states[at + RATING]! - initialRating;
    variance += (states[at + DEVIATION]! / POINTS) ** 2;
    edge += states[at + EDGE]!;
    edgeVariance += states[at + EDGE_VARIANCE]!;
  }
  const length = to - from;
  return {
    lead: lead / (POINTS * length),
    variance: variance / length ** 2,
    edge: edge / length,
    edgeVariance: edgeVariance / length ** 2,
  };
}

/** The expectation by strengths and by roles. Of two roles, the one whose name sorts last is taken as the better: `home`, `white`. */
export function expectationOf(
  one: Side,
  other: Side,
  [role, otherRole]: readonly [string | undefined, string | undefined],
  { advantage, advantageVariance }: Knowledge,
): Expectation {
  const sign = role === otherRole ? 0 : (role ?? '') > (otherRole ?? '') ? 1 : -1;
  const better = sign === 1 ? one : other;
  const lead = one.lead - other.lead + sign * (advantage + better.edge);
  const variance = one.variance + other.variance + (sign === 0 ? 0 : advantageVariance + better.edgeVariance);
  return { sign, lead, variance, chance: expectedScore(lead, Math.sqrt(1 + variance) / STEEPNESS) };
}

/** The score difference as it counts, if the result agrees with it; null: only the winner is known. */
function marginOf(result: Result, ahead: number, { marginPower }: MarginSettings): number | null {
  if (Number.isNaN(ahead)) return null;
  if (result === 0.5) return 0;
  return ahead === 0 ? null : (2 * result - 1) * power(Math.abs(ahead), marginPower);
}

/** @param margin in units of luck */
function ofMargin(margin: number, { lead, variance }: Expectation): Evidence {
  const all = 1 + variance;
  const most = GREATEST_SURPRISE * Math.sqrt(all);
  return { gradient: Math.max(-most, Math.min(most, margin - lead)) / all, information: 1 / all, slope: 1 / all };
}

/** A result alone: only the sign of the margin is known. */
function ofResult(result: Result, { variance, chance }: Expectation): Evidence {
  const steepness = STEEPNESS / Math.sqrt(1 + variance);
  return {
    gradient: steepness * (result - chance),
    information: steepness ** 2 * chance * (1 - chance),
    slope: steepness,
  };
}

/** A side of the match, with its expectation and its result. */
interface SeenSide {
  readonly from: number;
  readonly to: number;
  readonly expected: Expectation;
  readonly result: Result;
  readonly evidence: Evidence;
}

/** Moves the players of a side, each in proportion to their uncertainty and their part in it. */
function rateSide(
  { matches, states, settings, lines, first, end }: Context,
  { from, to, expected, result, evidence }: SeenSide,
): void {
  const { gradient, information, slope } = evidence;
  const share = 1 / (to - from);
  const left = (variance: number, part: number) => Math.max(LEAST_SHARE, 1 - variance * part ** 2 * information);
  const opponents = end - first - (to - from);
  for (let own = from; own < to; own++) {
    const at = WIDTH * matches.player[own]!;
    const deviation = states[at + DEVIATION]!;
    const variance = (deviation / POINTS) ** 2;
    const moved = POINTS * variance * share;
    states[at + RATING] = states[at + RATING]! + moved * gradient;
    states[at + DEVIATION] = deviation * Math.sqrt(left(variance, share));
    if (expected.sign === 1) {
      const edgeVariance = states[at + EDGE_VARIANCE]!;
      states[at + EDGE] = states[at + EDGE]! + edgeVariance * share * gradient;
      states[at + EDGE_VARIANCE] = edgeVariance * left(edgeVariance, share);
    }
    lines.value[own] = states[at + RATING]!;
    lines.deviation[own] = states[at + DEVIATION]!;
    lines.isProvisional[own] = states[at + DEVIATION]! > settings.provisionalDeviation ? 1 : 0;
    if (lines.areRatingsOnly) continue;
    lines.score[own] = lines.value[own]!;
    const [weight, delta] = [(moved * slope) / opponents, (moved * gradient) / opponents];
    for (let opponent = first; opponent < end; opponent++) {
      if (opponent < from || opponent >= to)
        explain(
          lines,
          contributionOf(matches, first, end, own, opponent, lines),
          expected.chance,
          result,
          weight,
          delta,
        );
    }
  }
}

function withAdvantage(
  { advantage, advantageVariance }: Knowledge,
  sign: number,
  { gradient, information }: Evidence,
): Pick<Knowledge, 'advantage' | 'advantageVariance'> {
  if (sign === 0) return { advantage, advantageVariance };
  const left = Math.max(LEAST_SHARE, 1 - advantageVariance * information);
  return {
    advantage: advantage + sign * advantageVariance * gradient,
    advantageVariance: advantageVariance * left + ADVANTAGE_DRIFT,
  };
}

/** Estimates the league's luck from the distances of margins from their expectation, without the uncertainty. */
function withMargin(
  { margins }: Knowledge,
  margin: number | null,
  luck: number,
  { lead, variance }: Expectation,
): Pick<Knowledge, 'luck' | 'margins'> {
  if (margin === null) return { luck, margins };
  const surprise = Math.min((margin / Math.sqrt(luck) - lead) ** 2 / (1 + variance), (GREATEST_SURPRISE + 1) ** 2);
  const gain = margins === 0 ? 0 : 1 / (Math.min(margins, LUCK_MATCHES) + 1);
  return { luck: luck * (1 + gain * (surprise - 1)), margins: margins + 1 };
}

/** Every player of the match learns its evidence about the league. */
function tell(learned: Knowledge, own: number, player: number, states: Float64Array, lines: PackedLines): void {
  const at = WIDTH * player;
  states[at + ADVANTAGE] = learned.advantage;
  states[at + ADVANTAGE_VARIANCE] = learned.advantageVariance;
  states[at + LUCK] = learned.luck;
  states[at + MATCHES] = learned.matches;
  states[at + MARGINS] = learned.margins;
  if (lines.memoryWidth === 0) return;
  const to = lines.memoryWidth * own;
  for (let number = 0; number < lines.memoryWidth; number++) lines.memory[to + number] = states[at + EDGE + number]!;
}
