import type { ReplayWork } from '../replay/replay-strategy.js';
import type { HttpContext } from './http-context.js';

/** A line is rated, written, and kept once more where it replaces another; a contribution is six numbers of it. */
const POINTS_PER_LINE = 10;

/** Takes points from the caller for what their request rated again: a hundred lines, or a thousand contributions, take some milliseconds. */
export function chargeReplay({ charge }: HttpContext): (work: ReplayWork) => void {
  return ({ lines, contributions }) => charge(Math.round(POINTS_PER_LINE * lines + contributions));
}
