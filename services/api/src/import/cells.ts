import { oneLine } from '../kit/one-line.js';
import type { CsvRow } from './csv.js';
import type { Dates } from './dates.js';
import type { HandleBook } from './handle.js';
import { didYouMean } from './nearest.js';
import type { PlacementEnd, PlacementWords } from './placement-words.js';
import { MappingError, RowRefused } from './problems.js';

/** Characters of a cell that has a meaning: far more than names, times and numbers have, and few enough to be looked at with care. */
const LONGEST_CELL = 1_000;

/** A column of the file at hand. */
export interface Column {
  readonly name: string;
  readonly index: number;
}

/**
 * Finds a column of the file by its name.
 * @param key the mapping's key that names it
 * @throws MappingError if the file has no such column, or two
 */
export function findColumn(header: readonly string[], key: string, name: string): Column {
  const index = header.indexOf(name);
  if (index < 0) {
    const hint = header.length === 1 ? ' (only one column: is the delimiter right?)' : didYouMean(name, header);
    throw new MappingError(
      key,
      'must name a column of the file',
      `"${name}"${hint}; its columns: ${header.map(oneLine).join(', ')}`,
    );
  }
  if (header.indexOf(name, index + 1) >= 0) {
    throw new MappingError(key, 'must name a column that occurs once in the file', `"${name}"`);
  }
  return { name, index };
}

/**
 * The text of a cell.
 * @throws RowRefused if it is too long, or was not written in UTF-8, since a name that lost a letter would be another player
 */
export function textIn(row: CsvRow, { name, index }: Column): string {
  const text = row.cells[index]!;
  if (text.length > LONGEST_CELL) {
    throw new RowRefused(row.line, name, `must have at most ${LONGEST_CELL} characters`, `${text.length} characters`);
  }
  if (text.includes('\uFFFD')) throw new RowRefused(row.line, name, 'must be text in UTF-8', text);
  return text;
}

/** The texts of several cells with something between them; none of them empty. */
export function joinedTextIn(row: CsvRow, columns: readonly Column[], join: (texts: string[]) => string): string {
  return join(columns.map((column) => filledTextIn(row, column)));
}

function filledTextIn(row: CsvRow, column: Column): string {
  const text = textIn(row, column);
  if (text === '') throw new RowRefused(row.line, column.name, 'must not be empty', text);
  return text;
}

/** Values that mean "missing" in columns of numbers, times and outcomes. In lower case. */
export type Missing = ReadonlySet<string>;

/** An empty cell and `NA` are always missing. */
export function missingValues(more: readonly string[]): Missing {
  return new Set(['', 'na', ...more.map((value) => value.toLowerCase())]);
}

/** The text of a cell that must not be empty. */
export function presentTextIn(row: CsvRow, column: Column, missing: Missing): string {
  const text = textIn(row, column);
  if (missing.has(text.toLowerCase())) throw new RowRefused(row.line, column.name, 'must not be missing', text);
  return text;
}

const PLAIN_DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** With a comma for the point. `1,500` is left out: it is 1500 to some and 1.5 to others. */
const DECIMAL_COMMA = /^[+-]?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d{3})$/;

/** A finite number in plain decimal notation: no exponent, no thousands; with a point, or with a comma that cannot be read in two ways. */
export function numberIn(row: CsvRow, column: Column, missing: Missing): number {
  const text = presentTextIn(row, column, missing);
  const plain = DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
  const number = PLAIN_DECIMAL.test(plain) ? Number(plain) : Number.NaN;
  if (!Number.isFinite(number)) throw new RowRefused(row.line, column.name, 'must be a number such as 3 or 2.5', text);
  // A file's "-0" is the score 0.
  return number + 0;
}

/** How much a match counts; undefined for an empty cell. checkSubmission checks the value. */
export function weightIn(row: CsvRow, column: Column, missing: Missing): number | undefined {
  return missing.has(textIn(row, column).toLowerCase()) ? undefined : numberIn(row, column, missing);
}

/** A placement: a whole number, 1 or more, or the meaning of a word. */
export function placementIn(
  row: CsvRow,
  column: Column,
  missing: Missing,
  words: PlacementWords,
): number | PlacementEnd {
  const end = words.get(textIn(row, column).toLowerCase());
  if (end) return end;
  const text = presentTextIn(row, column, missing);
  const placement = PLAIN_DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(placement) && placement >= 1) return placement;
  const rule = `must be a whole number from 1, or a word that the mapping defines, as in placement=${column.name}(R=last)`;
  throw new RowRefused(row.line, column.name, rule, text);
}

/** Minutes: a number, 0 or more. */
export function minutesIn(row: CsvRow, column: Column, missing: Missing): number {
  const minutes = numberIn(row, column, missing);
  if (minutes >= 0) return minutes;
  throw new RowRefused(row.line, column.name, 'must be 0 or more', textIn(row, column));
}

/** A time, from one cell or from several with a blank between them (`date+time`). */
export function timeIn(row: CsvRow, columns: readonly Column[], missing: Missing, dates: Dates): Date {
  const text = columns.map((column) => presentTextIn(row, column, missing)).join(' ');
  const time = dates.read(text);
  if (typeof time !== 'string') return time;
  throw new RowRefused(row.line, columns.map(({ name }) => name).join('+'), time, text);
}

const GUEST_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 't', '1', 'guest'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'f', '0', '', 'na'].map((word) => [word, false] as const),
]);

/** Whether the participant is a guest; an empty cell says no. */
export function isGuestIn(row: CsvRow, column: Column): boolean {
  const text = textIn(row, column);
  const isGuest = GUEST_WORDS.get(text.toLowerCase());
  if (isGuest === undefined)
    throw new RowRefused(row.line, column.name, 'must be true or false, yes or no, 1 or 0', text);
  return isGuest;
}

/** The handle of the player whose name the cell holds. */
export function playerIn(row: CsvRow, column: Column, names: HandleBook): string {
  const result = names.handleOf(filledTextIn(row, column));
  if (result.handle === undefined) throw new RowRefused(row.line, column.name, result.rule, result.value);
  return result.handle;
}
