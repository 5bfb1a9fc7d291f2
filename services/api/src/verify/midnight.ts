import { nextMidnight } from '../kit/sql/midnight.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Findings } from './findings.js';

/**
 * The nightly run of a league is due at the midnight after the one that the board shows. So no midnight is skipped: a service runs due
 * leagues before its first answer, and later within seconds. The comparison with the replay shows that the ratings are as of the midnight
 * of the board.
 */
export async function checkMidnight(tx: Sql, league: League, findings: Findings): Promise<void> {
  const rows: { next: Date }[] = await tx.query(
    `SELECT ${nextMidnight('refreshed_through', 'time_zone')} AS next FROM league WHERE id = $1`,
    [league.id],
  );
  const refreshDueAt = rows[0]!.next;
  findings.compare('midnight', `league ${league.slug}`, { refreshDueAt }, { refreshDueAt: league.refreshDueAt });
}
