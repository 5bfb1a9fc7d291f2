import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Findings, Violation } from './findings.js';
import type { CheckedEntry, CheckedLine } from './journal.js';
import { GENERATIONS } from './revisions.js';
import type { LeagueRule } from './rules.js';

interface Link {
  readonly sequence: number;
  readonly revision: number;
  readonly value: number | null;
  readonly deviation: number | null;
}

/**
 * Checks the journal without a replay, entry by entry in the total order: each line begins with the rating at which the player's
 * previous line ended. The lines of a match have one revision, and later lines of its players have none below it, because a
 * correction rates again everything that its players played since.
 */
export async function chainChecker(
  tx: Sql,
  league: League,
  findings: Findings,
): Promise<(entry: CheckedEntry) => void> {
  const [{ first }] = await tx.query(
    'SELECT coalesce(min(revision), 1) AS first FROM league_revision WHERE league_id = $1 AND generation = $2',
    [league.id, league.generation],
  );
  const ends = new Map<number, Link>();
  return ({ sequence, lines }) => {
    const least = Math.max(first, ...lines.map(({ player_id }) => ends.get(player_id)?.revision ?? first));
    const own = Math.min(Math.max(least, Math.min(...lines.map((line) => line.revision))), league.revision);
    for (const line of lines) {
      const at = `match ${sequence}, player ${line.player_id}`;
      if (line.revision !== own) findings.add('chain', `${at}, revision`, own, line.revision);
      const last = ends.get(line.player_id);
      if (last) {
        const end = { value: last.value, deviation: last.deviation };
        const begin = { value: line.before_value, deviation: line.before_deviation };
        if (!isDeepStrictEqual(end, begin)) findings.add('chain', `${at}, after match ${last.sequence}`, end, begin);
      }
      ends.set(line.player_id, {
        sequence,
        revision: own,
        value: line.after_value,
        deviation: line.after_deviation,
      });
    }
  };
}

/** A line, with the revisions in which the journal had it. */
type ChainedLine = Omit<CheckedLine, 'score' | 'is_provisional' | 'verdict' | 'contributions' | 'memory'> & {
  /** The first revision without the line. */
  readonly superseded_in: number;
};

/** The last line of a player so far, in the revisions from `from` up to, but not including, `to`. */
interface End {
  readonly from: number;
  readonly to: number;
  readonly line: ChainedLine;
}

/**
 * Checks the journals of all revisions in one pass over all lines, past and current, of players with superseded lines, line by line in
 * each player's order. In each of its revisions, a line exists once and begins with the rating at which the player's previous line
 * ended. Current lines end after the newest revision.
 * @returns a rule for one pass
 */
export function pastChain(): LeagueRule {
  let player: number | null = null;
  let ends: End[] = [];
  return {
    invariant: 'superseded',
    isSuspicion: true,
    statement: `
      SELECT player_id, played_at, sequence, revision, superseded_in, before_value, before_deviation, after_value,
             after_deviation
      FROM superseded_change WHERE league_id = $id
      UNION ALL
      SELECT player_id, played_at, sequence, revision, CASE generation WHEN $generation THEN $revision::integer + 1 ELSE next END,
             before_value, before_deviation, after_value, after_deviation
      FROM rating_change LEFT JOIN (${GENERATIONS}) AS span USING (generation)
      WHERE league_id = $id AND (generation = $generation OR next IS NOT NULL)
        AND (player_id IN (SELECT player_id FROM superseded_stretch WHERE league_id = $id)
             OR EXISTS (SELECT FROM league_revision WHERE league_id = $id AND generation <> $generation))
      ORDER BY player_id, played_at, sequence, revision, superseded_in`,
    says: (line: ChainedLine & Record<string, unknown>, { keptRevision }) => {
      if (line.player_id !== player) ends = [];
      player = line.player_id;
      // Older lines may have been deleted.
      if (line.superseded_in <= keptRevision) return false;
      return replaceEnds(ends, { from: Math.max(line.revision, keptRevision), to: line.superseded_in, line });
    },
  };
}

/**
 * Replaces the ends in a line's revisions, which it must continue, by its own. A league may have as many ends as revisions, and each
 * of its lines few to replace.
 * @param ends of one player, in the order of their revisions, none of which is in two
 */
function replaceEnds(ends: End[], own: End): Violation[] {
  const { from, to, line } = own;
  const first = firstAfter(ends, from);
  const breaks: Violation[] = [];
  const left: End[] = [own];
  let next = first;
  for (let end = ends[next]; end && end.from < to; end = ends[++next]) {
    const broken = breakBetween(end, line);
    if (broken) breaks.push(broken);
    if (end.from < from) left.unshift({ ...end, to: from });
    if (end.to > to) left.push({ ...end, from: to });
  }
  ends.splice(first, next - first, ...left);
  return breaks;
}

/** The place of the first of these ends that ends after a revision. */
function firstAfter(ends: readonly End[], revision: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle]!.to > revision) high = middle;
    else low = middle + 1;
  }
  return low;
}

function breakBetween({ line: last }: End, line: ChainedLine): Violation | false {
  const at = `match ${line.sequence}, player ${line.player_id}, line of revision ${line.revision}`;
  if (+last.played_at === +line.played_at && last.sequence === line.sequence) {
    return [at, 'one line in a revision', `another, of revision ${last.revision}`];
  }
  if (Object.is(line.before_value, last.after_value) && Object.is(line.before_deviation, last.after_deviation))
    return false;
  const begin = { value: line.before_value, deviation: line.before_deviation };
  return [`${at}, after match ${last.sequence}`, { value: last.after_value, deviation: last.after_deviation }, begin];
}
