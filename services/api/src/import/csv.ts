import { pipeline, type Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { FileError } from './problems.js';

/** One record of a CSV file. */
export interface CsvRow {
  /** The line of the file on which the record begins, as an editor numbers it: 1-based, quoted line breaks counted. */
  readonly line: number;
  /** Without blanks around them, in Unicode's composed form (NFC). */
  readonly cells: readonly string[];
}

/** A longer record is taken for a quote that was never closed. In characters. */
const LONGEST_RECORD = 1 << 20;

const LINE_BREAK = /\r\n|\n|\r/g;

/**
 * The records of a CSV file (RFC 4180), the header among them, blank ones left out. Reads UTF-8, or UTF-16 with a byte
 * order mark; any line breaks, also mixed; a quote inside of an unquoted cell stands for itself. Keeps one record at a
 * time in memory.
 * @param delimiter what separates cells, `,` by default
 * @throws FileError if a quote is never closed: everything behind it would be one cell
 */
export async function* readRows(input: Readable, delimiter = ','): AsyncGenerator<CsvRow> {
  let line = 1;
  const rowOf = (record: readonly string[]): CsvRow | null => {
    const cells = record.map((cell) => cell.trim().normalize());
    const row = { line, cells };
    line += 1 + lineBreaksIn(record);
    return cells.some((cell) => cell !== '') ? row : null;
  };
  const options: Options<CsvRow, readonly string[]> = {
    bom: true,
    delimiter,
    ltrim: true,
    max_record_size: LONGEST_RECORD,
    // While parsing: an error discards the records that were parsed and not yet read, and with them their lines.
    on_record: rowOf,
    // Named, since discovery would take the first line's break for every line's.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  };
  // The declarations of csv-parse let on_record change the type of records with named columns only.
  const parser = parse(options as unknown as Options);
  // The callback is for errors; those reach the loop below through the parser.
  pipeline(input, parser, () => {});
  try {
    for await (const row of parser as AsyncIterable<CsvRow>) yield row;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileError(line, 'must close every quotation mark', `an unclosed cell (${error.code})`);
  }
}

function lineBreaksIn(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) breaks += cell.match(LINE_BREAK)!.length;
  }
  return breaks;
}
