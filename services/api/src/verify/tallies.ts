import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** In a league that cannot be replayed, the counts of each player on the board equal the sums over the journal. */
export async function checkTallies(tx: Sql, { id, generation }: League, findings: Findings): Promise<void> {
  const odd: { player_id: number; expected: object | null; found: object | null }[] = await tx.query(
    `WITH line AS (
       SELECT player_id, count(*) AS matches_played, count(*) FILTER (WHERE verdict = 1) AS wins,
              count(*) FILTER (WHERE verdict = 0) AS draws, count(*) FILTER (WHERE verdict = -1) AS losses,
              max(after_value) AS peak, max(played_at) AS last_played_at
       FROM rating_change WHERE league_id = $1 AND generation = $2 GROUP BY player_id
     ), told AS (
       SELECT player_id, jsonb_build_array(matches_played, wins, draws, losses, peak, last_played_at) AS tally FROM line
     ), shown AS (
       SELECT player_id, jsonb_build_array(matches_played, wins, draws, losses, peak, last_played_at) AS tally
       FROM rating WHERE league_id = $1 AND matches_played > 0
     )
     SELECT player_id, told.tally AS expected, shown.tally AS found
     FROM told FULL JOIN shown USING (player_id) WHERE told.tally IS DISTINCT FROM shown.tally
     ORDER BY player_id LIMIT $3`,
    [id, generation, MAX_FINDINGS],
  );
  for (const { player_id, expected, found } of odd) findings.add('tallies', `player ${player_id}`, expected, found);
}
