import type { Access } from '../access/access.js';
import { escapeLike, isStorable } from '../kit/sql/columns.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { LEAGUE_FIELDS } from '../league/league.repository.js';
import type { StoredMatch } from '../match-log/match.js';
import { type MatchRow, matchColumns, toMatch } from '../match-log/match.repository.js';
import { foldedName, plainName } from '../player/handle.js';
import { EVERYBODY, listPlayers, listPlayersBeginning, visibleLeagueIds } from '../player/known-players.js';
import { isNamed, type NameCondition } from '../player/name-range.js';
import type { Player } from '../player/player.js';
import { isListed, type ListedLeagues, listedParameters } from './listed-leagues.js';
import { type NamedTeam, searchTeams } from './team.js';

/** Results of a search, ranked by how well a name fits the text: exactly, at its beginning, or anywhere. */
export type FoundItem = League | Player | StoredMatch | NamedTeam;

/**
 * Leagues, players, teams and matches that the caller may see, by slug and name, by handle and display name, by the beginning of a side's name, all without
 * regard to case and accents, and by external id, which must be the text. Exact names come first, then names with this beginning, then the rest; the kinds take
 * turns.
 */
export async function search(sql: Sql, of: ListedLeagues, text: string, limit: number): Promise<FoundItem[]> {
  const plain = plainName(text);
  if (plain === '' || !isStorable(text)) return [];
  const { access } = of;
  const name = 'plain_name(lower(name))';
  const [leagues, beginning, teams, matches] = await Promise.all([
    sql.query(
      `SELECT ${LEAGUE_FIELDS} FROM league WHERE ${isListed(of)} AND (slug LIKE $4 OR ${name} LIKE $4)
       ORDER BY slug = $5 DESC, ${name} = $5 DESC, slug LIKE $6 OR ${name} LIKE $6 DESC, rated_through DESC NULLS LAST, id LIMIT $7`,
      [...listedParameters(of), `%${escapeLike(plain)}%`, plain, `${escapeLike(plain)}%`, limit],
    ) as Promise<League[]>,
    listPlayersBeginning(sql, access, text, limit),
    searchTeams(sql, of, text, limit),
    sql.query(
      `SELECT league_id, ${matchColumns('match.league_id')}
       FROM (SELECT found.* FROM league CROSS JOIN LATERAL (
               SELECT * FROM match WHERE match.league_id = league.id AND external_id = $4
             ) AS found WHERE ${isListed(of)}) AS match
       ORDER BY played_at DESC, league_id LIMIT $5`,
      [...listedParameters(of), text, limit],
    ) as Promise<(MatchRow & { league_id: number })[]>,
  ]);
  const begun = new Map(beginning.map(({ id, isExact }) => [id, isExact ? 0 : 1]));
  const others =
    begun.size < limit ? (await listPlayers(sql, access, { limit, afterKey: null, search: text })).players : [];
  const players = [...beginning, ...others.filter(({ id }) => !begun.has(id))];
  const fitOf = (...names: readonly string[]) => {
    const keys = names.map(plainName);
    return keys.includes(plain) ? 0 : keys.some((key) => key.startsWith(plain)) ? 1 : 2;
  };
  return ranked(limit, [
    leagues.map((league) => ({ fit: fitOf(league.slug, league.name), found: league })),
    players.map((player) => ({ fit: begun.get(player.id) ?? 2, found: player })),
    teams.map((team) => ({ fit: fitOf(team.teamName), found: team })),
    matches.map((row) => ({ fit: 0, found: toMatch(row.league_id, row) })),
  ]);
}

interface Fitting {
  readonly fit: number;
  readonly found: FoundItem;
}

/** The best of some lists. Equally good items of different lists take turns. */
function ranked(limit: number, lists: readonly (readonly Fitting[])[]): FoundItem[] {
  const placed = lists.flatMap((list) => {
    const seen = [0, 0, 0];
    return list.map(({ fit, found }) => ({ fit, found, turn: seen[fit]!++ }));
  });
  // Sorting is stable: within a turn, leagues come first.
  return placed
    .toSorted((a, b) => a.fit - b.fit || a.turn - b.turn)
    .map(({ found }) => found)
    .slice(0, limit);
}

/**
 * The player of a league whom a reader of its board means by a name that is nobody's handle or account: the display name that the board shows
 * the reader, without regard to case and accents. Of several with that name, the one with the same accents, and then the best. Hidden players
 * are found only by their handle.
 * @returns null if there is none
 */
export async function findNamedOnBoard(
  sql: Sql,
  access: Access,
  leagueId: number,
  name: string,
): Promise<number | null> {
  if (!isStorable(name)) return null;
  const written = `own.name_key COLLATE "C" = $4`;
  const named =
    (leagues: string, isWritten: string) =>
    ({ is }: NameCondition) =>
      `SELECT own.player_id, ${isWritten} AS is_written FROM membership AS own WHERE own.league_id = ${leagues} AND ${is}`;
  const rows: { id: number }[] = await sql.query(
    `SELECT player_id AS id FROM (
       SELECT player_id, bool_or(is_written) AS is_written FROM (
         ${isNamed('own.name_key', '$3').map(named('ANY($2::integer[])', written)).join(' UNION ALL ')}
         UNION ALL ${isNamed('own.handle_key', '$3').map(named('$1', 'false')).join(' UNION ALL ')}
       ) AS alike GROUP BY player_id
     ) AS named JOIN rating USING (player_id)
     WHERE league_id = $1 AND matches_played > 0 AND hidden_at IS NULL
     ORDER BY is_written DESC, is_provisional, score DESC, player_id LIMIT 1`,
    [leagueId, visibleLeagueIds(access) ?? [EVERYBODY, leagueId], plainName(name.trim()), foldedName(name.trim())],
  );
  return rows[0]?.id ?? null;
}
