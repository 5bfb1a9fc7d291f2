import { isDeepStrictEqual } from 'node:util';
import type { Findings } from './findings.js';

/** A line as it was in the journal from one revision to the one before another. */
export interface ChainedLine {
  readonly player_id: number;
  readonly played_at: Date;
  readonly sequence: number;
  readonly revision: number;
  /** The first revision without the line. */
  readonly superseded_in: number;
  readonly before_value: number | null;
  readonly before_deviation: number | null;
  readonly after_value: number | null;
  readonly after_deviation: number | null;
}

/** The end of a player's journal in the revisions from `from` to the one before `to`, as far as it was followed. */
interface End {
  readonly from: number;
  readonly to: number;
  readonly line: ChainedLine;
}

/**
 * Follows the journals of all revisions at once, line by line in each player's order: in every revision that had a line,
 * it was there once, and began where the player's line before it ended.
 * @param kept the first revision of which all lines are there
 */
export function pastChecker(findings: Findings, kept: number): (line: ChainedLine) => void {
  let player: number | null = null;
  let ends: readonly End[] = [];
  return (line) => {
    if (line.player_id !== player) ends = [];
    player = line.player_id;
    if (line.superseded_in <= kept) return;
    const at = `match ${line.sequence}, player ${line.player_id}, line of revision ${line.revision}`;
    for (const { from, to, line: last } of ends) {
      if (to <= line.revision || from >= line.superseded_in) continue;
      const begin = { value: line.before_value, deviation: line.before_deviation };
      const end = { value: last.after_value, deviation: last.after_deviation };
      if (+last.played_at === +line.played_at && last.sequence === line.sequence) {
        findings.add('superseded', at, 'one line in a revision', `another, of revision ${last.revision}`);
      } else if (!isDeepStrictEqual(begin, end)) {
        findings.add('superseded', `${at}, after match ${last.sequence}`, end, begin);
      }
    }
    ends = [...without(ends, line), { from: Math.max(line.revision, kept), to: line.superseded_in, line }];
  };
}

/** The ends outside the revisions that have the line. */
function without(ends: readonly End[], { revision, superseded_in }: ChainedLine): End[] {
  return ends.flatMap((end) =>
    [
      { ...end, to: Math.min(end.to, revision) },
      { ...end, from: Math.max(end.from, superseded_in) },
    ].filter(({ from, to }) => from < to),
  );
}
