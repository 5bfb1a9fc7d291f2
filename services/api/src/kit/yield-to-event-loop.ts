import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a round of the event loop that no other caller of this function has. Call it before each piece of work of some milliseconds:
 * however many requests have such work, only one piece is done before everything else has its turn.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
