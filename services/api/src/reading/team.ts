import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import { effectivePlacements, type StoredMatch } from '../match-log/match.js';
import { type MatchRow, matchColumns, toMatch } from '../match-log/match.repository.js';

/** Newest matches of a league among which those of a team are looked for: no index has the names of sides. */
export const MAX_SEARCHED = 5_000;
/** Most matches of a team that are read, the newest. */
export const MAX_OF_TEAM = 200;

interface TeamTally {
  matchCount: number;
  /** First places that no other side shares, or being ahead of the other side. */
  wins: number;
  draws: number;
  losses: number;
}

/** A player of a team. */
export interface TeamMember {
  readonly playerId: number;
  matchCount: number;
  readonly lastPlayedAt: Date;
}

/** A team against another one. */
export interface TeamRecord extends TeamTally {
  readonly name: string;
}

/** The sides of a league that have the same name. */
export interface TeamFigures extends TeamTally {
  readonly name: string;
  /** Newest first. */
  readonly matches: readonly StoredMatch[];
  /** Most matches first. */
  readonly members: readonly TeamMember[];
  /** Most meetings first. */
  readonly opponents: readonly TeamRecord[];
}

/** A team by its newest matches; null if it is in none of them. */
export async function findTeam(sql: Sql, leagueId: number, name: string): Promise<TeamFigures | null> {
  if (!isStorable(name)) return null;
  const rows: MatchRow[] = await sql.query(
    `SELECT ${matchColumns('$1')} FROM (
       SELECT * FROM match WHERE league_id = $1 AND status = 'RATED'
       ORDER BY played_at DESC, sequence DESC LIMIT ${MAX_SEARCHED}
     ) AS match WHERE $2 = ANY(side_names) ORDER BY played_at DESC, sequence DESC LIMIT ${MAX_OF_TEAM}`,
    [leagueId, name],
  );
  return rows.length === 0
    ? null
    : teamOf(
        name,
        rows.map((row) => toMatch(leagueId, row)),
      );
}

/** @param matches with a side of that name, newest first; of several such sides in a match, the first counts */
function teamOf(name: string, matches: readonly StoredMatch[]): TeamFigures {
  const total = newTally();
  const members = new Map<number, TeamMember>();
  const opponents = new Map<string, TeamRecord>();
  for (const { sides, playedAt } of matches) {
    const own = sides.findIndex((side) => side.name === name);
    const places = effectivePlacements(sides);
    const others = sides.flatMap((side, index) => (index === own ? [] : [{ name: side.name, place: places?.[index] }]));
    const place = places?.[own];
    count(total, place, Math.min(...others.map((other) => other.place ?? Number.POSITIVE_INFINITY)));
    for (const { playerId } of sides[own]!.participants) {
      const member = members.get(playerId) ?? { playerId, matchCount: 0, lastPlayedAt: playedAt };
      member.matchCount++;
      members.set(playerId, member);
    }
    for (const other of others) {
      if (other.name === null || other.name === name) continue;
      const record = opponents.get(other.name) ?? { name: other.name, ...newTally() };
      count(record, place, other.place);
      opponents.set(other.name, record);
    }
  }
  const most = (one: { matchCount: number }, other: { matchCount: number }) => other.matchCount - one.matchCount;
  return {
    ...{ name, ...total, matches },
    members: [...members.values()].sort(most),
    opponents: [...opponents.values()].sort(most),
  };
}

function newTally(): TeamTally {
  return { matchCount: 0, wins: 0, draws: 0, losses: 0 };
}

/** Counts a match by the places of two sides; one without an outcome is neither won nor lost. */
function count(tally: TeamTally, place: number | undefined, other: number | undefined): void {
  tally.matchCount++;
  if (place === undefined || other === undefined) return;
  if (place < other) tally.wins++;
  else if (place === other) tally.draws++;
  else tally.losses++;
}
