import leven from 'leven';
import { shown } from '../kit/refusal.js';

/** The mapping is wrong, or does not fit the file's columns. Nothing of the file is read then. */
export class MappingError extends Error {
  override readonly name = 'MappingError';

  /**
   * @param part the part of the mapping at fault, as written, or its key
   * @param rule what the part must be, beginning with "must"
   * @param value what it is instead, with a hint where there is one
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

/** Why one row, or one match, is left out while the rest of the file goes on. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';

  /**
   * @param line where it stands in the file, 1-based
   * @param field the column, or `row` for the row as a whole
   * @param rule what the field must be, beginning with "must": the same words for every row that breaks the same rule
   * @param value what it is instead; empty where the cell is
   */
  constructor(
    readonly line: number,
    readonly field: string,
    readonly rule: string,
    readonly value: string,
  ) {
    super(`line ${line}: ${field} ${rule}, but is ${shown(value)}`);
  }
}

/**
 * The choice that was probably meant; case, blanks, `_` and `-` are ignored.
 * @returns undefined if none is near: more than a third of the letters would have to change
 */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const distance = leven(plain(word), plain(choice));
    if (distance < least) {
      best = choice;
      least = distance;
    }
  }
  const letters = plain(word).length;
  return least < letters && least <= Math.max(1, letters / 3) ? best : undefined;
}

/** ` (did you mean "…"?)`, or nothing. */
export function didYouMean(word: string, choices: readonly string[]): string {
  const guess = nearest(word, choices);
  return guess === undefined ? '' : ` (did you mean "${guess}"?)`;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}
