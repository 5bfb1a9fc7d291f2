import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Findings } from './findings.js';

/** The last verification of a league names a sequence and a revision that the league has reached. */
export async function checkVerification(tx: Sql, league: League, findings: Findings): Promise<void> {
  const rows: { sequence: number; revision: number; problems: number }[] = await tx.query(
    'SELECT sequence, revision, problems FROM league_verification WHERE league_id = $1',
    [league.id],
  );
  const [last] = rows;
  if (!last) return;
  const at = `verification of league ${league.slug}`;
  const { lastSequence, revision } = league;
  if (!(last.sequence >= 0 && last.sequence <= lastSequence)) {
    findings.add('verifications', `${at}, sequence`, `0 to ${lastSequence}`, last.sequence);
  }
  if (!(last.revision >= 1 && last.revision <= revision)) {
    findings.add('verifications', `${at}, revision`, `1 to ${revision}`, last.revision);
  }
  if (last.problems < 0) findings.add('verifications', `${at}, problems`, '0 or more', last.problems);
}
