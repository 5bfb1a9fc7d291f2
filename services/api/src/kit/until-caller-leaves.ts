import { setTimeout } from 'node:timers/promises';

/**
 * Events that end as soon as their reader leaves, even while waiting for the next one. The return() of an async generator would wait with
 * it, forever if nothing happens any more.
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
