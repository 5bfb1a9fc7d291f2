import { groupedBy } from '../kit/grouped-by.js';
import type { NeedsReads, NeedsSeal } from '../kit/needs.js';
import {
  type Connection,
  decodeCursor,
  type Excerpt,
  encodeCursor,
  toExcerpt,
  withCursors,
} from '../kit/paging/page.js';
import type { Seal } from '../kit/seal.js';
import { hideArrayLength, isStorable, limitedTo } from '../kit/sql/columns.js';
import { batchLoads } from '../kit/sql/prepared.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { handleKey } from '../player/handle.js';
import { leaguePlayerQuery } from '../player/league-players.repository.js';
import { GROUP_SPAN } from './rank-bucket.table.js';
import type { Rating, Standing } from './rating.js';
import { RATING_COLUMNS, type RatingRow, toRating } from './rating.repository.js';

export interface StandingsPage {
  readonly first: number;
  readonly after: string | null;
  /** Id of the player in the middle of the page; excludes `after`. */
  readonly around: number | null;
  readonly includeProvisional: boolean;
  /** Whether to include the player of each standing. */
  readonly withPlayers?: boolean;
}

/** A page of the board that begins below a position; null: at the top. */
export interface BoardPage extends Omit<StandingsPage, 'after' | 'around'> {
  readonly from?: BoardPosition | null;
}

/** One page of a league's board, by one statement, so that it never mixes revisions. */
export async function readStandings(
  { reads, seal }: NeedsReads & NeedsSeal,
  league: League,
  page: StandingsPage,
): Promise<Connection<Standing>> {
  const cursorOf = ({ rating }: Standing) => standingCursor(seal, boardPosition(rating));
  const { around } = page;
  if (around !== null) return withCursors(await listStandingsAround(reads, league, { ...page, around }), cursorOf);
  const key = decodeCursor(seal, 'standing', ['boolean', 'number', 'integer'], page.after);
  const from = key && { isProvisional: key[0], score: key[1], playerId: key[2] };
  return withCursors(await listStandings(reads, league, { ...page, from }), cursorOf);
}

/**
 * One page of a league's board, as the caller's transaction sees it: ranked players from the best down, then, if included, provisional
 * ones. One statement reads players and ranks, so that both are of the same moment.
 */
export async function listStandings(sql: Sql, league: League, page: BoardPage): Promise<Excerpt<Standing>> {
  const { first, from = null, includeProvisional, withPlayers = false } = page;
  const limit = first + 1;
  const query = from
    ? stretchQuery(AT_POSITION, 'below', includeProvisional, '$2', limit)
    : branchQuery(includeProvisional ? SHOWN : 'AND NOT is_provisional', 'below', '$2', limit);
  const values = [league.id, limit, ...(from ? [from.isProvisional, from.score, from.playerId] : [])];
  const rows = await readBoard(sql, `WITH page AS MATERIALIZED (${query})`, withPlayers, from !== null, values);
  return toExcerpt(rows, first, from !== null);
}

/** The page that has a player in its middle; empty if they are not on the board. */
async function listStandingsAround(
  sql: Sql,
  league: League,
  { first, around, includeProvisional, withPlayers = false }: BoardPage & { readonly around: number },
): Promise<Excerpt<Standing>> {
  const half = Math.floor((first - 1) / 2);
  const page = `WITH centre AS MATERIALIZED (
      SELECT is_provisional, score, player_id FROM rating
      WHERE ${ON_BOARD} AND player_id = $4 ${includeProvisional ? SHOWN : 'AND NOT is_provisional'}
    ), page AS MATERIALIZED (
      (${stretchQuery(AT_CENTRE, 'above', includeProvisional, '$3', half + 1)})
      UNION ALL SELECT ${RATING_COLUMNS} FROM centre JOIN rating USING (is_provisional, score, player_id) WHERE league_id = $1
      UNION ALL (${stretchQuery(AT_CENTRE, 'below', includeProvisional, '$2', first)})
    )`;
  const board = await readBoard(sql, page, withPlayers, true, [league.id, first, half + 1, around]);
  const start = Math.max(board.findIndex(({ rating }) => rating.playerId === around) - half, 0);
  return toExcerpt(board.slice(start), first, start > 0);
}

/** The cursor of the player at a position of the board. */
export function standingCursor(seal: Seal, { isProvisional, score, playerId }: BoardPosition): string {
  return encodeCursor(seal, 'standing', isProvisional, score, playerId);
}

/** A place on the board between two players: where a page begins or ends. */
export interface BoardPosition {
  readonly isProvisional: boolean;
  readonly score: number;
  readonly playerId: number;
}

export function boardPosition(rating: Rating): BoardPosition {
  return {
    isProvisional: rating.isProvisional,
    score: rating.score ?? Number.NEGATIVE_INFINITY,
    playerId: rating.playerId,
  };
}

/** The order of the board: provisional players after all others. */
export function byPlace(a: PlaceOnBoard, b: PlaceOnBoard): number {
  return (
    Number(a.isProvisional) - Number(b.isProvisional) ||
    (b.score ?? Number.NEGATIVE_INFINITY) - (a.score ?? Number.NEGATIVE_INFINITY) ||
    a.playerId - b.playerId
  );
}

type PlaceOnBoard = Pick<Rating, 'isProvisional' | 'score' | 'playerId'>;

/** The players on the board; the league is $1. */
export const ON_BOARD = 'league_id = $1 AND matches_played > 0';

/** A board of ranked players has no hidden ones, because these have no rank. */
export const SHOWN = 'AND hidden_at IS NULL';

export interface StandingRow extends RatingRow {
  readonly handle?: string;
  readonly created_at?: Date;
  readonly above?: number;
  readonly ahead?: number;
}

/** @param page SQL of the ratings of a stretch; the league is $1 @param isFurther whether it begins below the top */
async function readBoard(
  sql: Sql,
  page: string,
  withPlayers: boolean,
  isFurther: boolean,
  values: unknown[],
): Promise<Standing[]> {
  const rows: StandingRow[] = await sql.query(
    `${page}
     SELECT page.* ${withPlayers ? ', known.handle, known.since AS created_at' : ''} ${isFurther ? PLACE_COLUMNS : ''}
     FROM page ${withPlayers ? 'JOIN membership AS known USING (player_id, league_id)' : ''}
     ORDER BY ${ORDERS.below}`,
    values,
  );
  const ranks = ranksOf(rows);
  return rows.map((row, index) => toStanding(row, ranks[index]!));
}

const ORDERS = {
  below: 'is_provisional, score DESC, player_id',
  above: 'is_provisional DESC, score, player_id DESC',
} as const;

/** SQL of a place on the board between two players. */
interface PositionSql {
  readonly isProvisional: string;
  readonly score: string;
  readonly playerId: string;
}
const AT_POSITION: PositionSql = { isProvisional: '$3', score: '$4', playerId: '$5' };
const AT_CENTRE: PositionSql = {
  isProvisional: '(SELECT is_provisional FROM centre)',
  score: '(SELECT score FROM centre)',
  playerId: '(SELECT player_id FROM centre)',
};

/**
 * A stretch as a union of branches that each follow the index. With one condition on the whole position, PostgreSQL would read and filter
 * all rows before it.
 * @param direction `below`: down from the position; `above`: up from it, nearest first
 */
function stretchQuery(
  { isProvisional, score, playerId }: PositionSql,
  direction: 'below' | 'above',
  includeProvisional: boolean,
  parameter: string,
  limit: number,
): string {
  const shown = includeProvisional ? SHOWN : '';
  const [after, worse] = direction === 'below' ? ['>', '<'] : ['<', '>'];
  const branches = [
    `AND is_provisional = ${isProvisional} AND score = ${score} AND player_id ${after} ${playerId} ${shown}`,
    `AND is_provisional = ${isProvisional} AND score ${worse} ${score} ${shown}`,
  ];
  if (direction === 'above') branches.push(`AND NOT is_provisional AND ${isProvisional}`);
  else if (includeProvisional) branches.push(`AND is_provisional AND NOT ${isProvisional} ${SHOWN}`);
  const union = branches.map((condition) => `(${branchQuery(condition, direction, parameter, limit)})`);
  return `SELECT * FROM (${union.join(' UNION ALL ')}) AS branches ORDER BY ${ORDERS[direction]} LIMIT ${parameter}`;
}

function branchQuery(condition: string, direction: 'below' | 'above', parameter: string, limit: number): string {
  const ratings = `SELECT ${RATING_COLUMNS} FROM rating WHERE ${ON_BOARD} ${condition} ORDER BY ${ORDERS[direction]}`;
  return limitedTo(ratings, parameter, limit);
}

/**
 * How many ranked players of the league of $1 are above a score: by rank buckets if the league has them, otherwise one by one. OFFSET 0
 * keeps PostgreSQL from computing the bucket of the score again at each use.
 */
function countAboveQuery(score: string): string {
  const ranked = `FROM rating WHERE ${ON_BOARD} AND NOT is_provisional AND rating.score > place.score`;
  const players = 'SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = $1';
  return `SELECT (CASE WHEN scale IS NULL THEN (SELECT count(*) ${ranked})
      ELSE (${players} AND span = ${GROUP_SPAN} AND bucket > place.bucket | ${GROUP_SPAN})
        + (${players} AND span = 0 AND bucket > place.bucket AND bucket <= place.bucket | ${GROUP_SPAN})
        + (SELECT count(*) ${ranked} AND rating.score <= place.bucket_end
             AND score_bucket(rating.score, scale) = place.bucket)
      END)::integer
    FROM (SELECT *, ${BUCKET_END} AS bucket_end
      FROM (SELECT *, score_bucket(score, scale) AS bucket
        FROM (SELECT ${score} AS score, (SELECT buckets_per_point FROM rank_scale WHERE league_id = $1) AS scale OFFSET 0)
          AS scaled OFFSET 0) AS bucketed OFFSET 0) AS place`;
}

/** The last bucket has no end. The bound of the others is a little too high; the bucket number decides which players are in it. */
const BUCKET_END = `CASE WHEN bucket < 1000000000 THEN (bucket + 1.001::double precision) / scale ELSE 'Infinity' END`;

/** The best of a page. */
const BEST = `(SELECT score, player_id FROM page WHERE NOT is_provisional ORDER BY score DESC, player_id LIMIT 1)`;
/** How many ranked players have a better score than the best of a page, and how many of equal score come before them. */
const PLACE_COLUMNS = `, (SELECT (${countAboveQuery('best.score')}) FROM ${BEST} AS best) AS above,
  (SELECT (SELECT count(*) FROM rating WHERE ${ON_BOARD} AND NOT is_provisional AND score = best.score
     AND player_id < best.player_id)::integer FROM ${BEST} AS best) AS ahead`;

/** Ranks of a stretch from the best down: the first is counted, the others follow from it. */
function ranksOf(rows: readonly StandingRow[]): (number | null)[] {
  const ranks: (number | null)[] = [];
  for (const [index, row] of rows.entries()) {
    const isTied = index > 0 && row.score === rows[index - 1]!.score;
    if (row.is_provisional) ranks.push(null);
    else if (index === 0) ranks.push((row.above ?? 0) + 1);
    else ranks.push(isTied ? ranks[index - 1]! : (row.above ?? 0) + (row.ahead ?? 0) + index + 1);
  }
  return ranks;
}

export function toStanding(row: StandingRow, rank: number | null): Standing {
  const rating = { rank, ...toRating(row) };
  if (row.handle === undefined) return { rank, rating };
  const player = { id: row.player_id, handle: row.handle, createdAt: row.created_at! };
  return { rank, player, rating: { player, ...rating } };
}

/** A player's rating, by handle, with the player and their rank; null if they have none here. */
export async function findRankedRating(sql: Sql, league: League, handle: string): Promise<Rating | null> {
  if (!isStorable(handle)) return null;
  const rows: StandingRow[] = await sql.query(
    `SELECT ${RATING_COLUMNS}, handle, since AS created_at,
            CASE WHEN matches_played > 0 AND NOT is_provisional THEN (${countAboveQuery('own.score')}) END AS above
     FROM rating AS own JOIN membership USING (player_id, league_id)
     WHERE league_id = $1 AND player_id = ${leaguePlayerQuery('$1', '$2')}`,
    [league.id, handleKey(handle)],
  );
  const row = rows[0];
  if (!row) return null;
  const { above } = row;
  const { rating } = toStanding(row, null);
  return { ...rating, rank: above == null || rating.score === null ? null : above + 1 };
}

/**
 * Ratings of players in a league, by the keys of their handles, each with the player and without a rank.
 * @returns ratings with their positions in the given list, from 0; without players who have none
 */
export async function listRatingsByHandle(
  sql: Sql,
  leagueId: number,
  handleKeys: readonly string[],
): Promise<{ place: number; rating: Rating }[]> {
  const rows: (StandingRow & { place: number })[] = await sql.query(
    `SELECT (place - 1)::integer AS place, own.*, known.handle, known.since AS created_at
     FROM unnest(${hideArrayLength('$2', 'text')}) WITH ORDINALITY AS asked (key, place)
     CROSS JOIN LATERAL (
       SELECT ${RATING_COLUMNS} FROM rating WHERE league_id = $1 AND player_id = ${leaguePlayerQuery('$1', 'asked.key')}
       LIMIT 1
     ) AS own
     JOIN membership AS known ON known.player_id = own.player_id AND known.league_id = $1`,
    [leagueId, handleKeys],
  );
  return rows.map((row) => ({ place: row.place, rating: { ...toStanding(row, null).rating, rank: undefined } }));
}

/** The best of the board except for some players; without ranks. */
export async function listTopExcept(
  sql: Sql,
  leagueId: number,
  playerIds: readonly number[],
  limit: number,
): Promise<Rating[]> {
  const rows: RatingRow[] = await sql.query(
    `SELECT ${RATING_COLUMNS} FROM rating
     WHERE ${ON_BOARD} AND NOT is_provisional AND player_id <> ALL($2::integer[]) ORDER BY ${ORDERS.below} LIMIT $3`,
    [leagueId, playerIds, limit],
  );
  return rows.map(toRating);
}

export async function isAnybodyRanked(sql: Sql, leagueId: number): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM rating WHERE ${ON_BOARD} AND NOT is_provisional ORDER BY ${ORDERS.below} LIMIT 1`,
    [leagueId],
  );
  return rows.length > 0;
}

/** How many players on the board have a rank, and how many are provisional. */
export async function countOnBoard(sql: Sql, leagueId: number): Promise<{ ranked: number; provisional: number }> {
  const [counts] = await sql.query(
    `SELECT (count(*) FILTER (WHERE NOT is_provisional))::integer AS ranked,
            (count(*) FILTER (WHERE is_provisional AND hidden_at IS NULL))::integer AS provisional
     FROM rating WHERE ${ON_BOARD}`,
    [leagueId],
  );
  return counts;
}

/** How many players of each league have a rank: by rank buckets if the league has them, otherwise one by one. */
export async function countRanked(sql: Sql, leagueIds: readonly number[]): Promise<Map<number, number>> {
  const rows: { id: number; ranked: number }[] = await sql.query(
    `SELECT id, (CASE WHEN EXISTS (SELECT FROM rank_scale WHERE league_id = league.id)
         THEN (SELECT coalesce(sum(players), 0) FROM rank_bucket WHERE league_id = league.id AND span = ${GROUP_SPAN})
         ELSE (SELECT count(*) FROM rating WHERE league_id = league.id AND matches_played > 0 AND NOT is_provisional)
       END)::integer AS ranked
     FROM league WHERE id = ANY($1::integer[])`,
    [leagueIds],
  );
  return new Map(rows.map(({ id, ranked }) => [id, ranked]));
}

/** How many ranked players are above each score. */
export async function countAbove(sql: Sql, league: League, scores: readonly number[]): Promise<Map<number, number>> {
  const rows: { score: number; above: number }[] = await sql.query(
    `SELECT score, (${countAboveQuery('given.score')}) AS above
     FROM unnest($2::double precision[]) AS given (score)`,
    [league.id, [...new Set(scores)]],
  );
  return new Map(rows.map((row) => [row.score, row.above]));
}

/** The players with the most rated matches, in descending order, without hidden ones. */
export function listMostPlayed(
  sql: Sql,
  leagueId: number,
  most: number,
): Promise<{ readonly playerId: number; readonly matchesPlayed: number }[]> {
  return sql.query(
    `SELECT player_id AS "playerId", matches_played AS "matchesPlayed" FROM rating
     WHERE league_id = $1 AND matches_played > 0 AND hidden_at IS NULL
     ORDER BY matches_played DESC, player_id LIMIT $2`,
    [leagueId, most],
  );
}

/** Reads players' ratings, one statement for all concurrent requests of a league. */
export class RatingReader {
  readonly #byKey: (key: string) => Promise<Rating | undefined>;

  constructor(sql: Sql) {
    this.#byKey = batchLoads(async (keys) => {
      const ofLeagues = [...groupedBy(keys, (key) => asked(key).leagueId)].map(async ([leagueId, own]) => {
        const handleKeys = own.map((key) => asked(key).handleKey);
        const ratings = await listRatingsByHandle(sql, leagueId, handleKeys);
        return ratings.map(({ place, rating }) => [own[place]!, rating] as const);
      });
      return new Map((await Promise.all(ofLeagues)).flat());
    });
  }

  /** A player's rating, by handle, with the player and without a rank; null if they have none in the league. */
  async find({ id }: Pick<League, 'id'>, handle: string): Promise<Rating | null> {
    if (!isStorable(handle)) return null;
    return (await this.#byKey(`${id} ${handleKey(handle)}`)) ?? null;
  }
}

function asked(key: string): { leagueId: number; handleKey: string } {
  const end = key.indexOf(' ');
  return { leagueId: Number(key.slice(0, end)), handleKey: key.slice(end + 1) };
}
