import type { EntityManager } from 'typeorm';
import { fieldsBut } from '../kit/sql/fields.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { lockLeague, raiseVersion } from './league.repository.js';
import { LeagueVerificationTable } from './league.table.js';

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

/**
 * Leagues that have passed a midnight, or were archived, since they were last verified or were created; those that have waited longest
 * first.
 */
export async function listUnverifiedLeagues(sql: Sql): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    `SELECT id FROM league LEFT JOIN league_verification AS last ON last.league_id = league.id
     WHERE coalesce(last.verified_at, league.created_at) < greatest(refreshed_through, archived_at) AND deleted_at IS NULL
     ORDER BY coalesce(last.verified_at, league.created_at), id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores the result of a verification and replaces the one before.
 * @throws LeagueDeleted if the league no longer exists
 */
export async function storeLeagueProof(tx: EntityManager, leagueId: number, proof: LeagueProof): Promise<void> {
  // Kept answers with a verification hold for a version of the league. Its lock keeps the version that another write has read.
  await raiseVersion(tx, await lockLeague(tx, leagueId));
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_verification (league_id, verified_at, sequence, revision, problems) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (league_id) DO UPDATE SET verified_at = excluded.verified_at, sequence = excluded.sequence,
       revision = excluded.revision, problems = excluded.problems
     RETURNING 1`,
    [leagueId, proof.verifiedAt, proof.sequence, proof.revision, proof.problems],
  );
  expectRows('storeLeagueProof', rows.length, 1);
}
