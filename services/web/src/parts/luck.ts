/** Settings of a rating system that attributes a part of each result to luck. */
interface LuckSettings {
  readonly deservedOutcomeProbability?: unknown;
  readonly weighting?: unknown;
}

/** An upset for the example: a win with this chance. */
export const UPSET = 0.1;

/** The share of their points that results move, if a rating system attributes a part of them to luck. */
export interface LuckDiscount {
  /** How often the better performance wins between equals, 0 to 1. */
  readonly deserved: number;
  /** Share of the points that a result between equals moves. */
  readonly even: number;
  /** The same for a win with the chance `UPSET`. */
  readonly upset: number;
}

/** The discount by the settings of a league; null if its rating system attributes nothing to luck. */
export function luckDiscount({ deservedOutcomeProbability: deserved, weighting }: LuckSettings): LuckDiscount | null {
  if (typeof deserved !== 'number' || deserved === 1) return null;
  if (weighting !== 'quadratic' && weighting !== 'linear') return null;
  const share = (surprise: number) =>
    1 - 2 * (1 - deserved) * surprise * (weighting === 'linear' ? 2 : 1 + 2 * surprise);
  return { deserved, even: share(0.5), upset: share(1 - UPSET) };
}
