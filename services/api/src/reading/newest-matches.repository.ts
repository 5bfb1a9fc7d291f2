import { groupedBy } from '../kit/grouped-by.js';
import { isAway } from '../kit/sql/database-away.js';
import type { Sql } from '../kit/sql/transaction.js';
import { isListed, type ListedLeagues, listedParameters } from '../league/listed-leagues.js';
import type { StoredMatch } from '../match-log/match.js';
import { listMatchesBySequence, type MatchRow, matchColumns, toMatch } from '../match-log/match.repository.js';

/** A place in the log of all leagues together. */
export interface FeedPlace {
  readonly playedAt: Date;
  readonly leagueId: number;
  readonly sequence: number;
}

/** A page of the newest matches of all leagues. */
export interface FeedPage {
  readonly limit: number;
  readonly after: FeedPlace | null;
  /** Inclusive; null: from the beginning. */
  readonly since: Date | null;
  /** Only matches in which this player took part, under any id; null: all. */
  readonly playerId: number | null;
}

/**
 * Ids of the leagues that can have a match on a page of the newest ones: those that played at or after the place where it begins, and as
 * many more as it has items, those with the newest matches. Of a player: all that know them.
 */
export async function listLeaguesOfFeed(
  sql: Sql,
  of: ListedLeagues,
  { limit, after, since, playerId }: FeedPage,
): Promise<number[]> {
  const own = `FROM league WHERE ${isListed(of)} AND rated_through >= $6`;
  const values = [...listedParameters(of), after?.playedAt ?? 'infinity', limit, since ?? '-infinity'];
  if (playerId !== null) {
    const known: { id: number }[] = await sql.query(
      `SELECT id ${own} AND $4::timestamptz IS NOT NULL AND $5::integer IS NOT NULL
         AND id IN (SELECT league_id FROM membership WHERE player_id = $7)`,
      [...values, playerId],
    );
    return known.map(({ id }) => id);
  }
  const rows: { id: number }[] = await sql.query(
    `(SELECT id ${own} AND rated_through >= $4)
     UNION ALL (SELECT id ${own} AND rated_through < $4 ORDER BY rated_through DESC, id LIMIT $5)`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** On this page of a row of `league`. */
const ON_PAGE = `played_at BETWEEN $2 AND $3
  AND (played_at, league_id, sequence) < ($3::timestamptz, $4::integer, $5::integer)`;

/** Enough of the sequences of matches of the player of $7 in a row of `league`: see `NEWEST_APPEARANCES`. */
const OF_PLAYER = `(SELECT sequence FROM rating_change AS line
    WHERE line.league_id = league.id AND line.generation = league.generation AND line.player_id = person.id AND ${ON_PAGE}
    ORDER BY played_at DESC, sequence DESC LIMIT $6)
  UNION ALL SELECT sequence FROM unrated_appearance AS own WHERE own.league_id = league.id AND (own.player_id = person.id
    OR own.player_id IN (SELECT player_id FROM player_merge AS merge WHERE merge.league_id = league.id AND merge.into_id = person.id))`;
const PERSON = `CROSS JOIN LATERAL (SELECT coalesce(
    (SELECT into_id FROM player_merge AS merge WHERE merge.league_id = league.id AND merge.player_id = $7::integer), $7::integer) AS id
  ) AS person`;

/** The newest matches that count of some leagues together, of which all can be reached. */
export async function listNewestMatches(
  sql: Sql,
  leagueIds: readonly number[],
  { limit, after, since, playerId }: FeedPage,
): Promise<StoredMatch[]> {
  const values = [
    leagueIds,
    since ?? '-infinity',
    after?.playedAt ?? 'infinity',
    after?.leagueId ?? 0,
    after?.sequence ?? 0,
    limit,
  ];
  const newest = (
    columns: string,
    more = '',
  ) => `SELECT newest.* FROM league ${playerId === null ? '' : PERSON} CROSS JOIN LATERAL (
       SELECT ${columns} FROM match
       WHERE match.league_id = league.id AND status = 'RATED' AND ${ON_PAGE} AND played_at <= league.rated_through ${more}
       ORDER BY played_at DESC, sequence DESC LIMIT $6
     ) AS newest WHERE league.id = ANY($1::integer[])`;
  try {
    const rows: (MatchRow & { league_id: number })[] = await sql.query(
      `SELECT league_id, ${matchColumns('match.league_id')}
       FROM (${newest('*', playerId === null ? '' : `AND sequence IN (${OF_PLAYER})`)}) AS match
       ORDER BY played_at DESC, league_id DESC, sequence DESC LIMIT $6`,
      playerId === null ? values : [...values, playerId],
    );
    return rows.map((row) => toMatch(row.league_id, row));
  } catch (error) {
    if (!isAway(error) || playerId !== null) throw error;
    // Of the servers of these leagues alone, first which matches, and then these league by league.
    const keys: { league_id: number; sequence: number }[] = await sql.query(
      `SELECT league_id, sequence FROM (${newest('league_id, played_at, sequence', 'AND match.league_id = ANY($1::integer[])')}) AS match
       ORDER BY played_at DESC, league_id DESC, sequence DESC LIMIT $6`,
      values,
    );
    const found = await Promise.all(
      [...groupedBy(keys, (key) => key.league_id)].map(([leagueId, own]) =>
        listMatchesBySequence(
          sql,
          leagueId,
          own.map(({ sequence }) => sequence),
        ),
      ),
    );
    return found.flat().sort(newestFirst);
  }
}

function newestFirst(one: StoredMatch, other: StoredMatch): number {
  return (
    other.playedAt.getTime() - one.playedAt.getTime() || other.leagueId - one.leagueId || other.sequence - one.sequence
  );
}
