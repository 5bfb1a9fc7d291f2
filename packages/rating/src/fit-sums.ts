import { logOf, signOf, sizeFactor } from './chance-fit.js';
import type { ForeseenMatches } from './foreseen-matches.js';

/** Slope, side advantage, favourite advantage and slope by sides. */
export type Numbers = [number, number, number, number];

/**
 * How the favourite advantage is fitted: not at all, freely, or as low as it may be, which is `LEAST_FAVOURITE` times the slope.
 */
export type FavouriteForm = 'none' | 'free' | 'least';

/**
 * The least favourite advantage, in slopes: below it, the favourite of a match could have a smaller fitted chance than another side. With a
 * chance of p against 1 - p, the fitted log odds are slope * ln(p / (1 - p)) + advantage * (2 p - 1), and the logarithm is at least 4 p - 2.
 */
export const LEAST_FAVOURITE = -2;

/** The fitted numbers. */
export interface FitForm {
  readonly hasAdvantage: boolean;
  readonly sideRole: string | null;
  readonly favourite: FavouriteForm;
  readonly isBySides: boolean;
}

const LEAST_DETERMINANT = 1e-9;

/** The log likelihood of matches, its gradient and its curvature, for some values of the numbers. */
export class FitSums {
  likelihood = 0;
  readonly gradient: Numbers = [0, 0, 0, 0];
  private h00 = 0;
  private h01 = 0;
  private h11 = 0;
  // No match has both advantages, nor the side advantage and a slope by sides.
  private h02 = 0;
  private h22 = 0;
  private h03 = 0;
  private h23 = 0;
  private h33 = 0;
  private scores = new Float64Array(0);
  private logs = new Float64Array(0);
  private powers = new Float64Array(0);

  private readonly slope: number;
  private readonly sideAdvantage: number;
  private readonly favouriteAdvantage: number;
  private readonly slopeBySides: number;

  constructor(
    values: Readonly<Numbers>,
    private readonly form: FitForm,
  ) {
    [this.slope, this.sideAdvantage, this.favouriteAdvantage, this.slopeBySides] = values;
  }

  /** Begins a new gradient; likelihood and curvature continue. */
  endGradient(): void {
    this.gradient.fill(0);
  }

  add(matches: ForeseenMatches, match: number): void {
    const sides = matches.sides(match);
    if (sides === 2) this.addDuel(matches, match);
    else this.addContest(matches, match, sides);
  }

  private addDuel(matches: ForeseenMatches, match: number): void {
    const logit = logOf(matches.chance(match, 0)) - logOf(matches.chance(match, 1));
    const sign = this.form.hasAdvantage ? signIn(matches, match, this.form.sideRole) : 0;
    const power = this.slope * logit + sign * this.sideAdvantage;
    const odds = Math.exp(-power);
    const fitted = 1 / (1 + odds);
    const score = matches.score(match, 0);
    const rest = score - fitted;
    const weight = fitted * (1 - fitted);
    this.likelihood -= Math.log(1 + odds) + (1 - score) * power;
    this.gradient[0] += rest * logit;
    this.h00 += weight * logit * logit;
    this.gradient[1] += sign * rest;
    this.h01 += sign * weight * logit;
    this.h11 += sign * sign * weight;
  }

  private addContest(matches: ForeseenMatches, match: number, sides: number): void {
    if (sides > this.scores.length) this.makeRoom(2 * sides);
    const { scores, logs, powers, slope, favouriteAdvantage } = this;
    const { favourite } = this.form;
    const scale = sizeFactor(sides, this.slopeBySides);
    const size = Math.log(sides / 2);
    matches.scores(match, scores);
    let greatest = Number.NEGATIVE_INFINITY;
    for (let side = 0; side < sides; side++) {
      const chance = scale * matches.chance(match, side);
      const log = scale * logOf(matches.chance(match, side));
      logs[side] = favourite === 'least' ? log + LEAST_FAVOURITE * chance : log;
      powers[side] = slope * logs[side]! + favouriteAdvantage * chance;
      greatest = Math.max(greatest, powers[side]!);
    }
    let sum = 0;
    for (let side = 0; side < sides; side++) {
      const lead = powers[side]! - greatest;
      this.likelihood += scores[side]! * lead;
      powers[side] = Math.exp(lead);
      sum += powers[side]!;
    }
    let mean = 0;
    let square = 0;
    let meanChance = 0;
    let chanceSquare = 0;
    let product = 0;
    let meanLead = 0;
    let leadSquare = 0;
    let logLead = 0;
    let chanceLead = 0;
    for (let side = 0; side < sides; side++) {
      const log = logs[side]!;
      const chance = scale * matches.chance(match, side);
      // By sides, powers grow in proportion to themselves; only their differences count.
      const lead = size * (slope * log + favouriteAdvantage * chance - greatest);
      const fitted = powers[side]! / sum;
      const rest = scores[side]! - fitted;
      this.gradient[0] += rest * log;
      this.gradient[2] += rest * chance;
      this.gradient[3] += rest * lead;
      mean += fitted * log;
      square += fitted * log ** 2;
      meanChance += fitted * chance;
      chanceSquare += fitted * chance ** 2;
      product += fitted * log * chance;
      meanLead += fitted * lead;
      leadSquare += fitted * lead ** 2;
      logLead += fitted * log * lead;
      chanceLead += fitted * chance * lead;
    }
    this.likelihood -= Math.log(sum);
    this.h00 += square - mean * mean;
    this.h02 += product - mean * meanChance;
    this.h22 += chanceSquare - meanChance * meanChance;
    this.h03 += logLead - mean * meanLead;
    this.h23 += chanceLead - meanChance * meanLead;
    this.h33 += leadSquare - meanLead * meanLead;
  }

  private makeRoom(sides: number): void {
    this.scores = new Float64Array(sides);
    this.logs = new Float64Array(sides);
    this.powers = new Float64Array(sides);
  }

  /** The curvature's inverse times a gradient; null if it has no inverse. */
  solve([g0, g1, g2, g3]: Readonly<Numbers>): Numbers | null {
    const x = this.solveThree(g0, g1, g2);
    if (!x) return null;
    if (!this.form.isBySides) return [...x, 0];
    const y = this.solveThree(this.h03, 0, this.h23)!;
    const own = this.h33 - this.h03 * y[0] - this.h23 * y[2];
    if (!(own > LEAST_DETERMINANT * this.h33)) return null;
    const x3 = (g3 - this.h03 * x[0] - this.h23 * x[2]) / own;
    return [x[0] - y[0] * x3, x[1] - y[1] * x3, x[2] - y[2] * x3, x3];
  }

  /** The variance of a number, if matches of a day are no more alike than those of different days. */
  variance(number: 2 | 3): number {
    return this.solve([0, 0, +(number === 2), +(number === 3)])![number];
  }

  /** The same without the slope by sides. */
  private solveThree(g0: number, g1: number, g2: number): [number, number, number] | null {
    const [x0, x1] = this.solveTwo(g0, g1) ?? [null, null];
    if (x0 === null) return null;
    if (this.form.favourite !== 'free') return [x0, x1, 0];
    const [y0, y1] = this.solveTwo(this.h02, 0)!;
    const own = this.h22 - this.h02 * y0;
    if (!(own > LEAST_DETERMINANT * this.h22)) return null;
    const x2 = (g2 - this.h02 * x0) / own;
    return [x0 - y0 * x2, x1 - y1 * x2, x2];
  }

  /** The same without the favourite advantage. */
  private solveTwo(g0: number, g1: number): [number, number] | null {
    const { h00, h01, h11 } = this;
    if (!this.form.hasAdvantage) return h00 > LEAST_DETERMINANT ? [g0 / h00, 0] : null;
    const determinant = h00 * h11 - h01 * h01;
    if (!(determinant > LEAST_DETERMINANT * h00 * h11)) return null;
    return [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant];
  }
}

/** Which of the two sides of a match has the advantage. */
export function signIn(matches: ForeseenMatches, match: number, sideRole: string | null): -1 | 0 | 1 {
  return sideRole === null ? 1 : signOf(sideRole, matches.role(match, 0), matches.role(match, 1));
}
