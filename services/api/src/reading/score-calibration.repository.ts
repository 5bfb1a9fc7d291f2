import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';

/** Scores against single opponents, of which about the same was expected. */
export interface ScoreGroup {
  /** Mean of the expected scores, 0 to 1. */
  readonly expected: number;
  /** Mean of the scores, 0 to 1. */
  readonly scored: number;
  readonly count: number;
}

/** How well the scores of a league's newest matches were predicted. */
export interface ScoreCalibration {
  /** Matches that were looked at. */
  readonly matches: number;
  /** When the oldest of them was played; null if there is none. */
  readonly since: Date | null;
  /** By tenths of the expected score, the lowest first; tenths without a score are left out. */
  readonly groups: readonly ScoreGroup[];
}

/** Most matches that are looked at, the newest. */
export const MAX_MATCHES = 2_000;
/** Most pairs of players in them: a match of twenty has as many as a hundred duels. */
const MAX_PAIRS = 20_000;
const TENTHS = 10;

/**
 * Scores in the newest matches that count, beside those that were expected by the ratings just before each match. Of one opponent after
 * the other, as the journal has them; matches of which it stores none are left out.
 */
export async function getScoreCalibration(sql: Sql, { id, generation }: League): Promise<ScoreCalibration> {
  const rows: { matches: number; since: Date | null; expected: number; scored: number; count: number }[] =
    await sql.query(
      `WITH newest AS (
         SELECT played_at, sequence, player_ids FROM match WHERE league_id = $1 AND status = 'RATED'
         ORDER BY played_at DESC, sequence DESC LIMIT ${MAX_MATCHES}
       ), looked_at AS MATERIALIZED (
         SELECT * FROM (
           SELECT *, sum(cardinality(player_ids) * (cardinality(player_ids) - 1))
                       OVER (ORDER BY played_at DESC, sequence DESC) AS pairs FROM newest
         ) AS counted WHERE pairs <= ${MAX_PAIRS}
       ), line AS (
         SELECT looked_at.played_at, looked_at.sequence, contributions
         FROM looked_at CROSS JOIN unnest(player_ids) AS own (player_id)
         LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
         CROSS JOIN LATERAL (
           SELECT contributions FROM rating_change AS line
           WHERE line.league_id = $1 AND line.generation = $2 AND line.player_id = coalesce(merge.into_id, own.player_id)
             AND line.played_at = looked_at.played_at AND line.sequence = looked_at.sequence LIMIT 1
         ) AS stored WHERE cardinality(contributions) > 0
       ), score AS (
         SELECT contributions[at + 2] AS expected, contributions[at + 3] AS actual
         FROM line CROSS JOIN generate_series(1, cardinality(contributions), ${CONTRIBUTION_WIDTH}) AS at
       ), total AS (SELECT count(DISTINCT sequence)::integer AS matches, min(played_at) AS since FROM line)
       SELECT total.*, avg(expected) AS expected, avg(actual) AS scored, count(*)::integer AS count
       FROM score CROSS JOIN total
       GROUP BY matches, since, least(floor(score.expected * ${TENTHS}), ${TENTHS - 1}) ORDER BY 3`,
      [id, generation],
    );
  const [first] = rows;
  return {
    matches: first?.matches ?? 0,
    since: first?.since ?? null,
    groups: rows.map(({ expected, scored, count }) => ({ expected, scored, count })),
  };
}
