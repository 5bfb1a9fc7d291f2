import type { Sql } from '../kit/sql/transaction.js';

/** A rank at a midnight. */
export interface RankPoint {
  readonly at: Date;
  readonly rank: number;
}

export interface RankWindow {
  /** Inclusive; null: the newest MAX_DAYS. */
  readonly from: Date | null;
  /** Inclusive; null: up to the newest. */
  readonly to: Date | null;
}

/** Most recorded days that are looked at, the newest: somewhat more than a year of them. */
export const MAX_DAYS = 400;

/**
 * The ranks that players of a league had at the midnights that were recorded, as the board showed them then, by their ids, the oldest first.
 * Days whose board was that of the day before are left out.
 */
export async function listRankSeries(
  sql: Sql,
  leagueId: number,
  { from, to }: RankWindow,
  playerIds: readonly number[],
): Promise<Map<number, readonly RankPoint[]>> {
  const rows: { playerId: number; at: Date[]; ranks: number[] }[] = await sql.query(
    `SELECT player_id AS "playerId", array_agg(midnight ORDER BY midnight) AS at, array_agg(rank ORDER BY midnight) AS ranks
     FROM (
       SELECT midnight, player_id, array_position(scores, scores[array_position(players, player_id)]) AS rank
       FROM (SELECT midnight, players, scores FROM standings_snapshot
             WHERE league_id = $1 AND players IS NOT NULL AND midnight BETWEEN $3 AND $4
             ORDER BY day DESC LIMIT ${MAX_DAYS}) AS recorded
       CROSS JOIN unnest($2::integer[]) AS who (player_id)
     ) AS ranked WHERE rank IS NOT NULL GROUP BY player_id`,
    [leagueId, playerIds, from ?? '-infinity', to ?? 'infinity'],
  );
  return new Map(
    rows.map(({ playerId, at, ranks }) => [playerId, at.map((at, place) => ({ at, rank: ranks[place]! }))]),
  );
}
