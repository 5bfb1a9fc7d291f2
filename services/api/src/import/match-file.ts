import { refuse, shown } from '../kit/refusal.js';
import type { FileEncoding } from './bytes.js';
import { type CsvRow, ownText, readRows } from './csv.js';
import { type DateFormat, Dates, parseDateFormat, parseInterval, type Schedule, scheduledTime } from './dates.js';
import { HandleBook, type HandleMode } from './handle.js';
import { readJsonLines } from './json-lines.js';
import { type Mapping, parseMapping, type WideMapping } from './mapping.js';
import type { FileHead, ReadingPlan } from './match-import.js';
import { type LongReader, type MatchRowReader, matchRowReader, participantRowReader, skippedBy } from './matches.js';
import { FileError, MappingError, RowRefused } from './problems.js';
import {
  attempt,
  checkedWidth,
  type OnRows,
  type Reading,
  type RowReader,
  readingOf,
  refusedReading,
  type TimeAt,
} from './reading.js';

/** The most that a service stores of an uploaded file: some 100 MB. */
const UPLOADED: ReadLimits = { names: 100_000, matches: 500_000 };

/** A file of matches that can be read more than once. */
export interface MatchFile {
  /** The whole file from the beginning, in its order. A later reading refuses collisions that an earlier one found from the start. */
  readings(): AsyncIterable<Reading>;
  /** Names and their handles, in what has been read so far. */
  readonly names: HandleBook;
  /** Matches whose rows are not adjacent, in what has been read so far. */
  readonly scattered: ReadonlySet<string>;
  /** Times that could not be read so far. */
  readonly dates: Dates;
  /** The encoding of what has been read so far; null if it is all ASCII. */
  readonly encoding: FileEncoding | null;
  /** The column of placements, which may contain words; null: there is none. */
  readonly placements: string | null;
  /** How many rows of what has been read so far are skipped because the mapping says so, by what they have. */
  readonly skipped: ReadonlyMap<string, number>;
}

export interface CsvOptions {
  /** Separator of cells, `,` by default. */
  readonly delimiter?: string;
  /** Times for a file without dates; required for such a file, and only for it. */
  readonly schedule?: Schedule;
  /** How times are written; as the mapping says if omitted. */
  readonly dateFormat?: DateFormat;
  /** Time zone of dates and times without an offset; UTC by default. */
  readonly timeZone?: string;
  readonly handles?: HandleMode;
  /** Put before every external id, so that files with the same ids can be imported into one league. Empty by default. */
  readonly idPrefix?: string;
  /** The most that is stored of a file; no limit if omitted. */
  readonly limits?: ReadLimits;
  readonly onRows?: OnRows;
}

/** Bounds of what a reading keeps in memory until its end. */
export interface ReadLimits {
  /** Different names. */
  readonly names: number;
  /** Matches of a file whose external ids must be remembered. */
  readonly matches: number;
}

/**
 * A CSV file, whose readings are its matches. Every match of the file, refused or not, gives one reading. A row that cannot be read refuses
 * only its own match, if that can be identified.
 *
 * External ids decide which matches a second import of the file replays. They come from the mapping's `id`, or else from the match columns
 * of the long form, or else they are `row-<line>`. Lines instead of contents: a corrected row keeps its id, so the log refuses its new
 * content, whereas a new id would count the match twice. A second file with such ids is also refused, until it gets a prefix. Two equal
 * rows are two matches by their lines or with `#` in the id, and one match (the second a replay) if the id's columns are equal.
 *
 * Memory: one match, the book of names, in the long form the ids of all matches, and with `#` all ids.
 *
 * A reading throws a MappingError before the first match if the mapping does not fit the file, and a FileError if the file is empty, cannot
 * be read from some line on, or exceeds the limits.
 */
export function csvFile(open: () => AsyncIterable<Buffer>, mapping: Mapping, options: CsvOptions = {}): MatchFile {
  const { delimiter, schedule, idPrefix = '', limits, onRows } = options;
  const dates = new Dates(options.dateFormat ?? mapping.dateFormat, options.timeZone);
  const names = new HandleBook(options.handles, mapping.areHandlesShared);
  const scattered = new Set<string>();
  const skipped = new Map<string, number>();
  let encoding: FileEncoding | null = null;
  const timeAt: TimeAt = (index) => schedule && scheduledTime(schedule, index);
  const readerFor = (header: readonly string[]): RowReader =>
    mapping.form === 'wide'
      ? eachRow(mapping, header, matchRowReader(mapping, header, names, dates, delimiter))
      : groupsOfRows(header, participantRowReader(mapping, header, names, dates, delimiter), timeAt, scattered, onRows);
  const eachRow = (wide: WideMapping, header: readonly string[], submissionOf: MatchRowReader): RowReader => {
    const skippedWord = skippedBy(wide, header);
    let index = 0;
    return {
      take: (row) => {
        const playedAt = timeAt(index++);
        const word = row.cells.length === header.length ? skippedWord(row) : undefined;
        if (word !== undefined) {
          skipped.set(ownText(word), (skipped.get(word) ?? 0) + 1);
          return [];
        }
        onRows?.([row]);
        return [readingOf(row.line, () => ({ submission: submissionOf(checkedWidth(row, header), playedAt) }))];
      },
      end: () => [],
    };
  };
  const remembersIds = mapping.form === 'long' || mapping.id?.isNumbered === true;

  async function* readings(): AsyncGenerator<Reading> {
    const rows = readRows(open(), delimiter, (found) => {
      encoding = found;
    });
    let matches = 0;
    skipped.clear();
    function* bounded(readings: Iterable<Reading>): Generator<Reading> {
      for (const reading of readings) {
        yield prefixed(reading, idPrefix);
        if (remembersIds) matches++;
        if (limits) checkLimits(limits, reading.line, names.size, matches);
      }
    }
    try {
      checkTimes(mapping, schedule);
      let reader: RowReader | undefined;
      for await (const piece of rows) {
        for (const row of piece) {
          if (reader) yield* bounded(reader.take(row));
          else reader = readerFor(row.cells);
        }
      }
      if (!reader) throw new FileError(1, 'must begin with a header line', 'nothing');
      yield* bounded(reader.end());
    } finally {
      await rows.return(undefined);
    }
  }

  return {
    readings,
    names,
    scattered,
    dates,
    get encoding() {
      return encoding;
    },
    placements: (mapping.form === 'long' && mapping.placement?.column) || null,
    skipped,
  };
}

/** A file of JSON Lines, which has handles instead of names; see `readJsonLines`. */
export function jsonLinesFile(open: () => AsyncIterable<Buffer>, onRows?: OnRows): MatchFile {
  return {
    readings: () => readJsonLines(open(), onRows),
    names: new HandleBook('keep'),
    scattered: new Set(),
    dates: new Dates(),
    encoding: null,
    placements: null,
    skipped: new Map(),
  };
}

/**
 * An uploaded file that is read according to a plan.
 * @param onRows as of `CsvOptions`; a line of JSON Lines is a row of one cell
 */
export function plannedFile(
  open: () => AsyncIterable<Buffer>,
  { format, delimiter }: FileHead,
  plan: ReadingPlan,
  onRows?: OnRows,
): MatchFile {
  if (format === 'JSON_LINES') return jsonLinesFile(open, onRows);
  const mapping = parseMapping(plan.mapping!);
  const dateFormat = plan.dateFormat === null ? undefined : parseDateFormat(plan.dateFormat);
  return csvFile(open, mapping, {
    delimiter: delimiter!,
    ...(dateFormat && 'read' in dateFormat && { dateFormat }),
    ...(plan.timeZone && { timeZone: plan.timeZone }),
    schedule: scheduleOf(plan),
    idPrefix: plan.idPrefix ?? '',
    limits: UPLOADED,
    ...(onRows && { onRows }),
  });
}

/** Checks that a file has the columns of a mapping. @throws MappingError */
export function checkColumns(mapping: Mapping, columns: readonly string[]): void {
  if (mapping.form === 'wide') {
    matchRowReader(mapping, columns, new HandleBook(), new Dates());
    skippedBy(mapping, columns);
  } else participantRowReader(mapping, columns, new HandleBook(), new Dates());
}

function scheduleOf({ startAt, every }: ReadingPlan): Schedule | undefined {
  if (startAt === null) return undefined;
  const interval = every === null ? undefined : parseInterval(every);
  return { start: new Date(startAt), ...(interval !== undefined && { every: interval }) };
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

/** Rows of a match: four times as many as it can have participants, because some take no part. */
const MAX_ROWS = 1_000;

/** Rows of one match that follow one another. */
interface Group {
  readonly match: string;
  readonly rows: CsvRow[];
  /** Why the match is refused, whatever its rows contain. */
  refused?: RowRefused;
}

/**
 * Reads the matches of a file with one row per participant. The rows of a match must be adjacent: later rows are
 * refused, and the match is added to `scattered`. A match that is in `scattered` already is refused from its first row
 * on. A row with a wrong number of cells refuses the matches on both sides of it, since it may belong to either.
 */
function groupsOfRows(
  header: readonly string[],
  reader: LongReader,
  timeAt: TimeAt,
  scattered: Set<string>,
  onRows?: OnRows,
): RowReader {
  const firstLines = new Map<string, number>();
  let index = 0;
  let open: Group | undefined;
  let torn: RowRefused | undefined;

  const begin = (match: string, row: CsvRow): Group => {
    const firstLine = firstLines.get(match);
    if (firstLine === undefined) firstLines.set(ownText(match), row.line);
    else scattered.add(match);
    if (scattered.has(match)) return { match, rows: [row], refused: apart(row, match, firstLine ?? row.line) };
    return { match, rows: [row], refused: torn && besideTorn(row, torn) };
  };
  const close = ({ match, rows, refused }: Group): Reading => {
    const playedAt = timeAt(index++);
    onRows?.(rows);
    return refused ? refusedReading(refused) : readingOf(rows[0]!.line, () => reader.matchIn(match, rows, playedAt));
  };

  /** Adds a row to a refused match. When it has as many rows as may be kept, they are passed on first. */
  function* withMore({ rows, refused }: Group, row: CsvRow): Generator<Reading> {
    if (rows.length >= MAX_ROWS) {
      onRows!(rows.splice(0));
      yield refusedReading(refused!);
    }
    rows.push(row);
  }

  return {
    *take(row) {
      const match = attempt(() => reader.matchOf(checkedWidth(row, header)));
      if (match instanceof RowRefused) {
        torn = match;
        if (open) {
          open.refused ??= match;
          if (onRows) yield* withMore(open, row);
        } else {
          onRows?.([row]);
          yield refusedReading(match);
        }
        return;
      }
      if (open?.match === match) {
        if (open.rows.length < MAX_ROWS) open.rows.push(row);
        else {
          open.refused ??= tooManyRows(row, match);
          if (onRows) yield* withMore(open, row);
        }
      } else {
        if (open) yield close(open);
        open = begin(match, row);
      }
      torn = undefined;
    },
    *end() {
      if (open) yield close(open);
    },
  };
}

function tooManyRows(row: CsvRow, match: string): RowRefused {
  return new RowRefused(row.line, refuse('MAX_ROWS', ['row'], { match: shown(match), max: MAX_ROWS }), match);
}

function besideTorn(row: CsvRow, { line }: RowRefused): RowRefused {
  return new RowRefused(row.line, refuse('AFTER_UNREADABLE_ROW', ['row'], { line }), `line ${line}`);
}

function apart(row: CsvRow, match: string, firstLine: number): RowRefused {
  return new RowRefused(row.line, refuse('ROWS_APART', ['row'], { match: shown(match), line: firstLine }), match);
}
