import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { TotalOrderPlace } from './side-by-side.js';
import { rowsOf } from './snapshot.js';

/** One line of the journal, as it is stored. */
export interface CheckedLine {
  readonly player_id: number;
  readonly played_at: Date;
  readonly sequence: number;
  readonly revision: number;
  readonly before_value: number | null;
  readonly before_deviation: number | null;
  readonly after_value: number | null;
  readonly after_deviation: number | null;
  readonly score: number;
  readonly is_provisional: boolean;
  /** 1 won, 0 drawn, -1 lost. */
  readonly verdict: number;
  /** Packed; see rating/contributions.ts. Null if they are derived when they are read. */
  readonly contributions: readonly number[] | null;
  /** What the rater keeps of the state; null if it keeps nothing. */
  readonly memory: readonly number[] | null;
}

/** The lines of one match, by player. */
export interface CheckedEntry extends TotalOrderPlace {
  readonly lines: readonly CheckedLine[];
}

/** The current generation of the journal of a league in the total order, in pages of matches. */
export async function* journalEntries(tx: Sql, { id, generation }: League): AsyncGenerator<readonly CheckedEntry[]> {
  const pages = rowsOf<CheckedLine>(
    tx,
    'journal',
    `SELECT player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation,
            score, is_provisional, verdict, contributions, memory
     FROM rating_change WHERE league_id = $1 AND generation = $2 ORDER BY played_at, sequence, player_id`,
    [id, generation],
  );
  let rest: CheckedLine[] = [];
  for await (const page of pages) {
    const entries = byMatch([...rest, ...page]);
    // The next page may have more lines of the last match.
    rest = [...entries.pop()!.lines];
    if (entries.length > 0) yield entries;
  }
  if (rest.length > 0) yield byMatch(rest);
}

function byMatch(lines: readonly CheckedLine[]): CheckedEntry[] {
  const entries: (CheckedEntry & { lines: CheckedLine[] })[] = [];
  for (const line of lines) {
    const entry = entries.at(-1);
    if (entry?.sequence === line.sequence && +entry.playedAt === +line.played_at) entry.lines.push(line);
    else entries.push({ playedAt: line.played_at, sequence: line.sequence, lines: [line] });
  }
  return entries;
}
