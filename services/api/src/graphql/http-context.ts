import type { NeedsSchema } from '../database/schema-watch.js';
import type { ReplayWork } from '../replay/replay-strategy.js';
import type { Context, ResolverNeeds } from './context.js';

/** What requests need: what resolvers need, and whether anything may be written. */
export type RequestNeeds = ResolverNeeds & NeedsSchema;

/** The context of a resolver that is used over HTTP only: of a mutation, or of a query that takes long. */
export interface HttpContext extends Context {
  readonly app: RequestNeeds;
  /** Aborted when the connection closes before the response is sent. */
  readonly left: AbortSignal;
  /** Takes points from the caller for work that only its end can measure. */
  charge(points: number): void;
}

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
