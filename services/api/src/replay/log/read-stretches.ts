import type { EntityManager } from 'typeorm';
import type { LogWait } from '../../match-log/log-wait.js';
import type { LogPosition } from '../../match-log/match.js';
import { copyLog } from './copy-log.repository.js';
import { LogStretch } from './log-stretch.js';

/** Matches to read at once while their size is unknown. */
const FIRST_STRETCH = 10_000;
/** About how many bytes of the log to read at once. */
const STRETCH_BYTES = 2_000_000;

/** A stretch of a log with the expired waits up to its last match. Use it before the next. */
export interface HeardStretch {
  readonly stretch: LogStretch;
  readonly waits: readonly LogWait[];
}

/**
 * Reads a log to its end, and reads ahead one stretch: other statements on the connection wait for it.
 * @param after where to go on; null: the beginning
 * @param readWaits reads the waits up to a place that were not read before
 * @param atOnce matches of a stretch; if omitted: as many as take little memory
 */
export function readStretches(
  tx: EntityManager,
  leagueId: number,
  after: LogPosition | null,
  readWaits: (upTo: LogPosition) => Promise<readonly LogWait[]>,
  atOnce?: number,
): AsyncGenerator<HeardStretch> {
  let [stretch, other] = [new LogStretch(), new LogStretch()];
  let readUpTo = after;
  let limit = atOnce ?? FIRST_STRETCH;
  let isOver = false;
  return ahead(async () => {
    if (isOver) return null;
    [stretch, other] = [other, stretch];
    await stretch.read(copyLog(tx, leagueId, { after: readUpTo, limit }));
    isOver = stretch.matches < limit;
    if (!stretch.last) return null;
    readUpTo = stretch.last;
    limit = atOnce ?? Math.max(1, Math.floor((STRETCH_BYTES * stretch.matches) / stretch.bytes));
    return { stretch, waits: await readWaits(readUpTo) };
  });
}

/**
 * Fetches the next item while the previous one is being used.
 * @param next returns null at the end. Called again as soon as it has returned; a failure is thrown when its item is due
 */
export async function* ahead<T>(next: () => Promise<T | null>): AsyncGenerator<T> {
  let coming = next();
  try {
    for (let item = await coming; item !== null; item = await coming) {
      coming = next();
      coming.catch(() => undefined);
      yield item;
    }
  } finally {
    // Nothing is in progress for a caller that leaves early.
    await coming.catch(() => undefined);
  }
}
