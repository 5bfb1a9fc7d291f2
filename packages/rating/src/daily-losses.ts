const DAY = 86_400_000;

/** The losses of an evaluation by day (UTC), in the log's order. A paired comparison needs them. */
export interface DailyLosses {
  /** The sum of each day's losses. */
  readonly loss: readonly number[];
  /** Number of its matches. */
  readonly matches: readonly number[];
}

/** Adds losses up by day. */
export class DailySums implements DailyLosses {
  readonly loss: number[] = [];
  readonly matches: number[] = [];
  private day = Number.NaN;

  /** @param playedAt milliseconds since 1970, never less than that of the previous match */
  add(playedAt: number, loss: number): void {
    const day = Math.floor(playedAt / DAY);
    if (day !== this.day) {
      this.day = day;
      this.loss.push(0);
      this.matches.push(0);
    }
    this.loss[this.loss.length - 1]! += loss;
    this.matches[this.matches.length - 1]!++;
  }
}

/** How much greater one system's loss is than another's, per match, with its uncertainty. */
export interface LossDifference {
  /** Mean difference of the log losses; below 0 if the first one is better. */
  readonly difference: number;
  /** The 95% interval, by the differences between `stretches`; null for a log of a single day. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The 97.5% point of the normal distribution. */
const NORMAL = 1.959964;

/** More of them would be shorter than the time in which strengths change; fewer would not show their variation. */
const STRETCHES = 12;

/**
 * Cuts a log into at most 12 stretches of whole days, each with about as many matches. An advantage of one system over another lasts for
 * months, while strengths change: adjacent days are similar, and long stretches hardly. Source: R. Ibragimov and U. K. Müller,
 * t-statistic based correlation and heterogeneity robust inference, 2010.
 * @param matches of each day
 * @returns the stretch of each day, from 0 on
 */
export function stretches(matches: readonly number[]): number[] {
  const all = matches.reduce((sum, ofDay) => sum + ofDay, 0);
  let before = 0;
  let stretch = -1;
  let end = 0;
  return matches.map((ofDay) => {
    if (before >= end) {
      stretch++;
      while (end <= before) end += all / STRETCHES;
    }
    before += ofDay;
    return stretch;
  });
}

/**
 * The difference of two evaluations of the same log, match by match.
 * @throws RangeError if the evaluations are of different logs
 */
export function lossDifference(one: DailyLosses, other: DailyLosses): LossDifference {
  const days = one.loss.length;
  const isSameLog = days === other.loss.length && one.matches.every((matches, day) => matches === other.matches[day]);
  if (!isSameLog) throw new RangeError('only evaluations of the same log can be compared');
  const stretchOf = stretches(one.matches);
  const count = days === 0 ? 0 : stretchOf[days - 1]! + 1;
  const sums = new Float64Array(count);
  const matches = new Float64Array(count);
  for (let day = 0; day < days; day++) {
    sums[stretchOf[day]!]! += one.loss[day]! - other.loss[day]!;
    matches[stretchOf[day]!]! += one.matches[day]!;
  }
  const all = matches.reduce((sum, ofStretch) => sum + ofStretch, 0);
  const difference = sums.reduce((sum, ofStretch) => sum + ofStretch, 0) / all;
  if (count < 2) return { difference, low: null, high: null };
  const squares = sums.reduce((sum, ofStretch, at) => sum + (ofStretch - difference * matches[at]!) ** 2, 0);
  // A ratio of two sums over stretches, both of them random; a few stretches vary more than it seems.
  const margin = (tQuantile(count - 1) * Math.sqrt((squares * count) / (count - 1))) / all;
  return { difference, low: difference - margin, high: difference + margin };
}

/**
 * The 97.5% point of Student's t distribution. Source: Abramowitz and Stegun, 26.7.5, good to a percent from 3 degrees of
 * freedom on; 1 and 2 are exact.
 */
export function tQuantile(freedom: number): number {
  if (freedom === 1) return 12.7062;
  if (freedom === 2) return 4.3027;
  const z = NORMAL;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
