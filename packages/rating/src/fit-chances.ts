import type { Estimate, EstimatedFit } from './chance-fit.js';
import { stretches, tQuantile } from './daily-losses.js';
import { type FavouriteForm, type FitForm, FitSums, LEAST_FAVOURITE, type Numbers, signIn } from './fit-sums.js';
import type { ForeseenMatches } from './foreseen-matches.js';

const MAX_ROUNDS = 50;
/** Of a log likelihood: odds of 50 to 1. */
const MUCH_LIKELIER = 4;
const TOLERANCE = 1e-10;
/** A parameter beyond this is unbounded by the data. */
const MOST = 20;
/** The same of the slope by sides: where it is 1, a field of 20 has 10 times the log odds of a duel. */
const MAX_BY_SIDES = 1;
/** The rounding error of each sum, as a share of it. */
const ROUNDING = 2 ** -52;
/** Steps are taken whole, or halved if they go too far. */
type Steps = 'whole' | 'halved';
/**
 * If the first of two sides has more points than this share, or fewer than the rest, the sides are listed by result. No game is known in
 * which being the home side is worth so much. The same is true of roles, because `winner` could be one.
 */
export const MAX_POINTS_OF_ONE = 0.85;

/**
 * Fits slope, side advantage, favourite advantage and slope by sides to a stretch of predicted matches, by the maximum likelihood of the
 * winners; a shared first place counts in shares. The same matches give the same bits. Sources: of the slope, D. R. Cox, Two further applications of a model
 * for binary regression, 1958, and in races V. S. Y. Lo and J. Bacon-Shone, A comparison between two models for predicting ordering
 * probabilities in multiple-entry competitions, 1994; of the intervals, K.-Y. Liang and S. L. Zeger, Longitudinal data analysis using
 * generalized linear models, 1986, over `stretches` of the log.
 * @param from the first match of the stretch
 * @param to the first one after it
 * @returns null if nothing can be fitted: too few matches, or chances that are all alike or always right
 */
export function fitChances(matches: ForeseenMatches, from: number, to: number): EstimatedFit | null {
  const sideRole = roleWithAdvantage(matches, from, to);
  const hasAdvantage = isHonest(matches, from, to, sideRole);
  const fitted = (favourite: FavouriteForm, isBySides: boolean, steps: Steps = 'halved') =>
    fitOne(matches, from, to, { hasAdvantage, sideRole, favourite, isBySides }, steps);
  const { hasRaces, areUnequal } = fieldsOf(matches, from, to);
  const free = hasRaces ? (fitted('free', false)?.fit ?? null) : null;
  const sized = areUnequal ? (fitted('free', true)?.fit ?? null) : null;
  // With a slope by sides the interval of the favourite advantage is wide: the one follows from the other.
  const hasFavourite = [free, sized].some((fit) => fit && isSignificant(fit.favouriteAdvantage!));
  const inOrder = (fit: EstimatedFit, isBySides: boolean) =>
    fit.favouriteAdvantage!.value >= LEAST_FAVOURITE * fit.slope.value ? fit : fitted('least', isBySides)?.fit;
  if (sized && isSignificant(sized.slopeBySides!)) {
    const found = hasFavourite ? inOrder(sized, true) : fitted('none', true)?.fit;
    if (found && isSignificant(found.slopeBySides!)) return found;
  }
  const ofRaces = free && isSignificant(free.favouriteAdvantage!) ? inOrder(free, false) : null;
  if (ofRaces) return ofRaces;
  // Whole steps first: their results keep their bits.
  const plain = fitted('none', false, 'whole') ?? fitted('none', false);
  // Both have one number for races. If no free one decides, the likelihood does.
  const least = hasRaces && plain ? fitted('least', false) : null;
  return (least && least.likelihood > plain!.likelihood + MUCH_LIKELIER ? least : plain)?.fit ?? null;
}

/** A fit, and the log likelihood of its data. */
interface LikelyFit {
  readonly fit: EstimatedFit;
  readonly likelihood: number;
}

/** Whether a number is unlikely to be 0 by chance. Numbers that may be 0 predict new races worse than none. */
function isSignificant({ low, high }: Estimate): boolean {
  return low !== null && high !== null && (low > 0 || high < 0);
}

/** Whether there are matches of more than two sides, and others with fewer or more sides. */
function fieldsOf(matches: ForeseenMatches, from: number, to: number): { hasRaces: boolean; areUnequal: boolean } {
  const sizes = new Set<number>();
  for (let match = from; match < to; match++) sizes.add(matches.sides(match));
  const hasRaces = sizes.size > 1 || !sizes.has(2);
  return { hasRaces, areUnequal: sizes.size > 1 };
}

function fitOne(matches: ForeseenMatches, from: number, to: number, form: FitForm, steps: Steps): LikelyFit | null {
  const values: Numbers = [1, 0, 0, 0];
  let step: Numbers = [0, 0, 0, 0];
  let greatest = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const sums = new FitSums(values, form);
    for (let match = from; match < to; match++) sums.add(matches, match);
    const lost = (to - from) * ROUNDING * Math.abs(greatest);
    if (steps === 'halved' && sums.likelihood < greatest - lost) {
      // Too far: half of the step is undone.
      for (let number = 0; number < step.length; number++) {
        step[number]! /= 2;
        values[number]! -= step[number]!;
      }
      continue;
    }
    greatest = sums.likelihood;
    const next = sums.solve(sums.gradient);
    if (!next) return null;
    step = next;
    for (let number = 0; number < step.length; number++) values[number]! += step[number]!;
    if (!values.every((value) => Math.abs(value) < MOST)) return null;
    if (step.reduce((sum, part) => sum + Math.abs(part), 0) < TOLERANCE) {
      const isBounded = values[0] > 0 && Math.abs(values[3]) <= MAX_BY_SIDES;
      const fit = isBounded ? estimate(matches, from, to, values, form) : null;
      return fit && { fit, likelihood: greatest };
    }
  }
  return null;
}

/**
 * The role that only one side has in the most matches; of several, the one that won more points, then the first by name.
 * @returns null if no match of two sides has sides of different roles
 */
function roleWithAdvantage(matches: ForeseenMatches, from: number, to: number): string | null {
  if (!matches.hasRoles) return null;
  const found = new Map<string, { duels: number; points: number }>();
  for (let match = from; match < to; match++) {
    if (matches.sides(match) !== 2 || matches.role(match, 0) === matches.role(match, 1)) continue;
    for (const side of [0, 1]) {
      const role = matches.role(match, side);
      if (role === undefined) continue;
      const { duels, points } = found.get(role) ?? { duels: 0, points: 0 };
      found.set(role, { duels: duels + 1, points: points + matches.score(match, side) });
    }
  }
  const order = [...found].sort(
    ([name, one], [otherName, other]) =>
      other.duels - one.duels || other.points - one.points || (name < otherName ? -1 : 1),
  );
  return order[0]?.[0] ?? null;
}

/** Whether there are matches of two sides, and an advantage in them would not just be the result. */
function isHonest(matches: ForeseenMatches, from: number, to: number, sideRole: string | null): boolean {
  let duels = 0;
  let points = 0;
  for (let match = from; match < to; match++) {
    const sign = matches.sides(match) === 2 ? signIn(matches, match, sideRole) : 0;
    if (sign === 0) continue;
    duels++;
    points += matches.score(match, sign === 1 ? 0 : 1);
  }
  return duels > 0 && Math.abs(points / duels - 0.5) <= MAX_POINTS_OF_ONE - 0.5;
}

function estimate(
  matches: ForeseenMatches,
  from: number,
  to: number,
  values: Numbers,
  form: FitForm,
): EstimatedFit | null {
  const { hasAdvantage, sideRole, favourite, isBySides } = form;
  const sums = new FitSums(values, form);
  const stretchOf = stretchesOf(matches, from, to);
  const count = stretchOf.length === 0 ? 0 : stretchOf[stretchOf.length - 1]! + 1;
  // Gradients of the stretches, one after the other.
  const gradients = new Float64Array(count * values.length);
  for (let match = from; match < to; match++) {
    sums.endGradient();
    sums.add(matches, match);
    const at = stretchOf[match - from]! * values.length;
    for (let number = 0; number < values.length; number++) gradients[at + number]! += sums.gradient[number]!;
  }
  const spread: Numbers = [0, 0, 0, 0];
  for (let at = 0; at < gradients.length; at += values.length) {
    const pull = sums.solve([gradients[at]!, gradients[at + 1]!, gradients[at + 2]!, gradients[at + 3]!]);
    if (!pull) return null;
    for (let number = 0; number < pull.length; number++) spread[number]! += pull[number]! ** 2;
  }
  const estimateOf = (value: number, variance: number): Estimate => {
    if (count < 2) return { value, low: null, high: null };
    const margin = tQuantile(count - 1) * Math.sqrt(variance);
    return { value, low: value - margin, high: value + margin };
  };
  const betweenStretches = (squares: number) => (squares * count) / (count - 1);
  const slope = estimateOf(values[0], betweenStretches(spread[0]));
  // Races of few stretches fit them too well for their differences to show the uncertainty of the number.
  const ofRaces = (number: 2 | 3) =>
    estimateOf(values[number], Math.max(betweenStretches(spread[number]), sums.variance(number)));
  const free = favourite === 'free' ? ofRaces(2) : null;
  return {
    matches: to - from,
    slope,
    sideAdvantage: hasAdvantage ? estimateOf(values[1], betweenStretches(spread[1])) : null,
    sideRole: hasAdvantage ? sideRole : null,
    favouriteAdvantage: favourite === 'least' ? leastFavourite(slope) : free,
    slopeBySides: isBySides ? ofRaces(3) : null,
  };
}

/** The stretch of each match, from 0 on. */
function stretchesOf(matches: ForeseenMatches, from: number, to: number): Int32Array {
  const days: number[] = [];
  const dayOf = new Int32Array(to - from);
  for (let match = from; match < to; match++) {
    if (match === from || matches.day(match) !== matches.day(match - 1)) days.push(0);
    days[days.length - 1]!++;
    dayOf[match - from] = days.length - 1;
  }
  const stretchOf = stretches(days);
  return dayOf.map((day) => stretchOf[day]!);
}

/** It follows the slope, so their intervals are one. */
function leastFavourite({ value, low, high }: Estimate): Estimate {
  const least = (slope: number | null) => (slope === null ? null : LEAST_FAVOURITE * slope);
  return { value: LEAST_FAVOURITE * value, low: least(high), high: least(low) };
}
