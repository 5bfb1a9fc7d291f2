import { Script } from 'node:vm';

const SLOT = Symbol.for('openladder.within-time');
/** Node stops scripts that run too long, and with them whatever they call; functions by themselves it can't stop. */
const CALL = new Script(`globalThis[Symbol.for('openladder.within-time')]()`);

/**
 * Does some work, which is stopped where it takes too long; that costs a tenth of a millisecond.
 * @param milliseconds the longest that it may take
 * @throws Error with the code ERR_SCRIPT_EXECUTION_TIMEOUT if it is stopped, and whatever it throws itself
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  const slots = globalThis as { [SLOT]?: () => unknown };
  const outer = slots[SLOT];
  slots[SLOT] = work;
  try {
    return CALL.runInThisContext({ timeout: milliseconds }) as T;
  } finally {
    slots[SLOT] = outer;
  }
}

export function isOutOfTime(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
