import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/**
 * Every time is a whole millisecond, the unit of raters and clients. Otherwise the order in the database would differ from the order that
 * they see, and no replay could be compared.
 * @returns whether this holds
 */
export async function checkTimes(tx: Sql, leagueId: number, findings: Findings): Promise<boolean> {
  const odd: { at: string; found: string }[] = await tx.query(
    `SELECT at, time::text AS found
     FROM (SELECT format('match %s, played at', sequence) AS at, played_at AS time FROM match WHERE league_id = $1
           UNION ALL
           SELECT format('journal line of match %s, player %s, played at', sequence, player_id), played_at
           FROM rating_change WHERE league_id = $1
           UNION ALL
           SELECT format('superseded line of match %s, player %s, played at', sequence, player_id), played_at
           FROM superseded_change WHERE league_id = $1
           UNION ALL
           SELECT format('wait %s, at', sequence), at FROM log_wait WHERE league_id = $1
           UNION ALL
           SELECT format('player %s, last played at', player_id), last_played_at FROM rating WHERE league_id = $1) AS line
     WHERE NOT isfinite(time) OR date_trunc('milliseconds', time) <> time LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { at, found } of odd) findings.add('log', at, 'a whole millisecond', found);
  return odd.length === 0;
}
