import { pause } from './until-caller-leaves.js';

/**
 * Repeats work: at once or after a delay, and then each time the given number of milliseconds after it was done. Work that takes longer is
 * not caught up with.
 * @param work must not fail
 * @param delay before the first time, in milliseconds
 * @param listen calls back if there may be work before the time is up; returns a function that ends that
 * @returns a function that ends it; resolves when the running work is done
 */
export function repeat(
  interval: number,
  work: () => Promise<void>,
  delay = 0,
  listen?: (wake: () => void) => () => void,
): () => Promise<void> {
  let hasEnded = false;
  let rest = new AbortController();
  const stopListening = listen?.(() => rest.abort());
  const run = async () => {
    if (delay > 0) await pause(delay, rest.signal);
    while (!hasEnded) {
      // Made before the work: a call in the midst of it may be about what it has passed already.
      rest = new AbortController();
      await work();
      if (!hasEnded) await pause(interval, rest.signal);
    }
  };
  const running = run();
  return () => {
    hasEnded = true;
    stopListening?.();
    rest.abort();
    return running;
  };
}
