import type { EntityManager } from 'typeorm';
import { dayStart, nextMidnight } from '../kit/sql/midnight.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { League } from './league.js';
import { getLeague } from './league.repository.js';
import { LeagueTable } from './league.table.js';

/** Makes the nightly run due at once, to rank the players anew; see `isRankingDue`. */
export async function updateRankingDue(tx: EntityManager, leagueId: number): Promise<League> {
  const [, touched] = await tx.query('UPDATE league SET refresh_due_at = refreshed_through WHERE id = $1', [leagueId]);
  expectRows('updateRankingDue', touched, 1);
  return getLeague(tx, leagueId);
}

/** Whether the nightly run is due because the league ranks others than before. */
export function isRankingDue({ refreshDueAt, refreshedThrough }: League): boolean {
  return refreshDueAt.getTime() === refreshedThrough.getTime();
}

/** Makes the nightly run due at the first midnight of the league's time zone after that of its board. */
export async function updateRefreshDue(tx: EntityManager, leagueId: number): Promise<League> {
  const [, touched] = await tx.query(
    `UPDATE league SET refresh_due_at = ${nextMidnight('refreshed_through', 'time_zone')} WHERE id = $1`,
    [leagueId],
  );
  expectRows('updateRefreshDue', touched, 1);
  return tx.findOneByOrFail(LeagueTable, { id: leagueId });
}

/** Leagues whose nightly run is due, the longest overdue first. The board of an archived league stays as it is. */
export async function listDueLeagues(sql: Sql, now: Date): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    'SELECT id FROM league WHERE refresh_due_at <= $1 AND archived_at IS NULL ORDER BY refresh_due_at, id',
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Takes the league through its newest midnight, however many it slept through. */
export async function updateRefreshed(tx: EntityManager, league: League, now: Date): Promise<League> {
  const [, touched] = await tx.query(
    `UPDATE league SET refreshed_through = ${dayStart('$3::timestamptz', 'time_zone')},
                       refresh_due_at = ${nextMidnight('$3::timestamptz', 'time_zone')}, version = version + 1
     WHERE id = $1 AND version = $2`,
    [league.id, league.version, now],
  );
  expectRows('updateRefreshed', touched, 1);
  return tx.findOneByOrFail(LeagueTable, { id: league.id });
}
