import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';

/** A player in a period of a league. */
export interface PeriodPlayer {
  readonly playerId: number;
  readonly matchCount: number;
  /** Points gained since the newest match before the period; null if there is none, or no value. */
  readonly change: number | null;
}

/** The most players who are counted, those with the most matches. */
export const MAX_PLAYERS = 20_000;

/** The figures of a period of a league. */
export interface Period {
  readonly matchCount: number;
  readonly playerCount: number;
  readonly newcomerCount: number;
  readonly correctionCount: number;
  /** Without hidden players; the most matches first. */
  readonly mostActive: readonly PeriodPlayer[];
  /** Players who gained, likewise; the most points first. */
  readonly climbers: readonly PeriodPlayer[];
}

interface PeriodQuery {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** SQL that holds for entries of the audit log about a correction. */
  readonly isCorrection: string;
}

/** Most players who are listed. */
const MAX_LISTED = 100;
/** The most corrections among which those of a period are counted, the newest. */
export const MAX_COUNTED = 10_000;

/** Reads a period: of each player, at most MAX_PLAYERS, the number of their lines, along the index alone, and two lines. */
export async function readPeriod(sql: Sql, league: League, { from, to, isCorrection }: PeriodQuery): Promise<Period> {
  const rows: Period[] = await sql.query(
    `WITH own AS MATERIALIZED (
       SELECT who.player_id AS "playerId", played.count AS "matchCount", hidden_at IS NOT NULL AS is_hidden,
              before.sequence IS NULL AS is_new, newest.after_value - before.after_value AS change
       FROM (
         SELECT player_id, hidden_at FROM rating
         WHERE league_id = $1 AND matches_played > 0 AND last_played_at >= $3
         ORDER BY matches_played DESC, player_id LIMIT ${MAX_PLAYERS}
       ) AS who CROSS JOIN LATERAL (
         SELECT count(*)::integer AS count FROM ${linesWhere('played_at >= $3 AND played_at < $4')}
       ) AS played
       LEFT JOIN LATERAL (${newestOf('played_at < $3')}) AS before ON true
       LEFT JOIN LATERAL (${newestOf('played_at < $4')}) AS newest ON true
       WHERE played.count > 0
     ), matches AS (
       SELECT count(*)::integer AS count FROM match WHERE league_id = $1 AND played_at >= $3 AND played_at < $4
     ), void AS (
       SELECT count(*)::integer AS count FROM match
       WHERE league_id = $1 AND played_at >= $3 AND played_at < $4 AND status = 'VOID'
     ), corrected AS (
       SELECT count(*)::integer AS count FROM (
         SELECT at FROM audit_entry WHERE league_id = $1 AND ${isCorrection} ORDER BY id DESC LIMIT ${MAX_COUNTED}
       ) AS newest WHERE at >= $3 AND at < $4
     )
     SELECT matches.count - void.count AS "matchCount", corrected.count AS "correctionCount",
            (SELECT count(*)::integer FROM own) AS "playerCount",
            (SELECT count(*)::integer FROM own WHERE is_new) AS "newcomerCount",
            ${top('true', '"matchCount"')} AS "mostActive", ${top('change > 0', 'change')} AS climbers
     FROM matches, void, corrected`,
    [league.id, league.generation, from, to],
  );
  return rows[0]!;
}

function linesWhere(condition: string): string {
  return `rating_change AS line
    WHERE line.league_id = $1 AND line.generation = $2 AND line.player_id = who.player_id AND ${condition}`;
}

function newestOf(condition: string): string {
  return `SELECT sequence, after_value FROM ${linesWhere(condition)} ORDER BY played_at DESC, sequence DESC LIMIT 1`;
}

function top(condition: string, order: string): string {
  return `(SELECT coalesce(json_agg(listed), '[]') FROM (
      SELECT "playerId", "matchCount", change FROM own WHERE NOT is_hidden AND ${condition}
      ORDER BY ${order} DESC, "playerId" LIMIT ${MAX_LISTED}
    ) AS listed)`;
}
