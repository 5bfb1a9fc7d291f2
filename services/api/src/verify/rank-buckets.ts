import type { Sql } from '../persistence/transaction.js';
import type { Findings } from './findings.js';

/** Where ranks are counted by buckets, each has as many players as the board has scores in it. */
export async function checkRankBuckets(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const rows: { bucket: number; expected: number; found: number }[] = await tx.query(
    `SELECT bucket, coalesce(counted.players, 0) AS expected, coalesce(kept.players, 0) AS found
     FROM (SELECT score_bucket(score, buckets_per_point) AS bucket, count(*)::integer AS players
           FROM rating JOIN rank_scale USING (league_id)
           WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional GROUP BY 1) AS counted
     FULL JOIN (SELECT bucket, players FROM rank_bucket WHERE league_id = $1) AS kept USING (bucket)
     WHERE coalesce(counted.players, 0) <> coalesce(kept.players, 0)
     ORDER BY bucket`,
    [leagueId],
  );
  for (const { bucket, expected, found } of rows) findings.add('ranks', `bucket ${bucket}`, expected, found);
}
