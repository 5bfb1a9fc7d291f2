import { type Refusal, refuse, shown } from '../kit/refusal.js';
import { nearestName } from '../kit/words.js';

/** The mapping is wrong, or does not fit the file's columns. Nothing of the file is read then. */
export class MappingError extends Error {
  override readonly name = 'MappingError';

  /**
   * @param part the part of the mapping at fault, as written, or its key
   * @param rule what the part must be, beginning with "must"
   * @param value the received value, with a hint if there is one
   */
  constructor(
    readonly part: string,
    readonly rule: string,
    readonly value: string,
  ) {
    super(`mapping: "${part}" ${rule}, but has ${value}`);
  }
}

/** The file is unreadable from some line on, so no row after it can be trusted. */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(
    readonly line: number,
    readonly rule: string,
    readonly value: string,
  ) {
    super(`line ${line}: the file ${rule}, but has ${value}`);
  }
}

/** Why one row, or one match, is omitted while the rest of the file is read. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';

  /**
   * @param refusal its path is the column, or `row` or `line` for the whole row
   * @param value the received value in full; empty if the cell is empty
   */
  constructor(
    readonly line: number,
    readonly refusal: Refusal,
    readonly value: string,
  ) {
    super(`line ${line}: ${refusal.message}`);
  }
}

/** Rules without other values than the field and the received value. */
type CellRule =
  | (
      | 'MISSING_CELL'
      | 'ENCODING'
      | 'DECIMAL'
      | 'UNCLEAR_NUMBER'
      | 'YES_OR_NO'
      | 'DATE'
      | 'DATE_OR_FORMAT'
      | 'PLACEMENT_OR_WORD'
    )
  | ('ONE_LINE' | 'BECOMES_HANDLE' | 'IS_HANDLE' | 'JSON_OBJECT' | 'TIME' | 'MATCH_FIELDS');

/** Refuses a cell, or a field of a match in JSON Lines. */
export function badCell(line: number, field: string, rule: CellRule, value: string): RowRefused {
  return new RowRefused(line, refuse(rule, [field], { field, value: shown(value) }), value);
}

/** ` (did you mean "…"?)`, or nothing. Blanks, `_` and `-` are ignored. */
export function didYouMean(word: string, choices: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const near = nearestName(plain(word), choices.map(plain));
  return near === null ? '' : ` (did you mean "${choices.find((choice) => plain(choice) === near)}"?)`;
}
