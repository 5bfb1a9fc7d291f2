import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** A result belongs to an existing place of the log and to an existing revision. The constraints of the table check the rest. */
export async function checkAnalyses(tx: Sql, league: League, findings: Findings): Promise<void> {
  const odd: { id: number; sequence: number; revision: number }[] = await tx.query(
    `SELECT id, sequence, revision FROM analysis
     WHERE league_id = $1 AND status = 'DONE' AND NOT (sequence BETWEEN 1 AND $2 AND revision BETWEEN 1 AND $3)
     ORDER BY id LIMIT $4`,
    [league.id, league.lastSequence, league.revision, MAX_FINDINGS],
  );
  const expected = { sequence: `1 to ${league.lastSequence}`, revision: `1 to ${league.revision}` };
  for (const { id, ...place } of odd) findings.add('analyses', `analysis ${id}, place of the log`, expected, place);
}
