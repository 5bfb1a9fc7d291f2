import type { Refusal } from '../kit/refusal.js';
import type { MatchSubmission } from '../match-log/submission.js';
import type { CsvRow } from './csv.js';
import type { WordedPlacement } from './placement-words.js';
import { RowRefused } from './problems.js';

/** One item of a file: a match, or the reason why there is none. */
export type Reading = MatchReading | RefusedReading;

/** The content of a match's rows. */
export interface ReadMatch {
  readonly submission: MatchSubmission;
  /** Placements that were words, if there are any. */
  readonly words?: readonly WordedPlacement[];
}

export interface MatchReading extends ReadMatch {
  readonly kind: 'match';
  /** The first line of the match in the file, from 1. */
  readonly line: number;
}

export interface RefusedReading {
  readonly kind: 'refused';
  readonly line: number;
  /** The column, or `row` for the row as a whole. */
  readonly field: string;
  /** The rule for the field, beginning with "must": the same words for every row that breaks the same rule. */
  readonly rule: string;
  /** The received value; empty if the cell is empty. */
  readonly value: string;
  /** The kind of refusal, if the rule's words differ from match to match; see `refusedBy`. */
  readonly code?: string;
}

/** The time of the match at an index if the file has no dates; otherwise undefined. */
export type TimeAt = (index: number) => Date | undefined;

/** The match that `read` returns, or its refusal. */
export function readingOf(line: number, read: () => ReadMatch): Reading {
  const match = attempt(read);
  return match instanceof RowRefused ? refusedReading(match) : { kind: 'match', line, ...match };
}

export function refusedReading({ line, field, rule, value }: RowRefused): RefusedReading {
  return { kind: 'refused', line, field, rule, value };
}

/**
 * A refusal of the whole match, split for the report: "field rule, but is value".
 * @param refusal its path begins at the match
 */
export function refusedBy(line: number, { code, message, path }: Refusal): RefusedReading {
  const name = path.findLast((step) => !INDEX.test(step)) ?? 'match';
  const [rule = '', ...rest] = message.split(', but ');
  return {
    kind: 'refused',
    line,
    field: path.length > 0 ? path.join('.') : 'match',
    rule: rule.startsWith(`${name} `) ? rule.slice(name.length + 1) : rule,
    value: unquoted(rest.join(', but ').replace(VERB, '')),
    code: `${code} ${name}`,
  };
}

const INDEX = /^\d+$/;
const VERB = /^(?:is|are|has) /;

function unquoted(value: string): string {
  return /^"[^"\\]*"$/.test(value) ? value.slice(1, -1) : value;
}

/** The result, or the refusal that it threw. */
export function attempt<T>(read: () => T): T | RowRefused {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRefused) return error;
    throw error;
  }
}

/**
 * The row, if it has as many cells as the header.
 * @throws RowRefused otherwise: nobody can tell which cell is missing
 */
export function checkedWidth(row: CsvRow, header: readonly string[]): CsvRow {
  if (row.cells.length === header.length) return row;
  const value = `${row.cells.length} instead of ${header.length}`;
  throw new RowRefused(row.line, 'row', 'must have a cell for each column of the header', value);
}
