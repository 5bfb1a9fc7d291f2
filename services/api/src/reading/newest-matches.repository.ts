import { groupedBy } from '../kit/grouped-by.js';
import { isAway } from '../kit/sql/database-away.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { StoredMatch } from '../match-log/match.js';
import { listMatchesBySequence, type MatchRow, matchColumns, toMatch } from '../match-log/match.repository.js';
import { isListed, type ListedLeagues, listedParameters } from './listed-leagues.js';

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
 * Ids of the leagues that can have a match on a page of the newest ones: those that played at or after the page's start, and as many
 * more as it has items, those with the newest matches. For a player: all leagues that know them.
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

/** Whether a row of `league` is on this page. */
const ON_PAGE = `played_at BETWEEN $2 AND $3
  AND (played_at, league_id, sequence) < ($3::timestamptz, $4::integer, $5::integer)`;

/** The player of $7, under their id in a row of `league`. */
const PERSON = 'coalesce(merged.into_id, $7::integer)';

/**
 * Enough of the sequences of matches of the player of $7 in a row of `league`: see `NEWEST_APPEARANCES`.
 * @param isOfThese the condition that a column contains one of the leagues
 */
const ofPlayer = (isOfThese: (column: string) => string) => `(SELECT sequence FROM rating_change AS line
    WHERE line.league_id = league.id AND line.generation = league.generation AND line.player_id = ${PERSON} AND ${ON_PAGE}
      AND ${isOfThese('line.league_id')}
    ORDER BY played_at DESC, sequence DESC LIMIT $6)
  UNION ALL SELECT sequence FROM unrated_appearance AS own
  WHERE own.league_id = league.id AND ${isOfThese('own.league_id')} AND (own.player_id = ${PERSON}
    OR own.player_id IN (SELECT player_id FROM player_merge AS merge WHERE merge.league_id = league.id AND merge.into_id = ${PERSON}
      AND ${isOfThese('merge.league_id')}))`;

/** The newest counting matches of some leagues together, all of which can be reached. */
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
    ...(playerId === null ? [] : [playerId]),
  ];
  const newest = (columns: string, isOfThese: (column: string) => string) => {
    const merges = `LEFT JOIN player_merge AS merged ON merged.league_id = league.id AND merged.player_id = $7::integer
      AND ${isOfThese('merged.league_id')}`;
    return `SELECT ${columns} FROM (SELECT newest.* FROM league ${playerId === null ? '' : merges} CROSS JOIN LATERAL (
         SELECT * FROM match
         WHERE match.league_id = league.id AND status = 'RATED' AND ${ON_PAGE} AND played_at <= league.rated_through
           AND ${isOfThese('match.league_id')} ${playerId === null ? '' : `AND sequence IN (${ofPlayer(isOfThese)})`}
         ORDER BY played_at DESC, sequence DESC LIMIT $6
       ) AS newest WHERE league.id = ANY($1::integer[])) AS match
       ORDER BY played_at DESC, league_id DESC, sequence DESC LIMIT $6`;
  };
  try {
    const rows: (MatchRow & { league_id: number })[] = await sql.query(
      newest(`league_id, ${matchColumns('match.league_id')}`, () => 'true'),
      values,
    );
    return rows.map((row) => toMatch(row.league_id, row));
  } catch (error) {
    if (!isAway(error)) throw error;
    // Only from the servers of these leagues: first the keys of the matches, and then the matches league by league.
    const keys: { league_id: number; sequence: number }[] = await sql.query(
      newest('league_id, sequence', (column) => `${column} = ANY($1::integer[])`),
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
    // A match that was voided between the two statements does not count any more.
    return found
      .flat()
      .filter(({ status }) => status === 'RATED')
      .sort(newestFirst);
  }
}

function newestFirst(one: StoredMatch, other: StoredMatch): number {
  return (
    other.playedAt.getTime() - one.playedAt.getTime() || other.leagueId - one.leagueId || other.sequence - one.sequence
  );
}
