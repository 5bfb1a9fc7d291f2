import { type Refusal, refuse } from '../kit/refusal.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import { oneLine } from '../kit/words.js';
import { inSlices } from './bytes.js';
import { readRows } from './csv.js';
import type { FileHead } from './match-import.js';
import { FileError } from './problems.js';

/** Separators of cells, in the order in which they are preferred. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
const SHOWN_ROWS = 12;
/** Letters of a cell that are shown; longer cells are cut. */
const SHOWN_LETTERS = 120;
/** More columns than a mapping could use; the rest of a row is not shown. */
const SHOWN_COLUMNS = 200;
/** More columns are a mistake, and would make a very long page. */
const MAX_COLUMNS = 500;
/** Bytes at the beginning that are read, whatever follows. */
const LOOKED_AT = 100_000;

/**
 * The beginning of a file: whether it is CSV or JSON Lines, the separator of its cells, its columns and its first rows. Reads only
 * the first 100 kB.
 * @param delimiter separator of cells; the separator that fits best if omitted
 */
export async function readHead(file: AsyncIterable<Buffer>, fileName: string, delimiter?: string): Promise<FileHead> {
  const { bytes, lines } = await beginningOf(file);
  const isNamedJson = /\.(?:jsonl|ndjson)$/i.test(fileName);
  if (isNamedJson || (delimiter === undefined && /^\uFEFF?\s*\{/.test(bytes.toString()))) return headLines(bytes);
  const found: FileHead[] = [];
  for (const each of delimiter === undefined ? DELIMITERS : [delimiter]) found.push(await csvHead(lines, each));
  return found.reduce((one, other) => (fitOf(other) > fitOf(one) ? other : one));
}

async function csvHead(lines: Buffer, delimiter: string): Promise<FileHead> {
  const rows: (readonly string[])[] = [];
  try {
    for await (const piece of readRows(inSlices([lines], yieldToEventLoop), delimiter)) {
      for (const { cells } of piece) if (rows.push(cells) > SHOWN_ROWS) break;
      if (rows.length > SHOWN_ROWS) break;
    }
  } catch (error) {
    // An unreadable file is shown up to its unreadable part; its check explains where and why it ends.
    if (!(error instanceof FileError)) throw error;
  }
  const [columns = [], ...first] = rows;
  return {
    format: 'CSV',
    delimiter,
    columns,
    rows: first.map((cells) => cells.slice(0, SHOWN_COLUMNS).map(cut)),
  };
}

/** The first bytes of spreadsheet programs' files: a ZIP archive, or the compound file of older ones. */
const WORKBOOKS = ['504b0304', 'd0cf11e0'];

/** Whether a file is a workbook or an archive, by its first bytes. */
export function isWorkbook(bytes: Buffer): boolean {
  return WORKBOOKS.includes(bytes.toString('hex', 0, 4));
}

/** Why the beginning of a file is refused; null if its columns can be mapped. @param path of the refused input */
export function headProblem({ format, columns }: FileHead, path: readonly string[]): Refusal | null {
  const field = path.at(-1)!;
  if (format === 'CSV' && columns.length === 0) {
    return refuse('NO_COLUMNS', path, { field, kilobytes: LOOKED_AT / 1_000 });
  }
  if (columns.length > MAX_COLUMNS)
    return refuse('MAX_COLUMNS', path, { field, max: MAX_COLUMNS, count: columns.length });
  return null;
}

/** How well a separator fits: by how many columns it makes, if the rows agree on their number. One that is in no line separates nothing. */
function fitOf({ columns, rows }: FileHead): number {
  if (columns.length < 2) return 0;
  const agreeing = rows.filter((cells) => cells.length === columns.length).length;
  return rows.length === 0 ? columns.length : (columns.length * agreeing) / rows.length;
}

/** The first bytes of a file, and the whole lines among them. */
async function beginningOf(file: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; lines: Buffer }> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of file) {
    pieces.push(piece);
    length += piece.length;
    if (length > LOOKED_AT) break;
  }
  const bytes = Buffer.concat(pieces).subarray(0, LOOKED_AT);
  if (length <= LOOKED_AT) return { bytes, lines: bytes };
  const end = Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r'), 0);
  return { bytes, lines: bytes.subarray(0, end) };
}

function headLines(bytes: Buffer): FileHead {
  const lines = bytes
    .toString()
    .split('\n', SHOWN_ROWS)
    .filter((line) => line.trim() !== '');
  return { format: 'JSON_LINES', delimiter: null, columns: [], rows: lines.map((line) => [cut(line)]) };
}

function cut(text: string): string {
  return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;
}

const LONGEST = 200;
/** The second half of a surrogate pair that was cut in two. */
const HALF = /^[\uDC00-\uDFFF]/;

/** The name of a file as it is stored and shown: on one line; of a longer name, the last 200 characters. */
export function shownFileName(name: string): string {
  return oneLine(name).trim().slice(-LONGEST).replace(HALF, '') || 'file';
}
