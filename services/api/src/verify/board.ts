import { nextMidnight } from '../kit/sql/columns.js';
import { GROUP_SPAN } from '../rating/rank-bucket.table.js';
import { differences } from './findings.js';
import type { LeagueRule } from './rules.js';

/** Data beside the board of a league agrees with it. `checkOutcome` compares the board itself with the replay. */
export const BOARD_RULES: readonly LeagueRule[] = [
  {
    // Every recorded day has as many scores as players, each player once, the best score first, and was recorded after its end.
    invariant: 'snapshots',
    statement: `
      WITH place AS (
        SELECT day, player, score, lag(score) OVER (PARTITION BY day ORDER BY place) AS better
        FROM standings_snapshot, unnest(players, scores) WITH ORDINALITY AS listed (player, score, place)
        WHERE league_id = $id
      ), broken AS (
        SELECT day, 'a player and a score at every place' AS rule FROM place WHERE player IS NULL OR score IS NULL
        UNION SELECT day, 'players who stand once' FROM place GROUP BY day, player HAVING count(*) > 1
        UNION SELECT day, 'the best first' FROM place WHERE score > better
        UNION SELECT day, 'a day that was over' FROM standings_snapshot
              WHERE league_id = $id AND (midnight > recorded_at OR midnight > coalesce($refreshedThrough::timestamptz, '-infinity'))
        UNION SELECT day, 'a revision of the league' FROM standings_snapshot WHERE league_id = $id AND revision > $revision
        UNION SELECT day, 'players on the first day' FROM (
                SELECT day, players FROM standings_snapshot WHERE league_id = $id ORDER BY day LIMIT 1
              ) AS first WHERE players IS NULL
      )
      SELECT to_char(day, 'YYYY-MM-DD') AS day, rule FROM broken ORDER BY 1, 2`,
    says: ({ day, rule }) => [`day ${day}`, rule, 'another'],
  },
  {
    // So no midnight is skipped: a service runs due leagues before its first response, and later within seconds. The comparison with
    // the replay shows that the ratings are as of the midnight of the board.
    invariant: 'midnight',
    statement: `SELECT ${nextMidnight('refreshed_through', 'time_zone')} AS "refreshDueAt" FROM league WHERE id = $id`,
    says: (next, league) => differences(`league ${league.slug}`, next, league),
  },
  {
    // Each bucket and each group of buckets counts the players on the board whose scores are in it.
    invariant: 'ranks',
    mend: 'counters',
    statement: `
      SELECT span, bucket, coalesce(counted.players, 0) AS expected, coalesce(kept.players, 0) AS found
      FROM (SELECT span, score_bucket(score, buckets_per_point) | span AS bucket, count(*)::integer AS players
            FROM rating JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (${GROUP_SPAN})) AS spans (span)
            WHERE league_id = $id AND matches_played > 0 AND NOT is_provisional GROUP BY 1, 2) AS counted
      FULL JOIN (SELECT span, bucket, players FROM rank_bucket WHERE league_id = $id) AS kept USING (span, bucket)
      WHERE coalesce(counted.players, 0) <> coalesce(kept.players, 0)
      ORDER BY span, bucket`,
    says: ({ span, bucket, expected, found }) => [`${span ? 'buckets to' : 'bucket'} ${bucket}`, expected, found],
  },
];

/** In a league that cannot be replayed, the counts of each player on the board equal the sums over the journal. */
export const TALLY_RULES: readonly LeagueRule[] = [
  {
    invariant: 'tallies',
    statement: `
      WITH line AS (
        SELECT player_id, count(*) AS matches_played, count(*) FILTER (WHERE verdict = 1) AS wins,
               count(*) FILTER (WHERE verdict = 0) AS draws, count(*) FILTER (WHERE verdict = -1) AS losses,
               max(after_value) AS peak, max(played_at) AS last_played_at
        FROM rating_change WHERE league_id = $id AND generation = $generation GROUP BY player_id
      ), listed AS (
        SELECT player_id, jsonb_build_array(matches_played, wins, draws, losses, peak, last_played_at) AS tally FROM line
      ), shown AS (
        SELECT player_id, jsonb_build_array(matches_played, wins, draws, losses, peak, last_played_at) AS tally
        FROM rating WHERE league_id = $id AND matches_played > 0
      )
      SELECT player_id, listed.tally AS expected, shown.tally AS found
      FROM listed FULL JOIN shown USING (player_id) WHERE listed.tally IS DISTINCT FROM shown.tally
      ORDER BY player_id`,
    says: ({ player_id, expected, found }) => [`player ${player_id}`, expected, found],
  },
];
