/** How the merit of a result falls with its surprise. */
export type Weighting = 'quadratic' | 'linear' | 'none';

/**
 * PMERIT: the probability that a result came about on merit and not by luck. It is 1 for a certain result, and P
 * for an even one; an impossible one has 3P - 2 (quadratic), 2P - 1 (linear) or 1 (none). Source: "Timed Glicko Rating",
 * UpdatePlayer, for `quadratic`; the linear form is the one with the same values at 0 and 1/2.
 * @param surprise XD, the distance of the result from what was expected, 0 to 1
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
