import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a round of the event loop that nobody else who waits here has. Call before each piece of work of some milliseconds, so
 * that however many requests are at such work, only one piece is done before everything else has its turn.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
