import { isDeepStrictEqual } from 'node:util';
import type { Findings } from './findings.js';

/** A line, with the revisions in which the journal had it. */
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

/** The last line of a player so far, in the revisions from `from` up to, but not including, `to`. */
interface End {
  readonly from: number;
  readonly to: number;
  readonly line: ChainedLine;
}

/**
 * Checks the journals of all revisions in one pass, line by line in each player's order: in each of its revisions, a line is there once
 * and begins with the rating at which the player's line before it ended.
 * @param kept the first revision whose lines are all kept
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

/** The ends for the revisions that do not have the line. */
function without(ends: readonly End[], { revision, superseded_in }: ChainedLine): End[] {
  return ends.flatMap((end) =>
    [
      { ...end, to: Math.min(end.to, revision) },
      { ...end, from: Math.max(end.from, superseded_in) },
    ].filter(({ from, to }) => from < to),
  );
}
