import { setMaxListeners } from 'node:events';
import type { Log } from '../kit/log.js';
import { isAway, reasonOf } from '../kit/sql/database-away.js';
import { pause, repeat } from '../kit/waiting.js';
import type { NeedsSchema } from './schema-watch.js';

/** How old a check of the schema may be for a look for work, in milliseconds: such looks happen many times a second. */
const FRESH = 250;
/** How often the log repeats that the same work fails because the database is away, in milliseconds. */
const REMINDER = 60_000;

/** Work that a process does in the background. All processes on the database look for it, and share it. */
export interface BackgroundWork {
  /** What could not be done, if it fails: the end of "Could not …". */
  readonly what: string;
  /** How often it is looked for, in milliseconds. */
  readonly every: number;
  /** The pause before the first look, in milliseconds; none if omitted. */
  readonly after?: number;
  /** The pause after a failure, before the next one, in milliseconds; none if omitted. */
  readonly afterFailure?: number;
  /** Calls back when there may be work before the time is up; returns a function that ends that. */
  readonly listen?: (wake: () => void) => () => void;
  /**
   * Looks for work and does it. It may be killed at any moment, and run in several processes at once.
   * @param ending aborted to leave the rest to another process
   * @returns true if there may be more, which then has its turn at once
   */
  work(ending: AbortSignal): Promise<unknown>;
}

/**
 * Does such work from now on, except while this process is incompatible with the database's schema: it checks that before each job, and a
 * running job ends when a check fails.
 * @param stopping ends the running work
 * @returns a function that ends it all; resolves when the running work has ended
 */
export function keepDoing(
  { schema }: NeedsSchema,
  log: Log,
  stopping: AbortSignal,
  { what, every, after, afterFailure = 0, listen, work }: BackgroundWork,
): () => Promise<void> {
  let reminded = Number.NEGATIVE_INFINITY;
  const look = async () => {
    try {
      let mayBeMore = true;
      while (mayBeMore && !stopping.aborted && (await schema.fits(FRESH))) {
        mayBeMore = (await endingWith([stopping, schema.unfit], work)) === true;
      }
      reminded = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (stopping.aborted) return;
      if (!isAway(error)) log.error({ err: error }, `Could not ${what}`);
      else if (performance.now() - reminded >= REMINDER) {
        reminded = performance.now();
        log.warn({ reason: reasonOf(error) }, `Could not ${what}`);
      }
      await pause(afterFailure, stopping);
    }
  };
  return repeat(every, look, after, listen);
}

/** Not by `AbortSignal.any`, which would leave listeners on signals that outlive the work. */
async function endingWith<T>(signals: readonly AbortSignal[], work: (ending: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = ({ target }: Event) => ending.abort((target as AbortSignal).reason);
  // Every kind of work listens to the same signals, and removes its listener afterwards.
  setMaxListeners(0, ...signals);
  for (const signal of signals) {
    signal.addEventListener('abort', end, { once: true });
    // It may have been aborted while the schema was looked at.
    if (signal.aborted) ending.abort(signal.reason);
  }
  try {
    return await work(ending.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', end);
  }
}
