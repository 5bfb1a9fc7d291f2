import type { Readable } from 'node:stream';
import { type CsvRow, readRows } from './csv.js';
import { Dates } from './dates.js';
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
  /** Times for a file without dates; needed there, and only there. */
  readonly schedule?: Schedule;
  /** How the file's times are read; as the mapping says, by default. It remembers those that could not be. */
  readonly dates?: Dates;
  /** Put before every external id, so that files whose ids are alike fit into one league. Default empty. */
  readonly idPrefix?: string;
  /** Names and handles; a book from an earlier reading refuses what turned out to collide from its first row on. */
  readonly names?: HandleBook;
  /** Matches whose rows do not stand together; refused from their first row on. The reading adds those it finds. */
  readonly scattered?: Set<string>;
}

/**
 * Reads a CSV file as matches, in the file's order. Every match of the file, refused or not, gives one reading; a row
 * that cannot be read refuses its match and no other, as far as it can be told whose it is.
 *
 * External ids decide what a second import of the file replays. They come from the mapping's `id`; else from the match
 * columns of the long form; else they are `row-<line>`. Lines and not contents: a mended row keeps its id, so that the
 * log refuses it as other content where a new id would count the match twice; and a second file with such ids is
 * refused too, until it gets a prefix. Two equal rows are two matches by their lines or with `#` in the id, and one
 * match (the second a replay) where the id's columns are equal.
 *
 * Memory: one match, the book of names, in the long form the ids of all matches, and with `#` all ids.
 * @throws MappingError before the first reading, if the mapping does not fit the file
 * @throws FileError if the file is empty, or cannot be read from some line on
 */
export async function* readSubmissions(
  input: Readable,
  mapping: Mapping,
  options: ReadOptions = {},
): AsyncGenerator<Reading> {
  const { delimiter, schedule, idPrefix = '', names = new HandleBook(), scattered = new Set<string>() } = options;
  const { dates = new Dates(mapping.dateFormat) } = options;
  const rows = readRows(input, delimiter);
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
    for await (const reading of readings) yield prefixed(reading, idPrefix);
  } finally {
    input.destroy();
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
