import type { Formats } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';

const SHOWN = 10;

/** The league's matches that a rater with these formats cannot rate: the first one, and how many there are. */
export async function listUnratable(
  sql: Sql,
  leagueId: number,
  { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide }: Formats,
): Promise<{ externalIds: string[]; count: number }> {
  const rows: { external_id: string; count: number }[] = await sql.query(
    `WITH misfit AS MATERIALIZED (
       SELECT external_id, played_at, sequence FROM match
       WHERE league_id = $1 AND NOT CASE
         WHEN sides IS NULL THEN cardinality(player_ids) BETWEEN $2 AND $3 AND 1 BETWEEN $4 AND $5
         ELSE (SELECT count(*) BETWEEN $2 AND $3 AND min(players) >= $4 AND max(players) <= $5
               FROM (SELECT count(*) AS players FROM unnest(sides) AS own (side) GROUP BY side) AS part)
       END
     )
     SELECT external_id, (SELECT count(*)::integer FROM misfit) AS count FROM misfit
     ORDER BY played_at, sequence LIMIT $6`,
    [leagueId, minSides, maxSides ?? 32_767, minPlayersPerSide, maxPlayersPerSide ?? 32_767, SHOWN],
  );
  return { externalIds: rows.map((row) => row.external_id), count: rows[0]?.count ?? 0 };
}
