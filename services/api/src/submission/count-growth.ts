import type { NeedsTokenGrowth } from '../league/token-growth.js';
import type { LogAppend } from './log-append.repository.js';
import { bytesOf } from './rated-batch.js';

/** Counts matches that were written in their order to the storage of the tokens that sent them. */
export function countGrowth({ tokenGrowth }: NeedsTokenGrowth, { matches, entries, at }: LogAppend): void {
  for (const [order, { submittedBy }] of matches.entries()) {
    if (submittedBy !== null) tokenGrowth.add(submittedBy, bytesOf(entries[order]!), at);
  }
}
