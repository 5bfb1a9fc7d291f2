/** What a replay rated anew. */
export interface ReplayWork {
  readonly lines: number;
  readonly contributions: number;
}

export const NO_WORK: ReplayWork = { lines: 0, contributions: 0 };

/** As many points as the work is worth: a hundred lines, or a thousand contributions, take some milliseconds. */
export function pointsOf({ lines, contributions }: ReplayWork): number {
  return POINTS_PER_LINE * lines + contributions;
}

/** A line is rated, written, and kept once more where it replaces another; a contribution is six numbers of it. */
const POINTS_PER_LINE = 10;
