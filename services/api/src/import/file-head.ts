import type { Readable } from 'node:stream';
import { readRows } from './csv.js';
import type { FileHead } from './match-import.js';
import { FileError } from './problems.js';

/** Separators of cells, in the order in which they are preferred. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
const SHOWN_ROWS = 12;
/** Letters of a cell that are shown. */
const SHOWN_LETTERS = 120;
/** More columns than a mapping could use; the rest of a row is not shown. */
const SHOWN_COLUMNS = 200;
/** More columns are a mistake, and would make a very long page. */
const MOST_COLUMNS = 500;
/** Bytes at the beginning that are looked at: lines of JSON may be very long. */
const LOOKED_AT = 100_000;

/**
 * What a file begins with: whether it is CSV or JSON Lines, what separates its cells, its columns and its first rows.
 * @param open the file from its beginning
 * @param delimiter what separates cells; the separator that fits best if omitted
 */
export async function readHead(open: () => Readable, fileName: string, delimiter?: string): Promise<FileHead> {
  if (/\.(?:jsonl|ndjson)$/i.test(fileName)) return linesOf(await beginningOf(open()));
  const found: FileHead[] = [];
  for (const each of delimiter === undefined ? DELIMITERS : [delimiter]) found.push(await csvHead(open, each));
  const best = found.reduce((one, other) => (fitOf(other) > fitOf(one) ? other : one));
  const isJson = delimiter === undefined && /^\s*\{/.test(best.columns.join());
  return isJson ? linesOf(await beginningOf(open())) : best;
}

async function csvHead(open: () => Readable, delimiter: string): Promise<FileHead> {
  const input = open();
  const rows: (readonly string[])[] = [];
  try {
    for await (const { cells } of readRows(input, delimiter)) {
      rows.push(cells);
      if (rows.length > SHOWN_ROWS) break;
    }
  } catch (error) {
    // An unreadable file is shown as far as it could be read; its check says where and why it ends.
    if (!(error instanceof FileError)) throw error;
  } finally {
    input.destroy();
  }
  const [columns = [], ...first] = rows;
  return {
    format: 'CSV',
    delimiter,
    columns,
    rows: first.map((cells) => cells.slice(0, SHOWN_COLUMNS).map(cut)),
  };
}

/** The rule that a file with too many columns breaks; null if it has few enough. */
export function columnExcess({ columns }: FileHead): string | null {
  if (columns.length <= MOST_COLUMNS) return null;
  return `must have at most ${MOST_COLUMNS} columns, but has ${columns.length}`;
}

/** How well a separator fits: by how many columns it makes, if the rows agree on their number. */
function fitOf({ columns, rows }: FileHead): number {
  const agreeing = rows.filter((cells) => cells.length === columns.length).length;
  return rows.length === 0 ? columns.length : (columns.length * agreeing) / rows.length;
}

async function beginningOf(input: Readable): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > LOOKED_AT) break;
  }
  return text;
}

function linesOf(text: string): FileHead {
  const lines = text.split('\n', SHOWN_ROWS).filter((line) => line.trim() !== '');
  return { format: 'JSON_LINES', delimiter: null, columns: [], rows: lines.map((line) => [cut(line)]) };
}

function cut(text: string): string {
  return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;
}
