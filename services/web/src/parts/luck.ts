/** Settings of a rating system that takes a part of each result for luck. */
interface LuckSettings {
  readonly deservedOutcomeProbability?: unknown;
  readonly weighting?: unknown;
}

/** An upset for the example: a win with this chance. */
export const UPSET = 0.1;

/** How much of their points results move, where a rating system takes a part of them for luck. */
export interface LuckDiscount {
  /** How often the better performance wins between equals, 0 to 1. */
  readonly deserved: number;
  /** Share of the points that a result between equals moves. */
  readonly even: number;
  /** The same of a win that had the chance `UPSET`. */
  readonly upset: number;
}

/** The discount by the settings of a league; null where its rating system takes nothing for luck. */
export function luckDiscount({ deservedOutcomeProbability: deserved, weighting }: LuckSettings): LuckDiscount | null {
  if (typeof deserved !== 'number' || deserved === 1) return null;
  if (weighting !== 'quadratic' && weighting !== 'linear') return null;
  const share = (surprise: number) =>
    1 - 2 * (1 - deserved) * surprise * (weighting === 'linear' ? 2 : 1 + 2 * surprise);
  return { deserved, even: share(0.5), upset: share(1 - UPSET) };
}
