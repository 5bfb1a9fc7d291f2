import type { Readable } from 'node:stream';
import type { DateFormat } from './date-format.js';
import { Dates } from './dates.js';
import type { FileEncoding } from './encoding.js';
import { HandleBook, type HandleMode } from './handle.js';
import { readJsonLines } from './json-lines.js';
import type { Mapping } from './mapping.js';
import type { Reading } from './reading.js';
import { type ReadOptions, readSubmissions } from './submissions.js';

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
  open: () => Readable,
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
export function jsonLinesFile(open: () => Readable): MatchFile {
  return {
    readings: () => readJsonLines(open()),
    names: new HandleBook('keep'),
    scattered: new Set(),
    dates: new Dates(),
    encoding: null,
  };
}
