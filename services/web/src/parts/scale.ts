/** A point of a career. */
export interface ChartPoint {
  readonly at: string;
  readonly value: number;
  readonly deviation: number | null;
}

/** The grid has at most about this many intervals. */
const MAX_STEPS = 5;

/** The bounds of a chart on round numbers, and its grid lines from the highest down. */
export function scaleOf(points: readonly ChartPoint[]) {
  const least = Math.min(...points.map(({ value, deviation }) => value - (deviation ?? 0)));
  const most = Math.max(...points.map(({ value, deviation }) => value + (deviation ?? 0)));
  const step = stepFor((most - least || 1) / (MAX_STEPS - 1));
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const count = Math.round((high - low) / step);
  const lines = Array.from({ length: count + 1 }, (_, index) => high - index * step);
  return { low, high, lines };
}

/** The least of 1, 2, 5, 10, 20, 25, 50, … that is at least this. */
function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factors = power < 10 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  return power * (factors.find((factor) => factor * power >= least - 1e-9) ?? 10);
}

/** Grid lines of a chart of ranks at equal distances, from the first rank down to one that is at least the last. */
export function rankLinesOf(ranks: readonly number[]): number[] {
  const below = Math.max(...ranks, 2) - 1;
  const step = Math.ceil(below / Math.min(MAX_STEPS, below));
  return Array.from({ length: Math.ceil(below / step) + 1 }, (_, index) => 1 + index * step);
}
