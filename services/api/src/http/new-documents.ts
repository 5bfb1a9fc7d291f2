import { Turns } from './costly-request-turns.js';

/** Documents below this many characters never wait: they are checked in a fraction of a millisecond. */
const SHORT = 300;
/** Characters of documents that are checked at the same time: about 10 ms of the service's time at worst. */
const AT_ONCE = 5_000;
/** How many may wait, each for some milliseconds. */
const MAX_WAITING = { account: 256, all: 2_048 };
/** How long one may wait, in milliseconds. */
const PATIENCE = 15_000;

/**
 * The turns of documents that are not known yet, in characters. Parsing and validating one takes milliseconds, whether it is valid or not,
 * and nothing else runs meanwhile.
 */
export function turnsOfNewDocuments(): Turns {
  return new Turns({ freeBelow: SHORT, atOnce: AT_ONCE, maxWaiting: MAX_WAITING, patience: PATIENCE });
}
