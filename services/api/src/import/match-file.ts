import type { Readable } from 'node:stream';
import type { DateFormat } from './date-format.js';
import { Dates } from './dates.js';
import { HandleBook, type HandleMode } from './handle.js';
import { readJsonLines } from './json-lines.js';
import type { Mapping } from './mapping.js';
import type { Reading } from './reading.js';
import { type ReadOptions, readSubmissions } from './submissions.js';

/** A file of matches that can be read more than once. */
export interface MatchFile {
  /** All of it from the beginning, in its order. A later reading refuses from the start what an earlier one found to collide. */
  readings(): AsyncIterable<Reading>;
  /** Names and their handles, as far as the file was read. */
  readonly names: HandleBook;
  /** Matches whose rows do not stand together, as far as the file was read. */
  readonly scattered: ReadonlySet<string>;
  /** Times that could not be read, as far as the file was read. */
  readonly dates: Dates;
}

/** A CSV file; see `readSubmissions`. */
export function csvFile(
  open: () => Readable,
  mapping: Mapping,
  options: Omit<ReadOptions, 'names' | 'scattered' | 'dates'> & {
    readonly handles?: HandleMode;
    /** How times are written; as the mapping says where left out. */
    readonly dateFormat?: DateFormat;
  } = {},
): MatchFile {
  const dates = new Dates(options.dateFormat ?? mapping.dateFormat);
  const names = new HandleBook(options.handles);
  const scattered = new Set<string>();
  return {
    readings: () => readSubmissions(open(), mapping, { ...options, names, scattered, dates }),
    names,
    scattered,
    dates,
  };
}

/** A file of JSON Lines, which has handles instead of names; see `readJsonLines`. */
export function jsonLinesFile(open: () => Readable): MatchFile {
  return {
    readings: () => readJsonLines(open()),
    names: new HandleBook('keep'),
    scattered: new Set(),
    dates: new Dates(),
  };
}
