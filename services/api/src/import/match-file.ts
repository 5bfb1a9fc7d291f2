import { type DateFormat, parseDateFormat } from './date-format.js';
import { Dates } from './dates.js';
import type { FileEncoding } from './encoding.js';
import { HandleBook, type HandleMode } from './handle.js';
import { readJsonLines } from './json-lines.js';
import { longReader } from './long.js';
import { type Mapping, parseMapping } from './mapping.js';
import type { FileHead, ReadingPlan } from './match-import.js';
import type { Reading } from './reading.js';
import { type ReadLimits, type ReadOptions, readSubmissions } from './submissions.js';
import { parseInterval, type Schedule } from './time.js';
import { wideReader } from './wide.js';

/** What a service remembers of an uploaded file at most: some 100 MB. */
const UPLOADED: ReadLimits = { names: 100_000, matches: 500_000 };

/** A file of matches that can be read more than once. */
export interface MatchFile {
  /** The whole file from the beginning, in its order. A later reading refuses collisions that an earlier one found from the start. */
  readings(): AsyncIterable<Reading>;
  /** Names and their handles, in what has been read so far. */
  readonly names: HandleBook;
  /** Matches whose rows do not stand together, in what has been read so far. */
  readonly scattered: ReadonlySet<string>;
  /** Times that could not be read so far. */
  readonly dates: Dates;
  /** The encoding of what has been read so far; null if it is all ASCII. */
  readonly encoding: FileEncoding | null;
}

/** A CSV file; see `readSubmissions`. */
export function csvFile(
  open: () => AsyncIterable<Buffer>,
  mapping: Mapping,
  options: Omit<ReadOptions, 'names' | 'scattered' | 'dates' | 'onEncoding'> & {
    readonly handles?: HandleMode;
    /** How times are written; as the mapping says if omitted. */
    readonly dateFormat?: DateFormat;
    /** Time zone of dates and times without an offset; UTC by default. */
    readonly timeZone?: string;
  } = {},
): MatchFile {
  const dates = new Dates(options.dateFormat ?? mapping.dateFormat, options.timeZone);
  const names = new HandleBook(options.handles);
  const scattered = new Set<string>();
  let encoding: FileEncoding | null = null;
  const onEncoding = (found: FileEncoding) => {
    encoding = found;
  };
  return {
    readings: () => readSubmissions(open(), mapping, { ...options, names, scattered, dates, onEncoding }),
    names,
    scattered,
    dates,
    get encoding() {
      return encoding;
    },
  };
}

/** A file of JSON Lines, which has handles instead of names; see `readJsonLines`. */
export function jsonLinesFile(open: () => AsyncIterable<Buffer>): MatchFile {
  return {
    readings: () => readJsonLines(open()),
    names: new HandleBook('keep'),
    scattered: new Set(),
    dates: new Dates(),
    encoding: null,
  };
}

/**
 * An uploaded file that is read according to a plan.
 * @param open the file from its beginning
 */
export function plannedFile(
  open: () => AsyncIterable<Buffer>,
  { format, delimiter }: FileHead,
  plan: ReadingPlan,
): MatchFile {
  if (format === 'JSON_LINES') return jsonLinesFile(open);
  const mapping = parseMapping(plan.mapping!);
  const dateFormat = plan.dateFormat === null ? undefined : parseDateFormat(plan.dateFormat);
  return csvFile(open, mapping, {
    delimiter: delimiter!,
    ...(dateFormat && 'read' in dateFormat && { dateFormat }),
    ...(plan.timeZone && { timeZone: plan.timeZone }),
    schedule: scheduleOf(plan),
    idPrefix: plan.idPrefix ?? '',
    limits: UPLOADED,
  });
}

/** Checks that a file has the columns of a mapping. @throws MappingError */
export function checkColumns(mapping: Mapping, columns: readonly string[]): void {
  if (mapping.form === 'wide') wideReader(mapping, columns, new HandleBook(), new Dates());
  else longReader(mapping, columns, new HandleBook(), new Dates());
}

function scheduleOf({ startAt, every }: ReadingPlan): Schedule | undefined {
  if (startAt === null) return undefined;
  const interval = every === null ? undefined : parseInterval(every);
  return { start: new Date(startAt), ...(interval !== undefined && { every: interval }) };
}
