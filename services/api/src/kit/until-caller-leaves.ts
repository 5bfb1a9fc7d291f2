import { setTimeout } from 'node:timers/promises';

/**
 * Events that end as soon as their reader leaves, also while it waits for the next one: the return() of an async
 * generator would wait with it, for ever where nothing happens any more.
 * @param events ends when the signal is aborted
 */
export function untilLeft<T>(events: (left: AbortSignal) => AsyncGenerator<T>): AsyncIterableIterator<T> {
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

/** The same events; calls back once when they end, fail, or are left. */
export function whenOver<T>(events: AsyncIterableIterator<T>, over: () => void): AsyncIterableIterator<T> {
  let isOver = false;
  const end = () => {
    if (!isOver) over();
    isOver = true;
  };
  const results: AsyncIterableIterator<T> = {
    next: async () => {
      try {
        const event = await events.next();
        if (event.done) end();
        return event;
      } catch (error) {
        end();
        throw error;
      }
    },
    return: async () => {
      end();
      await events.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => results,
  };
  return results;
}

/** Waits, in milliseconds, or until the signal is aborted. */
export async function pause(duration: number, left: AbortSignal): Promise<void> {
  try {
    await setTimeout(duration, undefined, { signal: left });
  } catch (error) {
    if (!left.aborted) throw error;
  }
}
