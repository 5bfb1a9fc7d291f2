import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * Repeats work: at once or after a delay, and then each time the given number of milliseconds after it was done. Missed repetitions are
 * not made up for.
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
      // Created before the work: a call during the work may be about something that it has passed already.
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

/**
 * Events that end as soon as their reader leaves, even while waiting for the next one. The return() of an async generator would wait for
 * it, forever if there is no further event.
 * @param events ends when the signal is aborted
 */
export function closeOnAbort<T>(events: (left: AbortSignal) => AsyncGenerator<T>): AsyncIterableIterator<T> {
  const leaving = new AbortController();
  const source = events(leaving.signal);
  return {
    next: () => source.next(),
    return: () => {
      leaving.abort();
      return source.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Waits for some milliseconds, or until the signal is aborted. */
export async function pause(duration: number, left: AbortSignal): Promise<void> {
  try {
    await setTimeout(duration, undefined, { signal: left });
  } catch (error) {
    if (!left.aborted) throw error;
  }
}

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a round of the event loop that no other caller of this function has. Call it before each piece of work of some milliseconds:
 * however many requests have such work, only one piece is done before everything else gets a turn.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
