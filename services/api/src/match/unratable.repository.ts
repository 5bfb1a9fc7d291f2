import type { Formats } from '@openladder/rating';
import type { Sql } from '../persistence/transaction.js';

const SHOWN = 10;

/** The league's matches that a rater of these formats cannot rate: the first of them, and how many there are. */
export async function listUnratable(
  sql: Sql,
  leagueId: number,
  { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide }: Formats,
): Promise<{ externalIds: string[]; count: number }> {
  // In steps of their own: a league that is new to the planner's statistics is taken for empty, and its joins for cheap.
  const rows: { external_id: string; count: number }[] = await sql.query(
    `WITH side AS MATERIALIZED (
       SELECT sequence, side, count(*) AS players FROM participant WHERE league_id = $1 GROUP BY sequence, side
     ), misfit AS MATERIALIZED (
       SELECT sequence FROM side GROUP BY sequence
       HAVING count(*) NOT BETWEEN $2 AND $3 OR min(players) < $4 OR max(players) > $5
     )
     SELECT external_id, (SELECT count(*)::integer FROM misfit) AS count FROM match
     WHERE league_id = $1 AND sequence = ANY(ARRAY(SELECT sequence FROM misfit))
     ORDER BY played_at, sequence LIMIT $6`,
    [leagueId, minSides, maxSides ?? 32_767, minPlayersPerSide, maxPlayersPerSide ?? 32_767, SHOWN],
  );
  return { externalIds: rows.map((row) => row.external_id), count: rows[0]?.count ?? 0 };
}
