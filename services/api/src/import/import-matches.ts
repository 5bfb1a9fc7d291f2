import { type Access, COMMAND_LINE } from '../access/access.js';
import { isAway, unavailability } from '../kit/sql/database-away.js';
import type { Unavailable } from '../kit/unavailable.js';
import type { Accepted, SubmitResult } from '../submission/batch.js';
import { MAX_BATCH, type SubmitMatchesNeeds, submitMatches } from '../submission/submit-matches.js';
import type { HandleBook } from './handle.js';
import type { RefusalLog } from './reading.js';
import { type MatchReading, type Reading, refusedBy } from './reading.js';

/** Results of importing a file; refused matches are in the refusal log. */
export interface ImportCounts {
  accepted: number;
  /** Matches that the league already had, from an earlier import or a bot. */
  replayed: number;
}

export interface ImportOptions {
  /** Matches in a transaction, 1 to MAX_BATCH. */
  readonly batchSize?: number;
  /** Called before each batch to find out on whose behalf it is submitted; the command line's by default. If it throws, the import ends. */
  readonly readAccess?: () => Promise<Access>;
  /** Names of the file and their handles: players whom the import makes are shown by their names, with what the file says of them. */
  readonly names?: Pick<HandleBook, 'writtenOf'>;
  /** Called after each batch with the matches that the league has now, before onProgress. */
  readonly onAccepted?: (accepted: readonly Accepted[]) => Promise<void>;
  /** Called if the league cannot take a batch now, to wait until it is tried again. If it throws, the import ends. Left out: the import ends. */
  readonly onUnavailable?: (reason: Unavailable) => Promise<void>;
  /** Called after each batch with the number of settled readings and the results so far. */
  readonly onProgress?: (settled: number, counts: Readonly<ImportCounts>) => void | Promise<void>;
}

/** Depth of `input.matches.<index>` in the paths of refusals. */
const PATH_TO_MATCH = 3;

/**
 * Submits the readings to a league in batches, as a bot would. It can be stopped at any moment and repeated: matches that the
 * league already has are counted as replayed.
 * @throws Refused if there is no such league
 */
export async function importMatches(
  needs: SubmitMatchesNeeds,
  league: string,
  readings: AsyncIterable<Reading>,
  refusals: RefusalLog,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  const { batchSize = MAX_BATCH, readAccess = async () => COMMAND_LINE } = options;
  const { names, onAccepted, onUnavailable, onProgress } = options;
  const counts: ImportCounts = { accepted: 0, replayed: 0 };
  const writtenAs = names && ((handle: string) => names.writtenOf(handle));
  let settled = 0;
  for await (const { matches, size } of importBatches(readings, batchSize, refusals)) {
    const submissions = matches.map(({ submission }) => submission);
    const submit = async () => submitMatches(needs, await readAccess(), league, submissions, { writtenAs });
    const results = await (onUnavailable ? patiently(submit, onUnavailable) : submit());
    count(results, matches, counts, refusals);
    settled += size;
    await onAccepted?.(results.filter((result) => result.kind === 'accepted'));
    await onProgress?.(settled, counts);
  }
  return counts;
}

/** A database that is away is left to the caller. */
async function patiently<T>(work: () => Promise<T>, wait: (reason: Unavailable) => Promise<void>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = isAway(error) ? null : unavailability(error);
      if (!reason) throw error;
      await wait(reason);
    }
  }
}

function count(
  results: readonly SubmitResult[],
  matches: readonly MatchReading[],
  counts: ImportCounts,
  refusals: RefusalLog,
): void {
  for (const [index, result] of results.entries()) {
    if (result.kind === 'accepted') {
      counts[result.replayed ? 'replayed' : 'accepted']++;
    } else {
      const path = result.refusal.path.slice(PATH_TO_MATCH);
      refusals.add(refusedBy(matches[index]!.line, { ...result.refusal, path }));
    }
  }
}

/** @returns batches of matches, each with the number of its readings, including refused ones */
async function* importBatches(
  readings: AsyncIterable<Reading>,
  batchSize: number,
  refusals: RefusalLog,
): AsyncGenerator<{ matches: readonly MatchReading[]; size: number }> {
  let matches: MatchReading[] = [];
  let size = 0;
  for await (const reading of readings) {
    size++;
    if (reading.kind === 'match') matches.push(reading);
    else refusals.add(reading);
    if (matches.length === batchSize) {
      yield { matches, size };
      matches = [];
      size = 0;
    }
  }
  if (matches.length > 0) yield { matches, size };
}
