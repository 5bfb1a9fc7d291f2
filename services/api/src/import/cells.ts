import { madeOnce } from '../kit/grouped-by.js';
import { isRefusal, type Refusal, refuse, shown } from '../kit/refusal.js';
import { oneLine } from '../kit/words.js';
import { checkCountry, checkLinks } from '../player/profile.js';
import { type CsvRow, ownText } from './csv.js';
import type { Dates } from './dates.js';
import type { HandleBook } from './handle.js';
import { badCell, didYouMean, MappingError, RowRefused } from './problems.js';

/** Characters of a cell with a meaning: far more than names, times and numbers have, and few enough for slow checks. */
const LONGEST_CELL = 1_000;

/** A column of the file at hand. */
export interface Column {
  readonly name: string;
  readonly index: number;
}

/**
 * Finds a column of the file by its name.
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
 * @throws RowRefused if it is too long, or was not written in UTF-8: a name that lost a letter would be another player
 */
export function textIn(row: CsvRow, { name, index }: Column): string {
  const text = row.cells[index]!;
  if (text.length > LONGEST_CELL) {
    const values = { field: name, max: LONGEST_CELL, length: text.length };
    throw new RowRefused(row.line, refuse('MAX_CHARACTERS', [name], values), `${text.length} characters`);
  }
  if (text.includes('\uFFFD')) throw badCell(row.line, name, 'ENCODING', text);
  return text;
}

/** The text of a cell that must not be empty, whatever values mean "missing". */
function filledTextIn(row: CsvRow, column: Column): string {
  const text = textIn(row, column);
  if (text === '') throw new RowRefused(row.line, refuse('EMPTY', [column.name], { field: column.name }), text);
  return text;
}

/** Values that mean "missing" in columns of numbers, times and outcomes. In lower case. */
export type Missing = ReadonlySet<string>;

/** An empty cell and `NA` are always missing. */
export function missingValues(more: readonly string[]): Missing {
  return new Set(['', 'na', ...more.map((value) => value.toLowerCase())]);
}

/** The text of a cell that must not be missing. */
export function presentTextIn(row: CsvRow, column: Column, missing: Missing): string {
  const text = textIn(row, column);
  if (missing.has(text.toLowerCase())) throw badCell(row.line, column.name, 'MISSING_CELL', text);
  return text;
}

/** How a file writes numbers. */
export interface Numbers {
  readonly missing: Missing;
  /** Whether three digits after a point may be thousands, as in files that separate cells by semicolons or tabs, because commas are decimal. */
  readonly hasPointsInThousands: boolean;
}

const PLAIN_DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;
const THREE_DIGITS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;

/** Whether a number can be read both as 1500 and as 1.5. */
function isUnclear(text: string, { hasPointsInThousands }: Numbers): boolean {
  const mark = THREE_DIGITS.exec(text)?.[1];
  return mark === ',' || (mark === '.' && hasPointsInThousands);
}

/** A finite number in plain decimal notation: no exponent, no thousands; with an unambiguous point or comma. */
export function numberIn(row: CsvRow, column: Column, numbers: Numbers): number {
  const text = presentTextIn(row, column, numbers.missing);
  if (isUnclear(text, numbers)) throw badCell(row.line, column.name, 'UNCLEAR_NUMBER', text);
  const plain = DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
  const number = PLAIN_DECIMAL.test(plain) ? Number(plain) : Number.NaN;
  if (!Number.isFinite(number)) throw badCell(row.line, column.name, 'DECIMAL', text);
  // A file's "-0" is the score 0.
  return number + 0;
}

/** How much a match counts; undefined for an empty cell. checkSubmission checks the value. */
export function weightIn(row: CsvRow, column: Column, numbers: Numbers): number | undefined {
  return numbers.missing.has(textIn(row, column).toLowerCase()) ? undefined : numberIn(row, column, numbers);
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
  throw badCell(row.line, column.name, 'PLACEMENT_OR_WORD', text);
}

/** Minutes: a number, 0 or more. */
export function minutesIn(row: CsvRow, column: Column, numbers: Numbers): number {
  const minutes = numberIn(row, column, numbers);
  if (minutes >= 0) return minutes;
  const text = textIn(row, column);
  const values = { field: column.name, min: 0, value: shown(text) };
  throw new RowRefused(row.line, refuse('AT_LEAST', [column.name], values), text);
}

/** A time, from one cell or from several with a blank between them (`date+time`). */
export function timeIn(row: CsvRow, columns: readonly Column[], missing: Missing, dates: Dates): Date {
  const text = columns.map((column) => presentTextIn(row, column, missing)).join(' ');
  const time = dates.read(text);
  if (time instanceof Date) return time;
  const field = fieldOf(columns);
  if (time !== 'DATE_AS_IN') throw badCell(row.line, field, time, text);
  const values = { field, format: dates.format!.text, value: shown(text) };
  throw new RowRefused(row.line, refuse(time, [field], values), text);
}

/** The name of several columns in refusals. */
export function fieldOf(columns: readonly Column[]): string {
  return columns.map(({ name }) => name).join('+');
}

const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 't', '1', 'guest', 'neutral'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'f', '0', '', 'na'].map((word) => [word, false] as const),
]);

/** Whether the cell means yes, such as that a participant is a guest; an empty one means no. */
export function isYesIn(row: CsvRow, column: Column): boolean {
  const text = textIn(row, column);
  const isYes = YES_OR_NO.get(text.toLowerCase());
  if (isYes === undefined) throw badCell(row.line, column.name, 'YES_OR_NO', text);
  return isYes;
}

/** A column of players. */
export interface PlayersColumn extends Column, ProfileColumns {
  /** The separator of several players; if omitted, each cell is one. */
  readonly separator?: string | undefined;
}

/** The handles of the players whose names a cell holds. */
export function playersIn(row: CsvRow, column: PlayersColumn, missing: Missing, names: HandleBook): string[] {
  const { separator } = column;
  if (separator === undefined) return [describedPlayerIn(row, column, missing, names)];
  return namesIn(row, column, separator).map((name) => handleIn(row, column, name, names));
}

/** The names that a cell holds, without blanks around them. */
export function namesIn(row: CsvRow, column: Column, separator: string): string[] {
  const text = filledTextIn(row, column);
  const found = text.split(separator).map((name) => name.trim());
  // A blank as the separator may be several.
  const present = separator.trim() === '' ? found.filter((name) => name !== '') : found;
  if (!present.includes('')) return present;
  const values = { field: column.name, separator: shown(separator), value: shown(text) };
  throw new RowRefused(row.line, refuse('NAMES_BETWEEN', [column.name], values), text);
}

function handleIn(row: CsvRow, column: Column, name: string, names: HandleBook): string {
  const result = names.handleOf(name);
  if (result.handle !== undefined) return result.handle;
  const { rule, value } = result;
  if (rule !== 'SHARED_HANDLE') throw badCell(row.line, column.name, rule, value);
  const values = { field: column.name, names: result.names.map(shown), value: shown(value) };
  throw new RowRefused(row.line, refuse(rule, [column.name], values), value);
}

/** Columns that describe the player of another column. */
export interface ProfileColumns {
  readonly country?: Column | undefined;
  readonly links?: Column | undefined;
}

/**
 * The handle of the player whose name a cell holds, with a country and links from other cells of the row. Links are separated by blanks.
 * Empty cells are ignored.
 */
function describedPlayerIn(row: CsvRow, column: PlayersColumn, missing: Missing, names: HandleBook): string {
  const { country, links } = column;
  const handle = handleIn(row, column, filledTextIn(row, column), names);
  if (!country && !links) return handle;
  const read = <T>(from: Column | undefined, check: (text: string, path: string[]) => T | Refusal): T | undefined => {
    const text = from ? textIn(row, from) : '';
    if (from === undefined || missing.has(text.toLowerCase())) return undefined;
    const checked = check(text, [from.name]);
    if (isRefusal(checked)) throw new RowRefused(row.line, checked, text);
    return checked;
  };
  names.tell(handle, {
    ...{ country: read(country, checkCountry) },
    links: read(links, (text, path) => checkLinks(text.split(/\s+/), path)) ?? undefined,
  });
  return handle;
}

const BETWEEN_POINTS = /\s*[-\u2010-\u2015\u2212:]\s*/;
const POINTS = /^(?<whole>\d{1,9}(?:[.,]\d{1,3})?)?(?<half>\s*½|(?:^|\s+)1\/2)?$/;

/**
 * The points of all sides from one text, in their order: `2:1`, `1-0`, `0–1`, `1/2-1/2`, `½-½`, `0.5 - 0.5`. They are separated by a colon
 * or a dash of any length.
 * @returns undefined if the text is anything else, such as ambiguous numbers, or has points for another number of sides
 */
export function pointsIn(text: string, sides: number, numbers: Numbers): number[] | undefined {
  const parts = text.trim().split(BETWEEN_POINTS);
  if (parts.length !== sides) return undefined;
  const points = parts.map((part) => pointsOf(part, numbers));
  return points.every((each) => each !== undefined) ? points : undefined;
}

function pointsOf(text: string, numbers: Numbers): number | undefined {
  const { whole, half } = POINTS.exec(text)?.groups ?? {};
  if ((whole === undefined && half === undefined) || isUnclear(whole ?? '', numbers)) return undefined;
  return Number((whole ?? '0').replace(',', '.')) + (half === undefined ? 0 : 0.5);
}

const ID_SEPARATOR = '/';

/**
 * The external id that columns make: their texts with `/` between them, as in `1872-11-30/Scotland/England`. Different
 * texts never make the same id: if there are several columns, a `/` or `%` inside a text is written `%2F` or `%25`.
 */
export function idIn(row: CsvRow, columns: readonly Column[]): string {
  const texts = columns.map((column) => filledTextIn(row, column));
  if (texts.length === 1) return texts[0]!;
  return texts.map((text) => text.replaceAll('%', '%25').replaceAll(ID_SEPARATOR, '%2F')).join(ID_SEPARATOR);
}

/** Counts the matches of each id, so that the second match of two teams on one day has its own: `…/1`, `…/2`. */
export function idCounter(): (id: string) => string {
  const counts = new Map<string, number>();
  return (id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(count === 1 ? ownText(id) : id, count);
    return `${id}${ID_SEPARATOR}${count}`;
  };
}

/** Meaning of a word in place of a placement: the participant shares last place, or is omitted. */
export type PlacementEnd = 'last' | 'out';

export const PLACEMENT_ENDS: readonly PlacementEnd[] = ['last', 'out'];

/** Meanings of words in a placement column; keys in lower case. */
export type PlacementWords = ReadonlyMap<string, PlacementEnd>;

/**
 * Abbreviations and words of result lists for those who did not finish. Single letters are not among them: `W` is
 * "withdrawn" in one list and "won" in another. Nor is `WO`, a walkover, which somebody wins.
 */
const UNFINISHED = [
  ...['dnf', 'did not finish', 'not finished', 'ret', 'retired', 'abd', 'abandoned', 'nc', 'not classified'],
  ...['dns', 'did not start', 'dnp', 'did not play', 'wd', 'withdrawn', 'withdrew', 'ns', 'no show', 'absent'],
  ...['dsq', 'dq', 'disq', 'disqualified', 'exc', 'excluded', 'ff', 'forfeit', 'forfeited', 'otl'],
  ...['dnq', 'did not qualify', 'failed to qualify', 'ocs', 'bfd', 'ufd', 'raf', 'dnc'],
];

/** The words that need no mapping: they all share the last place. A mapping can add words, or give these another meaning. */
export function placementWords(mapped: PlacementWords = new Map()): PlacementWords {
  return new Map([...UNFINISHED.map((word) => [word, 'last'] as const), ...mapped]);
}

/** A participant whose placement was a word, and its interpretation. */
export interface WordedPlacement {
  /** As written in the file. */
  readonly word: string;
  /** Null: none, so that the placement was refused. */
  readonly end: PlacementEnd | null;
}

/** Words without a meaning that are counted; more of them are not words for participants who did not finish. */
const MAX_UNKNOWN = 50;

/** How many placements of a file were words, by word. */
export class WordCounts {
  readonly #counts = new Map<string, WordedPlacement & { count: number }>();

  add(words: readonly WordedPlacement[]): void {
    for (const { word, end } of words) {
      const key = word.toLowerCase();
      if (end === null && !this.#counts.has(key) && this.of(null).length >= MAX_UNKNOWN) continue;
      madeOnce(this.#counts, key, () => ({ word, end, count: 0 })).count++;
    }
  }

  /** The words with one meaning, the most frequent first. */
  of(end: PlacementEnd | null): readonly { readonly word: string; readonly count: number }[] {
    return [...this.#counts.values()].filter((counted) => counted.end === end).sort((a, b) => b.count - a.count);
  }
}
