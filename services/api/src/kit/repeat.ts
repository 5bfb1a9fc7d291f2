import { pause } from './until-caller-leaves.js';

/**
 * Does something again and again: at once or after a delay, and then each time so many milliseconds after it was done. What takes longer is
 * not made up for.
 * @param work must not fail
 * @param delay how long to wait before the first time, in milliseconds
 * @returns what ends it; resolves when the work under way is done
 */
export function repeat(interval: number, work: () => Promise<void>, delay = 0): () => Promise<void> {
  const ending = new AbortController();
  const run = async () => {
    if (delay > 0) await pause(delay, ending.signal);
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
