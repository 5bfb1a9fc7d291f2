import { nextMidnight } from '../kit/sql/midnight.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Findings } from './findings.js';

/**
 * The nightly run is due at the midnight that follows the one as of which the board stands. So no midnight is left out: a
 * service takes every league that is due through its midnight before its first answer, and within seconds from then on.
 * That the ratings are as of the board's midnight is for the comparison with the replay to show.
 */
export async function checkMidnight(tx: Sql, league: League, findings: Findings): Promise<void> {
  const rows: { next: Date }[] = await tx.query(
    `SELECT ${nextMidnight('refreshed_through', 'time_zone')} AS next FROM league WHERE id = $1`,
    [league.id],
  );
  const refreshDueAt = rows[0]!.next;
  findings.compare('midnight', `league ${league.slug}`, { refreshDueAt }, { refreshDueAt: league.refreshDueAt });
}
