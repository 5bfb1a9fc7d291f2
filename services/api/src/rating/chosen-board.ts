import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { isInRange, type NameRange } from '../player/name-range.js';
import { ON_BOARD, SHOWN, type StandingRow, toStanding } from './board.js';
import type { Standing } from './rating.js';
import { RATING_COLUMNS } from './rating.repository.js';

/** What the players of a board are sorted by, the greatest first. */
const SORTED = { RATING: 'score', MATCHES: 'matches_played', WINS: 'wins', POINTS: 'points' } as const;
export type BoardOrder = keyof typeof SORTED;

/** A player's position in an order of the board: by rating, provisional players come after all others. */
export type OrderedPosition = [group: boolean, value: number, playerId: number];

export function orderedPosition(order: BoardOrder, { rating, points = 0 }: Standing): OrderedPosition {
  const { isProvisional, score, matchesPlayed, wins, playerId } = rating;
  if (order === 'RATING') return [isProvisional, score ?? Number.NEGATIVE_INFINITY, playerId];
  return [false, { MATCHES: matchesPlayed, WINS: wins, POINTS: points }[order], playerId];
}

/** The players whom a board shows. */
export interface BoardFilter {
  readonly includeProvisional: boolean;
  /** Only players who have played since; null: all. */
  readonly activeSince: Date | null;
  readonly minMatches: number;
  /** The beginning of their handles or display names; null: any. */
  readonly names: NameRange | null;
  /** Code of their country; null: any. */
  readonly country: string | null;
  /** The leagues by which the reader may see display names and countries. */
  readonly knownBy: readonly number[];
}

export interface ChosenPage {
  readonly order: BoardOrder;
  readonly filter: BoardFilter;
  readonly limit: number;
  readonly after: OrderedPosition | null;
  /** Players with better ranks are omitted. */
  readonly fromRank: number;
  readonly withPlayers: boolean;
  /** Points of races by player, in whose order the board is; others have none. Null in other orders. */
  readonly points: ReadonlyMap<number, number> | null;
}

/** Whether the leagues of a parameter may see the country of `player`. */
const IS_SHOWN = (leagues: string) => `EXISTS (SELECT FROM membership AS own
    WHERE own.player_id = player.id AND own.league_id = ANY(${leagues}::integer[]) AND since <= country_at)`;

const isBegun = (key: string) =>
  `(${isInRange(key, '$4', '$5')
    .map(({ is }) => is)
    .join(' OR ')})`;

/** Names are looked up player by player: in order of name, they could be those of the whole platform. @param of SQL of the relation */
const chosenOf = (of: string) => `(last_played_at >= $2 OR $2::timestamptz IS NULL) AND matches_played >= $3
  AND ($4::text IS NULL OR EXISTS (
    SELECT FROM membership AS own WHERE own.player_id = ${of}.player_id AND (
      own.league_id = $1 AND ${isBegun('own.handle_key')}
      OR own.league_id = ANY($6::integer[]) AND ${isBegun('own.name_key')})))
  AND ($7::text IS NULL OR EXISTS (SELECT FROM player WHERE id = ${of}.player_id AND country = $7 AND ${IS_SHOWN('$6')}))`;

function chosenBy(league: League, { activeSince, minMatches, names, country, knownBy }: BoardFilter): unknown[] {
  return [league.id, activeSince, minMatches, names?.from ?? null, names?.before ?? null, knownBy, country];
}

const onBoard = ({ includeProvisional }: BoardFilter) =>
  `FROM rating WHERE ${ON_BOARD} ${includeProvisional ? SHOWN : 'AND NOT is_provisional'}`;

/** A stretch of the board in any order, of selected players, each with their rank on the board. Reads the whole board. */
export async function listChosen(sql: Sql, league: League, page: ChosenPage): Promise<Standing[]> {
  const { order, filter, limit, after, fromRank, withPlayers, points } = page;
  const value = SORTED[order];
  // A count is never null, so its order has one group.
  const group = order === 'RATING' ? 'is_provisional' : `${value} IS NULL`;
  const sorted = `${group}, ${value} DESC, player_id`;
  const next = after ? `AND (${group}, -${value}, player_id) > ($10, -$11::double precision, $12)` : '';
  const values = [...chosenBy(league, filter), fromRank, limit, ...(after ?? [])];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const earned = points
    ? `, coalesce((${parameter(JSON.stringify(Object.fromEntries(points)))}::jsonb ->> player_id::text)::double precision, 0) AS points`
    : '';
  const rows: (StandingRow & { readonly rank: number | null; readonly points?: number })[] = await sql.query(
    `WITH page AS MATERIALIZED (
       SELECT * FROM (
         SELECT ${RATING_COLUMNS}${earned}, CASE WHEN NOT is_provisional THEN (rank() OVER (ORDER BY is_provisional, score DESC))::integer END AS rank
         ${onBoard(filter)}
       ) AS board
       WHERE ${chosenOf('board')} AND coalesce(rank, $8::integer) >= $8 ${next} ORDER BY ${sorted} LIMIT $9
     )
     SELECT page.* ${withPlayers ? ', known.handle, known.since AS created_at' : ''}
     FROM page ${withPlayers ? 'JOIN membership AS known USING (player_id, league_id)' : ''} ORDER BY ${sorted}`,
    values,
  );
  return rows.map((row) => ({ ...toStanding(row, row.rank), ...(points && { points: row.points! }) }));
}

/** How many players pass the filter. */
export async function countChosen(sql: Sql, league: League, filter: BoardFilter): Promise<number> {
  const [row] = await sql.query(
    `SELECT count(*)::integer AS players ${onBoard(filter)} AND ${chosenOf('rating')}`,
    chosenBy(league, filter),
  );
  return row.players;
}

/** Players of a board who are from a country. */
export interface CountryCount {
  readonly country: string;
  readonly players: number;
}

/** How many players of a board are from each country, the most first. @param knownBy see `BoardFilter` */
export function countCountries(sql: Sql, league: League, knownBy: readonly number[]): Promise<CountryCount[]> {
  return sql.query(
    `SELECT country, count(*)::integer AS players FROM rating JOIN player ON id = player_id
     WHERE ${ON_BOARD} ${SHOWN} AND country IS NOT NULL AND ${IS_SHOWN('$2')} GROUP BY country ORDER BY players DESC, country`,
    [league.id, knownBy],
  );
}
