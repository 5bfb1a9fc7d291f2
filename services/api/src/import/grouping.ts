import type { CsvRow } from './csv.js';
import type { LongReader } from './long.js';
import { RowRefused } from './problems.js';
import { attempt, checkedWidth, type Reading, readingOf, refusedReading, type TimeAt } from './reading.js';

/** Rows of a match: four times as many as it can have participants, because some take no part. */
const MOST_ROWS = 1_000;

/** Rows of one match that follow one another. */
interface Group {
  readonly match: string;
  readonly rows: CsvRow[];
  /** Why the match is refused whatever its rows say. */
  refused?: RowRefused;
}

/**
 * Reads the matches of a file with a row for each participant. The rows of a match must stand together: rows that come
 * back later are refused, and the match is added to `scattered`. A match that is in `scattered` already is refused from
 * its first row on. A row with a wrong number of cells refuses the matches on both sides of it, since it may belong
 * to either.
 */
export async function* readGroups(
  rows: AsyncIterable<CsvRow>,
  header: readonly string[],
  reader: LongReader,
  timeAt: TimeAt,
  scattered: Set<string>,
): AsyncGenerator<Reading> {
  const firstLines = new Map<string, number>();
  let index = 0;
  let open: Group | undefined;
  let torn: RowRefused | undefined;

  const begin = (match: string, row: CsvRow): Group => {
    const firstLine = firstLines.get(match);
    if (firstLine === undefined) firstLines.set(match, row.line);
    else scattered.add(match);
    if (scattered.has(match)) return { match, rows: [row], refused: apart(row, match, firstLine ?? row.line) };
    return { match, rows: [row], refused: torn && besideTorn(row, torn) };
  };
  const close = ({ match, rows, refused }: Group): Reading => {
    const playedAt = timeAt(index++);
    return refused ? refusedReading(refused) : readingOf(rows[0]!.line, () => reader.matchIn(match, rows, playedAt));
  };

  for await (const row of rows) {
    const match = attempt(() => reader.matchOf(checkedWidth(row, header)));
    if (match instanceof RowRefused) {
      torn = match;
      if (open) open.refused ??= match;
      else yield refusedReading(match);
      continue;
    }
    if (open?.match === match) {
      if (open.rows.length < MOST_ROWS) open.rows.push(row);
      else open.refused ??= tooMany(row, match);
    } else {
      if (open) yield close(open);
      open = begin(match, row);
    }
    torn = undefined;
  }
  if (open) yield close(open);
}

function tooMany(row: CsvRow, match: string): RowRefused {
  return new RowRefused(row.line, 'row', `must be one of at most ${MOST_ROWS} of its match`, match);
}

function besideTorn(row: CsvRow, { line }: RowRefused): RowRefused {
  const rule = 'must not follow an unreadable row that may belong to the same match';
  return new RowRefused(row.line, 'row', rule, `line ${line}`);
}

function apart(row: CsvRow, match: string, firstLine: number): RowRefused {
  const rule = 'must be next to the other rows of its match';
  return new RowRefused(row.line, 'row', rule, `${match}, which begins on line ${firstLine}`);
}
