import { COMMAND_LINE } from '../access/access.js';
import { refuse } from '../kit/refusal.js';
import { MAX_BATCH, type SubmitMatchesNeeds, submitMatches } from '../submission/submit-matches.js';
import { type MatchReading, type Reading, refusedBy } from './reading.js';
import type { RefusalLog } from './refusal-log.js';

/** Results of importing a file; refused matches are in the refusal log. */
export interface ImportCounts {
  accepted: number;
  /** In the league already, from an earlier import or a bot. */
  replayed: number;
}

export interface ImportOptions {
  /** Matches a transaction, 1 to MAX_BATCH. */
  readonly batchSize?: number;
  /** Told after each batch how many readings are settled. */
  readonly onProgress?: (settled: number) => void;
}

/** Depth of `input.matches.<index>` in the paths of refusals. */
const PATH_TO_MATCH = 3;

/**
 * Submits what was read to a league, batch by batch, as a bot would. Stopped at any moment it can be repeated: what is in
 * the league already is counted as replayed.
 * @throws Refused if there is no such league
 */
export async function importMatches(
  needs: SubmitMatchesNeeds,
  league: string,
  readings: AsyncIterable<Reading>,
  refusals: RefusalLog,
  { batchSize = MAX_BATCH, onProgress }: ImportOptions = {},
): Promise<ImportCounts> {
  const counts: ImportCounts = { accepted: 0, replayed: 0 };
  let settled = 0;
  for await (const { matches, size } of batchesOf(readings, batchSize, refusals)) {
    await submitBatch(needs, league, matches, counts, refusals);
    settled += size;
    onProgress?.(settled);
  }
  return counts;
}

async function submitBatch(
  needs: SubmitMatchesNeeds,
  league: string,
  matches: readonly MatchReading[],
  counts: ImportCounts,
  refusals: RefusalLog,
): Promise<void> {
  const submissions = matches.map(({ submission }) => submission);
  const results = await submitMatches(needs, COMMAND_LINE, league, submissions);
  for (const [index, result] of results.entries()) {
    if (result.kind === 'accepted') {
      counts[result.replayed ? 'replayed' : 'accepted']++;
    } else {
      const { code, path, message } = result.refusal;
      refusals.add(refusedBy(matches[index]!.line, refuse(code, path.slice(PATH_TO_MATCH), message)));
    }
  }
}

/** @returns batches of matches, each with the number of readings behind it, refused ones among them */
async function* batchesOf(
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
