import { isDeepStrictEqual } from 'node:util';
import { type Refusal, refuse } from '../kit/refusal.js';
import type { MatchSubmission } from '../match-log/checks.js';
import type { WordedPlacement } from './cells.js';
import { type CsvRow, ownText } from './csv.js';
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

export interface RefusedReading extends Pick<Refusal, 'rule' | 'parameters'> {
  readonly kind: 'refused';
  readonly line: number;
  /** The column, or `row` for the row as a whole. */
  readonly field: string;
  /** The received value in full; empty if the cell is empty, or the rule is about no single value. */
  readonly value: string;
  /** The field by which refusals of a rule are counted, if it differs from match to match. */
  readonly countedBy?: string;
}

/**
 * Called before each reading with the rows that it was read from. With it, a refused match of very many rows gives several readings, so
 * that all of its rows are seen.
 */
export type OnRows = (rows: readonly CsvRow[]) => void;

/** Makes readings from the rows of a file, one after the other. */
export interface RowReader {
  take(row: CsvRow): Iterable<Reading>;
  /** Readings that wait for further rows. */
  end(): Iterable<Reading>;
}

/** The time of the match at an index if the file has no dates; otherwise undefined. */
export type TimeAt = (index: number) => Date | undefined;

/** The match that `read` returns, or its refusal. */
export function readingOf(line: number, read: () => ReadMatch): Reading {
  const match = attempt(read);
  return match instanceof RowRefused ? refusedReading(match) : { kind: 'match', line, ...match };
}

export function refusedReading({ line, refusal: { rule, parameters, path }, value }: RowRefused): RefusedReading {
  return { kind: 'refused', line, field: path[0]!, rule, parameters, value };
}

/** A refusal of the whole match. @param refusal its path begins at the match */
export function refusedBy(line: number, { rule, parameters, path }: Refusal): RefusedReading {
  const { value, count, length } = parameters;
  return {
    ...{ kind: 'refused', line, rule, parameters },
    field: path.length > 0 ? path.join('.') : 'match',
    value: String(value ?? count ?? length ?? '').replace(/^"([^"\\]*)"$/, '$1'),
    countedBy: path.findLast((step) => !INDEX.test(step)) ?? 'match',
  };
}

const INDEX = /^\d+$/;

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
 * @throws RowRefused otherwise: it is unclear which cell is missing
 */
export function checkedWidth(row: CsvRow, header: readonly string[]): CsvRow {
  if (row.cells.length === header.length) return row;
  const values = { columns: header.length, count: row.cells.length };
  throw new RowRefused(
    row.line,
    refuse('ROW_CELLS', ['row'], values),
    `${row.cells.length} instead of ${header.length}`,
  );
}

/** How often a rule was broken. */
export interface RefusalCount {
  count: number;
  /** The first of them in the file. */
  readonly first: RefusedReading;
  /** Lines of the first few. */
  readonly lines: number[];
  /** Whether all refusals have the values of the first. */
  isUniform: boolean;
}

/** How many lines are stored for each rule, and how many complete refusals. */
const FIRST_LINES = 5;
const FIRST_REFUSALS = 20;
/** How many rules are counted separately. Those of JSON Lines name places in a match, so there may be many. */
const MAX_GROUPS = 1_000;
/** Letters of a received value that are stored. */
const KEPT_LETTERS = 1_000;

/** Refusals of a file: counted by rule, the first few stored, and all of them passed to a listener. */
export class RefusalLog {
  count = 0;
  /** The first twenty, in the order in which they came. */
  readonly first: RefusedReading[] = [];
  readonly #groups = new Map<string, RefusalCount>();

  /** @param listener called with every refusal, as it comes */
  constructor(private readonly listener: (refusal: RefusedReading) => void = () => {}) {}

  add(refusal: RefusedReading): void {
    this.count++;
    if (this.first.length < FIRST_REFUSALS) this.first.push(kept(refusal));
    const key = JSON.stringify([refusal.countedBy ?? refusal.field, refusal.rule]);
    const group = this.#groups.get(key);
    if (!group) {
      if (this.#groups.size < MAX_GROUPS) {
        this.#groups.set(key, { count: 1, first: kept(refusal), lines: [refusal.line], isUniform: true });
      }
    } else {
      group.count++;
      group.isUniform &&= isDeepStrictEqual(refusal.parameters, group.first.parameters);
      if (group.lines.length < FIRST_LINES) group.lines.push(refusal.line);
    }
    this.listener(refusal);
  }

  /** By rule, the most frequent first; at most a thousand rules. */
  get groups(): readonly Readonly<RefusalCount>[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count);
  }
}

/** The refusal without the rest of a long value, which may be a whole line of the file. */
function kept(refusal: RefusedReading): RefusedReading {
  return { ...refusal, value: ownText(refusal.value.slice(0, KEPT_LETTERS)) };
}
