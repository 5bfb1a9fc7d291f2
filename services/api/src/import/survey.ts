import type { Readable } from 'node:stream';
import { HandleBook, type HandleMode } from './handle.js';
import type { Mapping } from './mapping.js';
import type { RefusedReading } from './reading.js';
import { type ReadOptions, readSubmissions } from './submissions.js';

/** What a file holds, found by reading it once before anything of it is written. */
export interface Survey {
  /** Matches that the file gives. */
  readonly matches: number;
  /** How often each rule of each field was broken, the most frequent first. */
  readonly refusals: readonly RefusalCount[];
  /** Of the matches; null where there is none. */
  readonly firstPlayedAt: Date | null;
  readonly lastPlayedAt: Date | null;
  /** Matches played before the one in front of them in the file: each makes a league replay what it has rated since. */
  readonly outOfOrder: number;
  /** Names changed and names that collide. */
  readonly names: HandleBook;
  /** Matches whose rows do not stand together. */
  readonly scattered: Set<string>;
}

export interface RefusalCount {
  readonly count: number;
  /** The first of them in the file. */
  readonly first: RefusedReading;
}

/**
 * Reads the whole file and counts. Colliding names and scattered matches show only at their second occurrence, when the
 * first may have been submitted already; so survey first, and hand `names` and `scattered` to the reading that counts,
 * which then refuses them from the start.
 * @throws MappingError, FileError as `readSubmissions` does
 */
export async function survey(
  input: Readable,
  mapping: Mapping,
  options: Omit<ReadOptions, 'names' | 'scattered'> & { readonly handles?: HandleMode } = {},
): Promise<Survey> {
  const names = new HandleBook(options.handles);
  const scattered = new Set<string>();
  const refusals = new Map<string, { count: number; readonly first: RefusedReading }>();
  let matches = 0;
  let outOfOrder = 0;
  let previous = Number.NEGATIVE_INFINITY;
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;

  for await (const reading of readSubmissions(input, mapping, { ...options, names, scattered })) {
    if (reading.kind === 'refused') {
      const key = JSON.stringify([reading.field, reading.rule]);
      const known = refusals.get(key);
      if (known) known.count++;
      else refusals.set(key, { count: 1, first: reading });
      continue;
    }
    const playedAt = reading.submission.playedAt!.getTime();
    matches++;
    if (playedAt < previous) outOfOrder++;
    previous = playedAt;
    earliest = Math.min(earliest, playedAt);
    latest = Math.max(latest, playedAt);
  }

  return {
    matches,
    refusals: [...refusals.values()].sort((a, b) => b.count - a.count),
    firstPlayedAt: matches > 0 ? new Date(earliest) : null,
    lastPlayedAt: matches > 0 ? new Date(latest) : null,
    outOfOrder,
    names,
    scattered,
  };
}
