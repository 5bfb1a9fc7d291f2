import { Script } from 'node:vm';

const SLOT = Symbol.for('openladder.within-time');
/** Node can stop a script that runs too long, with everything that it calls, but not a mere function. */
const CALL = new Script(`globalThis[Symbol.for('openladder.within-time')]()`);

/**
 * Does some work, and stops it if it takes too long. This costs a tenth of a millisecond.
 * @param milliseconds the longest that it may take
 * @throws Error with the code ERR_SCRIPT_EXECUTION_TIMEOUT if it is stopped; otherwise, any error of the work
 */
export function withTimeout<T>(milliseconds: number, work: () => T): T {
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
