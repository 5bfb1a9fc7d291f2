import { TextDecoder } from 'node:util';
import { givenText } from '@openladder/columns';
import { type FileEncoding, inUtf8 } from './bytes.js';
import { FileError } from './problems.js';

/** One record of a CSV file. */
export interface CsvRow {
  /** The line of the file on which the record begins, as an editor numbers it: 1-based, quoted line breaks counted. */
  readonly line: number;
  /** Without blanks around them, and without the apostrophe of `withoutFormula`; in Unicode's composed form (NFC). */
  readonly cells: readonly string[];
}

/** The longest record, in characters: a longer one lacks a line break, or the end of a quotation. */
const LONGEST_RECORD = 100_000;

const LINE_BREAK = /\r\n|\n|\r/g;
const BLANK = /\s/;
const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/**
 * The records of a CSV file (RFC 4180), including the header, without blank ones. Reads UTF-8, Windows-1252, or UTF-16 with a byte order mark, and any mixture
 * of line breaks; a quote inside an unquoted cell is literal; a first line such as `sep=;` is skipped. Records come one piece of the file at a time, to be read
 * before the next piece. Empty lines cost next to nothing, because spreadsheets end in many.
 *
 * Written here, because csv-parse makes an error with its stack for each row that is not as long as the first (60 µs, with any options), and bounds neither the
 * cells of a row nor its memory. Tests compare the two.
 * @throws FileError if a quote is never closed, so that the rest is one cell, or a record is too long. Earlier records come first
 */
export async function* readRows(
  input: AsyncIterable<Buffer | string>,
  delimiter = ',',
  onEncoding: (encoding: FileEncoding) => void = () => {},
): AsyncGenerator<Iterable<CsvRow>> {
  const reader = new RecordReader(delimiter);
  let decoder: TextDecoder | undefined;
  let isWide = false;
  const noteEncoding = (encoding: FileEncoding) => {
    isWide = encoding === 'UTF_16';
    onEncoding(encoding);
  };
  for await (const bytes of inUtf8(input, noteEncoding)) {
    decoder ??= new TextDecoder(isWide ? (bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le') : 'utf-8');
    yield reader.take(decoder.decode(bytes, { stream: true }), false);
  }
  yield reader.take(decoder?.decode() ?? '', true);
}

/** A first line that spreadsheet programs write for each other: the separator of cells. */
const HINT = /^sep=.?$/i;

/**
 * A copy of a cell's text, to be stored after its piece of the file has been read. A slice of a string keeps the whole string in memory,
 * which is the whole file if each piece has a stored cell.
 */
export function ownText(cell: string): string {
  const own = Buffer.from(cell).toString();
  return own === cell ? own : cell;
}

/** Finds records in a text that comes in pieces. */
class RecordReader {
  /** The line on which the next record begins. */
  #line = 1;
  /** The text, from the beginning of a record on. */
  #text = '';
  #hasBegun = false;
  /** Finds the possible ends of a cell. */
  readonly #end: RegExp;

  constructor(private readonly delimiter: string) {
    this.#end = new RegExp(`${delimiter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')}|[\r\n]`, 'g');
  }

  /** The records that are complete with another piece of the text. */
  *take(piece: string, isLast: boolean): Generator<CsvRow> {
    const text = this.#text + piece;
    let start = 0;
    for (;;) {
      for (let length = breakAt(text, start, isLast); length > 0; length = breakAt(text, start, isLast)) {
        start += length;
        this.#line++;
      }
      if (start === text.length) break;
      const record: string[] = [];
      const end = this.#read(text, start, isLast, record);
      if ((end < 0 ? text.length : end) - start > LONGEST_RECORD) {
        const rule = `must have at most ${LONGEST_RECORD.toLocaleString('en')} characters in a row`;
        throw new FileError(this.#line, rule, 'more; a quotation mark may not be closed');
      }
      if (end < 0) break;
      start = end;
      const cells = record.map((cell) => givenText(cell.trim().normalize()));
      if (cells.some((cell) => cell !== '')) {
        const isHint = !this.#hasBegun && cells.length <= 2 && HINT.test(cells[0]!);
        this.#hasBegun = true;
        if (!isHint) yield { line: this.#line, cells };
      }
      this.#line++;
      for (const cell of record) {
        if (cell.includes('\n') || cell.includes('\r')) this.#line += cell.match(LINE_BREAK)!.length;
      }
    }
    this.#text = text.slice(start);
    if (isLast && this.#text !== '') {
      throw new FileError(this.#line, 'must close every quotation mark', 'one that is open at its end');
    }
  }

  /**
   * Reads one record.
   * @returns where the next one begins; -1 if it continues after the text
   */
  #read(text: string, start: number, isLast: boolean, cells: string[]): number {
    let at = start;
    for (;;) {
      let cell = '';
      let from = at;
      while (isBlank(text.charCodeAt(from)) && !text.startsWith(this.delimiter, from)) from++;
      if (text.charCodeAt(from) === QUOTE) {
        let close = text.indexOf('"', from + 1);
        while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2);
        // A quotation mark at the end of the text may be the first of two.
        if (close < 0 || (close + 1 === text.length && !isLast)) return -1;
        const quoted = text.slice(from + 1, close).replaceAll('""', '"');
        at = close + 1;
        // If text follows the closing quotation mark, the marks are literal.
        const isAll = at === text.length || isLineBreak(text.charCodeAt(at)) || text.startsWith(this.delimiter, at);
        cell = isAll ? quoted : `"${quoted}"`;
      }
      this.#end.lastIndex = at;
      const isFound = this.#end.test(text);
      if (!isFound && !isLast) return -1;
      const isBreak = isFound && isLineBreak(text.charCodeAt(this.#end.lastIndex - 1));
      const end = isFound ? this.#end.lastIndex - (isBreak ? 1 : this.delimiter.length) : text.length;
      cells.push(cell + text.slice(at, end));
      at = end;
      if (!isFound) return at;
      if (isBreak) {
        const length = breakAt(text, at, isLast);
        return length < 0 ? -1 : at + length;
      }
      at += this.delimiter.length;
    }
  }
}

/** The length of the line break at a place; 0 if there is none, and -1 if its other half may follow after the text. */
function breakAt(text: string, at: number, isLast: boolean): number {
  const first = text.charCodeAt(at);
  if (first === LINE_FEED) return 1;
  if (first !== CARRIAGE_RETURN) return 0;
  if (at + 1 === text.length && !isLast) return -1;
  return text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1;
}

function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** Whether it is a blank within a line. */
function isBlank(code: number): boolean {
  if (code > 0x20 && code < 0xa0) return false;
  return !isLineBreak(code) && BLANK.test(String.fromCharCode(code));
}
