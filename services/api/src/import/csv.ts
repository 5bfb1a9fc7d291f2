import type { Writable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { type FileEncoding, inUtf8 } from './encoding.js';
import { FileError } from './problems.js';

/** One record of a CSV file. */
export interface CsvRow {
  /** The line of the file on which the record begins, as an editor numbers it: 1-based, quoted line breaks counted. */
  readonly line: number;
  /** Without blanks around them, in Unicode's composed form (NFC). */
  readonly cells: readonly string[];
}

/**
 * The longest record, in bytes. `max_record_size` of csv-parse counts no separators and no empty cells, so that a record of them alone
 * would fill the memory.
 */
const LONGEST_RECORD = 100_000;

const LINE_BREAK = /\r\n|\n|\r/g;

/**
 * The records of a CSV file (RFC 4180), the header among them, blank ones left out. Reads UTF-8, Windows-1252, or UTF-16 with a byte
 * order mark; any line breaks, also mixed; a quote inside of an unquoted cell stands for itself. Keeps the records of one piece of the
 * file in memory. Lines without a character cost next to nothing, because spreadsheets end in many.
 * @param delimiter what separates cells, `,` by default
 * @param onEncoding see `inUtf8`
 * @throws FileError if a quote is never closed, everything behind it being one cell, or a record is too long. Those before come first
 */
export async function* readRows(
  input: AsyncIterable<Buffer | string>,
  delimiter = ',',
  onEncoding?: (encoding: FileEncoding) => void,
): AsyncGenerator<CsvRow> {
  let line = 1;
  let parsed: CsvRow[] = [];
  /** Bytes since the newest record or empty line ended, rounded up to whole pieces. */
  let open = 0;
  let skipped = 0;
  const take = (record: readonly string[]): null => {
    line += parser.info.empty_lines - skipped;
    skipped = parser.info.empty_lines;
    const cells = record.map((cell) => cell.trim().normalize());
    if (cells.some((cell) => cell !== '')) parsed.push({ line, cells });
    line += 1 + lineBreaksIn(record);
    return null;
  };
  const options: Options<null, readonly string[]> = {
    bom: true,
    delimiter,
    ltrim: true,
    // Records are taken here, because the stream would discard those that it still has at an error.
    on_record: take,
    // Named, because csv-parse would expect the first line's break after every line.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  };
  // The declarations of csv-parse let on_record change the type of records with named columns only.
  const parser = parse(options as unknown as Options);
  // Writers are given errors; without a listener they would end the process.
  parser.on('error', () => {}).resume();
  const settle = function* (error: unknown): Generator<CsvRow> {
    const rows = parsed;
    parsed = [];
    yield* rows;
    if (error instanceof CsvError) {
      line += parser.info.empty_lines - skipped;
      throw new FileError(line, 'must close every quotation mark', `an unclosed cell (${error.code})`);
    }
    if (error) throw error;
  };
  let ends = 0;
  for await (const bytes of inUtf8(input, onEncoding)) {
    yield* settle(await written(parser, bytes));
    const { records, empty_lines } = parser.info;
    open = records + empty_lines === ends ? open + bytes.length : 0;
    ends = records + empty_lines;
    if (open <= LONGEST_RECORD) continue;
    const rule = `must have at most ${LONGEST_RECORD / 1_000} kB in a row`;
    throw new FileError(line + empty_lines - skipped, rule, 'more; a quotation mark may not be closed');
  }
  yield* settle(await ended(parser));
}

/** @returns the error, if there is one */
function written(stream: Writable, bytes: Buffer): Promise<unknown> {
  return new Promise((resolve) => void stream.write(bytes, resolve));
}

/** @returns as `written` */
function ended(stream: Writable): Promise<unknown> {
  return new Promise((resolve) => void stream.end(resolve));
}

function lineBreaksIn(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) breaks += cell.match(LINE_BREAK)!.length;
  }
  return breaks;
}
