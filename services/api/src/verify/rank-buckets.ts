import type { Sql } from '../kit/sql/transaction.js';
import { GROUP_SPAN } from '../rating/rank-bucket.table.js';
import type { Findings } from './findings.js';

/** Each rank bucket and each group of buckets counts the players on the board whose scores are in it. */
export async function checkRankBuckets(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const rows: { span: number; bucket: number; expected: number; found: number }[] = await tx.query(
    `SELECT span, bucket, coalesce(counted.players, 0) AS expected, coalesce(kept.players, 0) AS found
     FROM (SELECT span, score_bucket(score, buckets_per_point) | span AS bucket, count(*)::integer AS players
           FROM rating JOIN rank_scale USING (league_id) CROSS JOIN (VALUES (0), (${GROUP_SPAN})) AS spans (span)
           WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional GROUP BY 1, 2) AS counted
     FULL JOIN (SELECT span, bucket, players FROM rank_bucket WHERE league_id = $1) AS kept USING (span, bucket)
     WHERE coalesce(counted.players, 0) <> coalesce(kept.players, 0)
     ORDER BY span, bucket`,
    [leagueId],
  );
  for (const { span, bucket, expected, found } of rows) {
    findings.add('ranks', `${span ? 'buckets to' : 'bucket'} ${bucket}`, expected, found);
  }
}
