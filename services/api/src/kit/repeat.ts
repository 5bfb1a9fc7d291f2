import { pause } from './until-caller-leaves.js';

/**
 * Does something again and again: at once, and then each time so many milliseconds after it was done. What takes longer is
 * not made up for.
 * @param work must not fail
 * @returns what ends it; resolves when the work under way is done
 */
export function repeat(interval: number, work: () => Promise<void>): () => Promise<void> {
  const ending = new AbortController();
  const run = async () => {
    while (!ending.signal.aborted) {
      await work();
      await pause(interval, ending.signal);
    }
  };
  const running = run();
  return () => {
    ending.abort();
    return running;
  };
}
