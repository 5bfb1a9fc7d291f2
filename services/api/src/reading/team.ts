import { groupedBy, madeOnce } from '../kit/grouped-by.js';
import { escapeLike, isStorable } from '../kit/sql/columns.js';
import type { Sql } from '../kit/sql/transaction.js';
import { effectivePlacements, resultBetween, type StoredMatch, type StoredSide, tookPart } from '../match-log/match.js';
import { type MatchRow, matchColumns, toMatch } from '../match-log/match.repository.js';
import { plainName } from '../player/handle.js';
import { isListed, type ListedLeagues, listedParameters } from './listed-leagues.js';

/** Matches of a league, up to the newest of a team, that are searched for the team's matches: no index has the names of sides. */
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

/** A name of sides in a league. */
export interface NamedTeam {
  readonly leagueId: number;
  readonly teamName: string;
}

/** Teams of a league, by name. */
export function listTeams(sql: Sql, leagueId: number, limit: number): Promise<NamedTeam[]> {
  return sql.query(
    'SELECT league_id AS "leagueId", name AS "teamName" FROM team WHERE league_id = $1 ORDER BY name LIMIT $2',
    [leagueId, limit],
  );
}

/** Teams of listed leagues whose names begin with a text, without regard to case and accents; exact names first. */
export function searchTeams(sql: Sql, of: ListedLeagues, text: string, limit: number): Promise<NamedTeam[]> {
  return sql.query(
    `SELECT found.* FROM league CROSS JOIN LATERAL (
       SELECT league_id AS "leagueId", name AS "teamName", played_at FROM team
       WHERE team.league_id = league.id AND plain_name(lower(name)) LIKE $4 ORDER BY plain_name(lower(name)) USING ~<~ LIMIT $6
     ) AS found
     WHERE ${isListed(of)} ORDER BY plain_name(lower("teamName")) = $5 DESC, played_at DESC, "teamName", "leagueId" LIMIT $6`,
    [...listedParameters(of), `${escapeLike(plainName(text))}%`, plainName(text), limit],
  );
}

/** A team by its newest matches; null if it is in none of them. */
export async function findTeam(sql: Sql, leagueId: number, name: string): Promise<TeamFigures | null> {
  if (!isStorable(name)) return null;
  const rows: MatchRow[] = await sql.query(
    `SELECT ${matchColumns('$1')} FROM (
       SELECT * FROM match WHERE league_id = $1 AND status = 'RATED'
         AND played_at <= COALESCE((SELECT played_at FROM team WHERE league_id = $1 AND name = $2), 'infinity')
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

/** @param matches with sides of that name, newest first; of several sides with the name, the best place counts */
function teamOf(name: string, matches: readonly StoredMatch[]): TeamFigures {
  const total = newTally();
  const members = new Map<number, TeamMember>();
  const opponents = new Map<string, TeamRecord>();
  for (const { sides, playedAt } of matches) {
    const places = effectivePlacements(sides);
    const best = ([first, ...others]: readonly StoredSide[]) =>
      first && others.reduce((one, other) => (placeOf(other) < placeOf(one) ? other : one), first);
    const placeOf = (side: StoredSide) => places?.[sides.indexOf(side)] ?? Number.POSITIVE_INFINITY;
    const [own, others] = [sides.filter((side) => side.name === name), sides.filter((side) => side.name !== name)];
    const count = (tally: TeamTally, met: readonly StoredSide[]) => {
      tally.matchCount++;
      const [one, other] = [own, met].map((some) => best(some.filter(tookPart)));
      const result = places && one && other ? resultBetween(one, other, placeOf(other) - placeOf(one)) : null;
      if (result !== null) tally[result > 0 ? 'wins' : result < 0 ? 'losses' : 'draws']++;
    };
    count(total, others);
    for (const { playerId } of own.flatMap(({ participants }) => participants)) {
      madeOnce(members, playerId, () => ({ playerId, matchCount: 0, lastPlayedAt: playedAt })).matchCount++;
    }
    for (const [other, against] of groupedBy(others, (side) => side.name)) {
      if (other === null) continue;
      const record = madeOnce(opponents, other, () => ({ name: other, ...newTally() }));
      count(record, against);
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
