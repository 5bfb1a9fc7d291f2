/**
 * The truncated normal distribution, for Thurstone-Mosteller. Source: Weng and Lin, 2011, equations 64 to 69. Where the package
 * openskill gives up, or subtracts large numbers with a small difference, the tails are computed by continued fraction.
 */
import erf from '@stdlib/math-base-special-erf';

const ROOT_OF_TAU = Math.sqrt(2 * Math.PI);
/** Below this, 1 + erf loses its digits. */
const TAIL = -4;
/** Terms of the fraction, for the last digit at TAIL. */
const TERMS = 60;
/** A draw with a smaller chance than this counts as one without a margin. */
const LEAST_DRAW = 1e-5;

/** The normal density. */
const density = (x: number) => Math.exp((x * x) / -2) / ROOT_OF_TAU;

/** The chance that a normal number is less than x. */
export function normalChance(x: number): number {
  return x < TAIL ? density(x) / ofTail(x) : 0.5 * (1 + erf(x / Math.SQRT2));
}

/** Density by chance of a tail. Source: Laplace's continued fraction of Mills' ratio. */
function ofTail(x: number): number {
  let fraction = -x;
  for (let term = TERMS; term > 0; term--) fraction = -x + term / fraction;
  return fraction;
}

/** V and W: how far a win moves the mean of a lead x, and by what share it reduces its variance; t is the margin of a draw. */
export function ofWin(x: number, t: number): readonly [v: number, w: number] {
  const margin = x - t;
  const v = margin < TAIL ? ofTail(margin) : density(margin) / normalChance(margin);
  return [v, share(v * (v + margin))];
}

/** The same for a draw. */
export function ofDraw(x: number, t: number): readonly [v: number, w: number] {
  const lead = Math.abs(x);
  const [above, below] = [t - lead, -t - lead];
  const chance = normalChance(above) - normalChance(below);
  const towards = chance < LEAST_DRAW ? lead - t : (density(above) - density(below)) / chance;
  const w = (above * density(above) - below * density(below)) / chance + towards * towards;
  return [x < 0 ? towards : -towards, chance < Number.EPSILON ? 1 : share(w)];
}

/** Rounding must not turn a share into a gain. */
function share(w: number): number {
  return Math.min(1, Math.max(0, w));
}
