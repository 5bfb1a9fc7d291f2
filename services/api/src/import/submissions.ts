import { type CsvRow, readRows } from './csv.js';
import { Dates } from './dates.js';
import type { FileEncoding } from './encoding.js';
import { readGroups } from './grouping.js';
import { HandleBook } from './handle.js';
import { longReader } from './long.js';
import type { Mapping } from './mapping.js';
import { FileError, MappingError } from './problems.js';
import { checkedWidth, type Reading, readingOf, type TimeAt } from './reading.js';
import { type Schedule, scheduledTime } from './time.js';
import { type WideReader, wideReader } from './wide.js';

export interface ReadOptions {
  /** Separator of cells, `,` by default. */
  readonly delimiter?: string;
  /** Times for a file without dates; required for such a file, and only for it. */
  readonly schedule?: Schedule;
  /** Reads the file's times; as the mapping says by default. It remembers those that it could not read. */
  readonly dates?: Dates;
  /** Put before every external id, so that files with the same ids fit into one league. Empty by default. */
  readonly idPrefix?: string;
  /** Names and handles; a book from an earlier reading refuses its collisions from the first row on. */
  readonly names?: HandleBook;
  /** Matches whose rows do not stand together; refused from their first row on. The reading adds those it finds. */
  readonly scattered?: Set<string>;
  /** Called with the encoding of the file as soon as it is known. */
  readonly onEncoding?: (encoding: FileEncoding) => void;
  /** What is remembered of a file at most; anything if omitted. */
  readonly limits?: ReadLimits;
}

/** Bounds of what a reading keeps in memory until its end. */
export interface ReadLimits {
  /** Different names. */
  readonly names: number;
  /** Matches of a file whose external ids must be remembered. */
  readonly matches: number;
}

/**
 * Reads a CSV file as matches, in the file's order. Every match of the file, refused or not, gives one reading. A row
 * that cannot be read refuses only its own match, if it can be told which match that is.
 *
 * External ids decide what a second import of the file replays. They come from the mapping's `id`, or else from the match
 * columns of the long form, or else they are `row-<line>`. Lines instead of contents: a corrected row keeps its id, so the
 * log refuses its new content, whereas a new id would count the match twice. A second file with such ids is also
 * refused, until it gets a prefix. Two equal rows are two matches by their lines or with `#` in the id, and one
 * match (the second a replay) where the id's columns are equal.
 *
 * Memory: one match, the book of names, in the long form the ids of all matches, and with `#` all ids.
 * @throws MappingError before the first reading, if the mapping does not fit the file
 * @throws FileError if the file is empty, cannot be read from some line on, or exceeds the limits
 */
export async function* readSubmissions(
  input: AsyncIterable<Buffer>,
  mapping: Mapping,
  options: ReadOptions = {},
): AsyncGenerator<Reading> {
  const { delimiter, schedule, idPrefix = '', names = new HandleBook(), scattered = new Set<string>() } = options;
  const { dates = new Dates(mapping.dateFormat), onEncoding, limits } = options;
  const rows = readRows(input, delimiter, onEncoding);
  try {
    checkTimes(mapping, schedule);
    const first = await rows.next();
    if (first.done) throw new FileError(1, 'must begin with a header line', 'nothing');
    const header = first.value.cells;
    const timeAt: TimeAt = (index) => schedule && scheduledTime(schedule, index);
    const readings =
      mapping.form === 'wide'
        ? readEach(rows, header, wideReader(mapping, header, names, dates), timeAt)
        : readGroups(rows, header, longReader(mapping, header, names, dates), timeAt, scattered);
    const remembersIds = mapping.form === 'long' || mapping.id?.isNumbered === true;
    let matches = 0;
    for await (const reading of readings) {
      yield prefixed(reading, idPrefix);
      if (remembersIds) matches++;
      if (limits) checkLimits(limits, reading.line, names.size, matches);
    }
  } finally {
    await rows.return(undefined);
  }
}

async function* readEach(
  rows: AsyncIterable<CsvRow>,
  header: readonly string[],
  submissionOf: WideReader,
  timeAt: TimeAt,
): AsyncGenerator<Reading> {
  let index = 0;
  for await (const row of rows) {
    const playedAt = timeAt(index++);
    yield readingOf(row.line, () => ({ submission: submissionOf(checkedWidth(row, header), playedAt) }));
  }
}

function checkLimits(limits: ReadLimits, line: number, names: number, matches: number): void {
  if (names > limits.names) throw new FileError(line, `must have at most ${limits.names} different names`, 'more');
  if (matches > limits.matches) throw new FileError(line, `must have at most ${limits.matches} matches`, 'more');
}

function checkTimes(mapping: Mapping, schedule: Schedule | undefined): void {
  if (mapping.date && schedule) {
    throw new MappingError('date', 'must be omitted if a start time is given', `date=${mapping.date.join('+')}`);
  }
  if (!mapping.date && !schedule) {
    throw new MappingError('date', 'must name the column of the time, unless a start time is given', 'neither');
  }
}

function prefixed(reading: Reading, prefix: string): Reading {
  if (prefix === '' || reading.kind === 'refused') return reading;
  const { submission } = reading;
  return { ...reading, submission: { ...submission, externalId: prefix + submission.externalId } };
}
