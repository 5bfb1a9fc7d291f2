import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** Whoever has a row on the board is on record as one of the league's, and nobody else. */
export async function checkMemberships(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const rows: { player_id: number; expected: boolean }[] = await tx.query(
    `SELECT player_id, rated.player_id IS NOT NULL AS expected
     FROM (SELECT player_id FROM rating WHERE league_id = $1) AS rated
     FULL JOIN (SELECT player_id FROM membership WHERE league_id = $1) AS kept USING (player_id)
     WHERE rated.player_id IS NULL OR kept.player_id IS NULL
     ORDER BY player_id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { player_id, expected } of rows) {
    findings.add('ratings', `membership of player ${player_id}`, expected, !expected);
  }
}
