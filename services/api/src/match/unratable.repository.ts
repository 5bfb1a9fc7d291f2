import type { Formats } from '@openladder/rating';
import type { Sql } from '../persistence/transaction.js';

const SHOWN = 10;

/** The league's matches that a rater of these formats cannot rate: the first of them, and how many there are. */
export async function listUnratable(
  sql: Sql,
  leagueId: number,
  { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide }: Formats,
): Promise<{ externalIds: string[]; count: number }> {
  const rows: { external_id: string; count: number }[] = await sql.query(
    `SELECT external_id, count(*) OVER ()::integer AS count FROM match
     JOIN (
       SELECT sequence, count(*) AS sides, min(players) AS fewest, max(players) AS most
       FROM (SELECT sequence, side, count(*) AS players FROM participant WHERE league_id = $1 GROUP BY sequence, side) AS side
       GROUP BY sequence
     ) AS shape USING (sequence)
     WHERE league_id = $1 AND (sides NOT BETWEEN $2 AND $3 OR fewest < $4 OR most > $5)
     ORDER BY played_at, sequence LIMIT $6`,
    [leagueId, minSides, maxSides ?? 32_767, minPlayersPerSide, maxPlayersPerSide ?? 32_767, SHOWN],
  );
  return { externalIds: rows.map((row) => row.external_id), count: rows[0]?.count ?? 0 };
}
