import type { ReplayWork } from '../replay/replay-strategy.js';
import type { HttpContext } from './http-context.js';

/** A line is rated, written, and kept once more where it replaces another; a contribution is six numbers of it. */
const POINTS_PER_LINE = 10;
/** A byte of a file is read, given a meaning and checked in the background: a megabyte takes a second. */
const BYTES_PER_POINT = 10;

/** Takes points from the caller for what their request rated again: a hundred lines, or a thousand contributions, take some milliseconds. */
export function chargeReplay({ charge }: HttpContext): (work: ReplayWork) => void {
  return ({ lines, contributions }) => charge(Math.round(POINTS_PER_LINE * lines + contributions));
}

/** Takes points from the caller for a file that they have had checked. Its import takes no more: there is one at most, after a check. */
export function chargeCheck({ charge }: HttpContext, { bytes }: { readonly bytes: number }): void {
  charge(Math.ceil(bytes / BYTES_PER_POINT));
}
