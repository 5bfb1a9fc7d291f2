import { refuse, shown } from '../kit/refusal.js';
import { type CsvRow, ownText } from './csv.js';
import type { LongReader } from './matches.js';
import { RowRefused } from './problems.js';
import {
  attempt,
  checkedWidth,
  type OnRows,
  type Reading,
  type RowReader,
  readingOf,
  refusedReading,
  type TimeAt,
} from './reading.js';

/** Rows of a match: four times as many as it can have participants, because some take no part. */
const MAX_ROWS = 1_000;

/** Rows of one match that follow one another. */
interface Group {
  readonly match: string;
  readonly rows: CsvRow[];
  /** Why the match is refused, whatever its rows contain. */
  refused?: RowRefused;
}

/**
 * Reads the matches of a file with one row per participant. The rows of a match must be adjacent: later rows are
 * refused, and the match is added to `scattered`. A match that is in `scattered` already is refused from its first row
 * on. A row with a wrong number of cells refuses the matches on both sides of it, since it may belong to either.
 */
export function groupsOfRows(
  header: readonly string[],
  reader: LongReader,
  timeAt: TimeAt,
  scattered: Set<string>,
  onRows?: OnRows,
): RowReader {
  const firstLines = new Map<string, number>();
  let index = 0;
  let open: Group | undefined;
  let torn: RowRefused | undefined;

  const begin = (match: string, row: CsvRow): Group => {
    const firstLine = firstLines.get(match);
    if (firstLine === undefined) firstLines.set(ownText(match), row.line);
    else scattered.add(match);
    if (scattered.has(match)) return { match, rows: [row], refused: apart(row, match, firstLine ?? row.line) };
    return { match, rows: [row], refused: torn && besideTorn(row, torn) };
  };
  const close = ({ match, rows, refused }: Group): Reading => {
    const playedAt = timeAt(index++);
    onRows?.(rows);
    return refused ? refusedReading(refused) : readingOf(rows[0]!.line, () => reader.matchIn(match, rows, playedAt));
  };

  /** Adds a row to a refused match. When it has as many rows as may be kept, they are passed on first. */
  function* withMore({ rows, refused }: Group, row: CsvRow): Generator<Reading> {
    if (rows.length >= MAX_ROWS) {
      onRows!(rows.splice(0));
      yield refusedReading(refused!);
    }
    rows.push(row);
  }

  return {
    *take(row) {
      const match = attempt(() => reader.matchOf(checkedWidth(row, header)));
      if (match instanceof RowRefused) {
        torn = match;
        if (open) {
          open.refused ??= match;
          if (onRows) yield* withMore(open, row);
        } else {
          onRows?.([row]);
          yield refusedReading(match);
        }
        return;
      }
      if (open?.match === match) {
        if (open.rows.length < MAX_ROWS) open.rows.push(row);
        else {
          open.refused ??= tooManyRows(row, match);
          if (onRows) yield* withMore(open, row);
        }
      } else {
        if (open) yield close(open);
        open = begin(match, row);
      }
      torn = undefined;
    },
    *end() {
      if (open) yield close(open);
    },
  };
}

function tooManyRows(row: CsvRow, match: string): RowRefused {
  return new RowRefused(row.line, refuse('MAX_ROWS', ['row'], { match: shown(match), max: MAX_ROWS }), match);
}

function besideTorn(row: CsvRow, { line }: RowRefused): RowRefused {
  return new RowRefused(row.line, refuse('AFTER_UNREADABLE_ROW', ['row'], { line }), `line ${line}`);
}

function apart(row: CsvRow, match: string, firstLine: number): RowRefused {
  return new RowRefused(row.line, refuse('ROWS_APART', ['row'], { match: shown(match), line: firstLine }), match);
}
