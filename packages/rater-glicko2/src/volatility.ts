/** Source: Mark E. Glickman, "Example of the Glicko-2 system", step 5. */

/** epsilon: the convergence tolerance of the source. */
const TOLERANCE = 1e-6;
/** It takes about ten steps. The limit ends it for any input. */
const MAX_STEPS = 1000;

/**
 * The new volatility sigma', by the Illinois algorithm of the source.
 * @param sigma the volatility before
 * @param phi the deviation before, in units of the scale
 * @param v the estimated variance of the rating by the games alone
 * @param delta the estimated improvement by the games
 * @param tau the system constant
 */
export function newVolatility(sigma: number, phi: number, v: number, delta: number, tau: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number) => {
    const power = Math.exp(x);
    const sum = phi * phi + v + power;
    return (power * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (tau * tau);
  };
  let A = a;
  let B: number;
  if (delta * delta > phi * phi + v) {
    B = Math.log(delta * delta - phi * phi - v);
  } else {
    let k = 1;
    while (f(a - k * tau) < 0) k++;
    B = a - k * tau;
  }
  let fA = f(A);
  let fB = f(B);
  for (let step = 0; Math.abs(B - A) > TOLERANCE && step < MAX_STEPS; step++) {
    const C = A + ((A - B) * fA) / (fB - fA);
    const fC = f(C);
    if (fC * fB <= 0) {
      A = B;
      fA = fB;
    } else {
      fA /= 2;
    }
    B = C;
    fB = fC;
  }
  return Math.exp(A / 2);
}
