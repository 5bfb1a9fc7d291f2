/** Steps of a point in which parts are shown. */
const STEPS = 10;
/** Products of decimals are not exact. */
const EXACTNESS = 1e-9;

/** A number of points as it is shown by itself. */
export function inTenths(points: number): number {
  return (Math.sign(points) * Math.round(Math.abs(points) * STEPS)) / STEPS;
}

/**
 * Rounds the parts of a change to the tenths in which they are shown, so that those shown add up to the total shown: each up or down, up
 * where the largest remainders are. Parts that do not add up to the total in the first place are rounded one by one.
 */
export function addingUp(parts: readonly number[], total: number): number[] {
  const steps = parts.map((part) => part * STEPS);
  const lower = steps.map((step) => Math.floor(step + EXACTNESS));
  const remainder = (index: number) => steps[index]! - lower[index]!;
  const between = parts.map((_, index) => index).filter((index) => remainder(index) > EXACTNESS);
  const missing = Math.round(inTenths(total) * STEPS) - lower.reduce((sum, step) => sum + step, 0);
  if (missing < 0 || missing > between.length) return parts.map(inTenths);
  const raised = new Set(between.toSorted((one, other) => remainder(other) - remainder(one)).slice(0, missing));
  return lower.map((step, index) => (raised.has(index) ? step + 1 : step) / STEPS);
}
