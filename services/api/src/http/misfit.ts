import type { NeedsSchema } from '../database/schema-watch.js';
import { Unavailable } from '../kit/unavailable.js';

/** Seconds by which a balancer sends requests to a process that fits. */
const RETRY_AFTER = 5;

/** Why this process writes nothing: it does not fit the database's schema. null: it does. */
export function misfitOf({ schema }: NeedsSchema): Unavailable | null {
  return schema.misfit === null
    ? null
    : new Unavailable(`${schema.misfit} This process only reads.`, { retryAfter: RETRY_AFTER });
}
