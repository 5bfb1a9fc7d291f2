import { type Access, COMMAND_LINE } from '../access/access.js';
import { isAway, unavailability } from '../kit/sql/database-away.js';
import { ifPlaceForLong } from '../kit/sql/transaction.js';
import type { Unavailable } from '../kit/unavailable.js';
import { ahead } from '../replay/log/read-segments.js';
import { appendInBulk, type BulkOptions, type Pages, type SubmissionPage } from '../submission/append-in-bulk.js';
import type { SubmitResult } from '../submission/batch.js';
import { getSubmittable, MAX_BATCH, type SubmitMatchesNeeds, submitMatches } from '../submission/submit-matches.js';
import type { HandleBook } from './handle.js';
import { type MatchReading, type Reading, type RefusalLog, type RefusedReading, refusedBy } from './reading.js';

/** Results of importing a file; refused matches are in the refusal log. */
export interface ImportCounts {
  accepted: number;
  /** Matches that the league already had, from an earlier import or a bot. */
  replayed: number;
}

/** Sequences of matches. */
export interface AcceptedMatches {
  readonly added: readonly number[];
  /** Those that the league already had. */
  readonly replayed: readonly number[];
}

export interface ImportOptions {
  /** Matches in a transaction, 1 to MAX_BATCH. */
  readonly batchSize?: number;
  /** Called before each batch for the rights of its submitter; those of the command line by default. If it throws, the import ends. */
  readonly readAccess?: () => Promise<Access>;
  /** Names of the file and their handles: players created by the import are shown by their names, with the file's description of them. */
  readonly names?: Pick<HandleBook, 'writtenOf'>;
  /** Called after each batch with the matches that the league has now, before onProgress. */
  readonly onAccepted?: (accepted: AcceptedMatches) => Promise<void>;
  /** Called if the league cannot take a batch now, to wait until it is tried again. If it throws, the import ends. If omitted, the import ends. */
  readonly onUnavailable?: (reason: Unavailable) => Promise<void>;
  /** False if the readings have to be sorted, which takes longer than a league may be locked. */
  readonly isInOrder?: boolean;
  /** Called in long transactions with the number of readings that are written and not stored. If it throws, the import ends when they are stored. */
  readonly onWritten?: (written: number) => Promise<void>;
  /** Called after each batch with the number of settled readings and the results so far. */
  readonly onProgress?: (settled: number, counts: Readonly<ImportCounts>) => void | Promise<void>;
}

/** Depth of `input.matches.<index>` in the paths of refusals. */
const PATH_TO_MATCH = 3;
/** Refused readings of a page. */
const MAX_REFUSED = 1000;

/**
 * Writes the readings to a league: in bulk as far as possible, and otherwise in batches, as a bot would submit them. It can be stopped at
 * any moment and repeated: matches that the league already has are counted as replayed.
 * @param read the readings from the beginning, the same each time
 * @param expected about how many matches they have
 * @throws Refused if there is no such league
 */
export async function importMatches(
  needs: SubmitMatchesNeeds,
  league: string,
  read: () => AsyncIterable<Reading>,
  expected: number,
  refusals: RefusalLog,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  const { batchSize = MAX_BATCH, readAccess = async () => COMMAND_LINE } = options;
  const { isInOrder = true, names, onAccepted, onWritten, onUnavailable, onProgress } = options;
  const counts: ImportCounts = { accepted: 0, replayed: 0 };
  const writtenAs = names && ((handle: string) => names.writtenOf(handle));
  let settled = 0;
  const settle = async ({ size, refused, ...accepted }: Outcome) => {
    for (const refusal of refused) refusals.add(refusal);
    counts.accepted += accepted.added.length;
    counts.replayed += accepted.replayed.length;
    settled += size;
    await onAccepted?.(accepted);
  };

  let pages = new FilePages(read(), 0, batchSize);
  try {
    const leagueId = await getSubmittable(needs, await readAccess(), league);
    for (const looksUp of isInOrder ? [false, true] : []) {
      let written: Outcome[] = [];
      let unsettled = 0;
      const options: BulkOptions<FilePage> = {
        readAccess,
        looksUp,
        ...(writtenAs && { writtenAs }),
        onWritten: async (page, results) => {
          written.push(outcomeOf(page, results));
          unsettled += page.size;
          await onWritten?.(settled + unsettled);
        },
        onStored: async () => {
          const stored = written;
          [written, unsettled] = [[], 0];
          for (const outcome of stored) await settle(outcome);
          if (stored.length > 0) await onProgress?.(settled, counts);
        },
      };
      const append = () => appendInBulk(needs, leagueId, expected, pages, options);
      const isKnownTwice = await ifPlaceForLong(needs.database, append);
      if (pages.taken > settled) {
        await pages.close();
        pages = new FilePages(read(), settled, batchSize);
      }
      if (!isKnownTwice) break;
    }
    for (let page = await pages.next(); page; page = await pages.next()) {
      const { submissions } = page;
      const submit = async () =>
        submissions.length === 0
          ? []
          : submitMatches(needs, await readAccess(), league, submissions, { ...(writtenAs && { writtenAs }) });
      const results = await (onUnavailable ? retryWhileAway(submit, onUnavailable) : submit());
      await settle(outcomeOf(page, results));
      await onProgress?.(settled, counts);
    }
    return counts;
  } finally {
    await pages.close();
  }
}

/** A database that is away is left to the caller. */
async function retryWhileAway<T>(work: () => Promise<T>, wait: (reason: Unavailable) => Promise<void>): Promise<T> {
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

/** The outcome of a page; many are in memory at once. */
interface Outcome extends AcceptedMatches {
  /** How many readings it has, including refused ones. */
  readonly size: number;
  readonly refused: readonly RefusedReading[];
}

function outcomeOf({ size, refused, lines }: FilePage, results: readonly SubmitResult[]): Outcome {
  const [added, replayed]: [number[], number[]] = [[], []];
  const all = [...refused];
  for (const [index, result] of results.entries()) {
    if (result.kind === 'accepted') (result.replayed ? replayed : added).push(result.sequence);
    else all.push(refusedBy(lines[index]!, { ...result.refusal, path: result.refusal.path.slice(PATH_TO_MATCH) }));
  }
  return { size, added, replayed, refused: all };
}

interface FilePage extends SubmissionPage {
  readonly refused: readonly RefusedReading[];
  /** One for each submission. */
  readonly lines: readonly number[];
}

/** The readings of a file in pages; the next page is read while one is written. */
class FilePages implements Pages<FilePage> {
  readonly #source: AsyncGenerator<FilePage>;
  readonly #pages: AsyncGenerator<FilePage>;
  #back: FilePage | null = null;
  /** Readings of the pages that were taken, including skipped ones. */
  taken: number;

  /** @param skipped how many readings to leave out @param length matches of a page */
  constructor(readings: AsyncIterable<Reading>, skipped: number, length: number) {
    this.taken = skipped;
    this.#source = inPages(readings, skipped, length);
    this.#pages = ahead(async () => (await this.#source.next()).value ?? null);
  }

  async next(): Promise<FilePage | null> {
    const page = this.#back ?? (await this.#pages.next()).value ?? null;
    this.#back = null;
    this.taken += page?.size ?? 0;
    return page;
  }

  putBack(page: FilePage): void {
    this.#back = page;
    this.taken -= page.size;
  }

  async close(): Promise<void> {
    await this.#pages.return(undefined);
    await this.#source.return(undefined);
  }
}

async function* inPages(readings: AsyncIterable<Reading>, skipped: number, length: number): AsyncGenerator<FilePage> {
  let matches: MatchReading[] = [];
  let refused: RefusedReading[] = [];
  let left = skipped;
  const page = () => ({
    size: matches.length + refused.length,
    submissions: matches.map(({ submission }) => submission),
    lines: matches.map(({ line }) => line),
    refused,
  });
  for await (const reading of readings) {
    if (left-- > 0) continue;
    if (reading.kind === 'match') matches.push(reading);
    else refused.push(reading);
    if (matches.length < length && refused.length < MAX_REFUSED) continue;
    yield page();
    [matches, refused] = [[], []];
  }
  if (matches.length + refused.length > 0) yield page();
}
