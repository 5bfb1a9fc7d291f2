import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** Every recorded day has as many scores as players, each player once, the best score first, and was recorded after its end. */
export async function checkSnapshots(tx: Sql, league: League, findings: Findings): Promise<void> {
  const broken: { day: string; rule: string }[] = await tx.query(
    `WITH place AS (
       SELECT day, player, score, lag(score) OVER (PARTITION BY day ORDER BY place) AS better
       FROM standings_snapshot, unnest(players, scores) WITH ORDINALITY AS told (player, score, place)
       WHERE league_id = $1
     ), broken AS (
       SELECT day, 'a player and a score at every place' AS rule FROM place WHERE player IS NULL OR score IS NULL
       UNION SELECT day, 'players who stand once' FROM place GROUP BY day, player HAVING count(*) > 1
       UNION SELECT day, 'the best first' FROM place WHERE score > better
       UNION SELECT day, 'a day that was over' FROM standings_snapshot
             WHERE league_id = $1 AND (midnight > recorded_at OR midnight > coalesce($2::timestamptz, '-infinity'))
       UNION SELECT day, 'a revision of the league' FROM standings_snapshot WHERE league_id = $1 AND revision > $3
       UNION SELECT day, 'players on the first day' FROM (
               SELECT day, players FROM standings_snapshot WHERE league_id = $1 ORDER BY day LIMIT 1
             ) AS first WHERE players IS NULL
     )
     SELECT to_char(day, 'YYYY-MM-DD') AS day, rule FROM broken ORDER BY 1, 2 LIMIT $4`,
    [league.id, league.refreshedThrough, league.revision, MAX_FINDINGS],
  );
  for (const { day, rule } of broken) findings.add('snapshots', `day ${day}`, rule, 'another');
}
