/** The work of a replay. */
export interface ReplayWork {
  readonly lines: number;
  readonly contributions: number;
}

export const NO_WORK: ReplayWork = { lines: 0, contributions: 0 };

/** The cost of the work in points: a hundred lines, or a thousand contributions, take some milliseconds. */
export function pointsOf({ lines, contributions }: ReplayWork): number {
  return POINTS_PER_LINE * lines + contributions;
}

/** A line is rated, written, and kept once more where it replaces another; a contribution is six numbers of it. */
const POINTS_PER_LINE = 10;
