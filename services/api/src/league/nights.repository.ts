import { type EntityManager } from 'typeorm';
import { dayStart, nextMidnight } from '../kit/sql/columns.js';
import { fieldsBut } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { type League, newMark } from './league.js';
import { getLeague, lockLeague, raiseVersion } from './league.repository.js';
import { LeagueTable, LeagueVerificationTable } from './league.table.js';

/** Makes the nightly run due at once, to rank the players again; see `isRankingDue`. */
export async function updateRankingDue(tx: EntityManager, leagueId: number): Promise<League> {
  const [, touched] = await tx.query('UPDATE league SET refresh_due_at = refreshed_through WHERE id = $1', [leagueId]);
  expectRows('updateRankingDue', touched, 1);
  return getLeague(tx, leagueId);
}

/** Whether the nightly run is due because the league has changed the conditions for a rank. */
export function isRankingDue({ refreshDueAt, refreshedThrough }: League): boolean {
  return refreshDueAt.getTime() === refreshedThrough.getTime();
}

/** Makes the nightly run due at the first midnight in the league's time zone after that of its board, unless it is due at once. */
export async function updateRefreshDue(tx: EntityManager, leagueId: number): Promise<League> {
  const league = await getLeague(tx, leagueId);
  if (isRankingDue(league)) return league;
  const { due } = await midnightsAround(tx, league.refreshedThrough, league.timeZone);
  const [, touched] = await tx.query('UPDATE league SET refresh_due_at = $2 WHERE id = $1', [leagueId, due]);
  expectRows('updateRefreshDue', touched, 1);
  return tx.findOneByOrFail(LeagueTable, { id: leagueId });
}

/** Leagues whose nightly run is due, the longest overdue first. Boards of archived leagues do not change. */
export async function listDueLeagues(sql: Sql, now: Date): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    'SELECT id FROM league WHERE refresh_due_at <= $1 AND archived_at IS NULL ORDER BY refresh_due_at, id',
    [now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes the league to its newest midnight, even if it missed several. It never goes back: its board may be as of a midnight of a former time
 * zone that is later than the newest one of the present zone.
 */
export async function updateRefreshed(tx: EntityManager, league: League, now: Date): Promise<League> {
  const { refreshedThrough, timeZone } = league;
  const { last, due } = await midnightsAround(tx, now > refreshedThrough ? now : refreshedThrough, timeZone);
  const [, touched] = await tx.query(
    `UPDATE league SET refreshed_through = GREATEST(refreshed_through, $3), refresh_due_at = $4, version = version + 1, mark = $5
     WHERE id = $1 AND version = $2`,
    [league.id, league.version, last, due, newMark()],
  );
  expectRows('updateRefreshed', touched, 1);
  return tx.findOneByOrFail(LeagueTable, { id: league.id });
}

/** The midnights before and after a time. */
async function midnightsAround(
  sql: Sql,
  at: Date,
  timeZone: string,
): Promise<{ readonly last: Date; readonly due: Date }> {
  const rows: { last: Date; due: Date }[] = await sql.query(
    `SELECT ${dayStart('$1::timestamptz', '$2')} AS last, ${nextMidnight('$1::timestamptz', '$2')} AS due`,
    [at, timeZone],
  );
  return rows[0]!;
}

const FIELDS = fieldsBut(LeagueVerificationTable);

/** Result of a verification of a league. */
export type LeagueProof = Omit<LeagueVerificationTable, 'leagueId'>;

/** Last verifications of leagues, by league id; a league that was never verified is omitted. */
export async function listLeagueProofs(sql: Sql, leagueIds: readonly number[]): Promise<Map<number, LeagueProof>> {
  const rows: LeagueVerificationTable[] = await sql.query(
    `SELECT ${FIELDS} FROM league_verification
     WHERE league_id = ANY($1::integer[])`,
    [leagueIds],
  );
  return new Map(rows.map(({ leagueId, ...proof }) => [leagueId, proof]));
}

/** Leagues that have passed a midnight, or were archived, since they were last verified or were created; the longest waiting first. */
export async function listUnverifiedLeagues(sql: Sql): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    `SELECT id FROM league LEFT JOIN league_verification AS last ON last.league_id = league.id
     WHERE coalesce(last.verified_at, league.created_at) < greatest(refreshed_through, archived_at) AND deleted_at IS NULL
     ORDER BY coalesce(last.verified_at, league.created_at), id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores the result of a verification in place of the previous one.
 * @throws LeagueDeleted if the league no longer exists
 */
export async function storeLeagueProof(tx: EntityManager, leagueId: number, proof: LeagueProof): Promise<void> {
  // Cached responses with a verification are valid for a version of the league. Its lock keeps the version from changing under
  // another write.
  await raiseVersion(tx, await lockLeague(tx, leagueId));
  await tx.upsert(LeagueVerificationTable, { leagueId, ...proof }, ['leagueId']);
}
