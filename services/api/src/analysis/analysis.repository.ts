import type { Access } from '../access/access.js';
import { fieldsBut } from '../kit/sql/table.js';
import type { Sql } from '../kit/sql/transaction.js';
import { type Analyses, type Analysis, type AnalysisKind, AnalysisTable } from './analysis.js';

/** All columns but the result, which may be large. */
const FIELDS = fieldsBut(AnalysisTable, 'result');
const WITH_RESULT = fieldsBut(AnalysisTable);
const PENDING = `status IN ('QUEUED', 'RUNNING')`;

export type NewAnalysis<Kind extends AnalysisKind = AnalysisKind> = Pick<
  Analysis<Kind>,
  'leagueId' | 'kind' | 'request' | 'requestedAt'
>;

/** @returns null if the league has one that is not over yet */
export async function insertAnalysis<Kind extends AnalysisKind>(
  tx: Sql,
  access: Access,
  { leagueId, kind, request, requestedAt }: NewAnalysis<Kind>,
): Promise<Analysis<Kind> | null> {
  const rows: Analysis<Kind>[] = await tx.query(
    `INSERT INTO analysis (league_id, kind, status, request, actor_id, actor, requested_at)
     VALUES ($1, $2, 'QUEUED', $3, $4, $5, $6)
     ON CONFLICT (league_id) WHERE ${PENDING} DO NOTHING
     RETURNING ${WITH_RESULT}`,
    [leagueId, kind, JSON.stringify(request), access.tokenId, access.actor, requestedAt],
  );
  return rows[0] ?? null;
}

/** Deletes all but the newest analyses of a league. @param kept how many stay */
export async function deleteOldAnalyses(tx: Sql, leagueId: number, kept: number): Promise<void> {
  await tx.query(
    `DELETE FROM analysis WHERE league_id = $1 AND NOT ${PENDING}
       AND id <= (SELECT id FROM analysis WHERE league_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
    [leagueId, kept],
  );
}

export async function findAnalysis(sql: Sql, id: number): Promise<Analysis | null> {
  const rows: Analysis[] = await sql.query(`SELECT ${WITH_RESULT} FROM analysis WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** One page of a league's analyses of some kinds, newest first. */
export async function listAnalyses(
  sql: Sql,
  leagueId: number,
  kinds: readonly AnalysisKind[],
  page: { readonly limit: number; readonly beforeId: number | null },
): Promise<Analysis[]> {
  return sql.query(
    `SELECT ${WITH_RESULT} FROM analysis
     WHERE league_id = $1 AND kind = ANY($2::text[]) AND ($3::integer IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
    [leagueId, kinds, page.beforeId, page.limit],
  );
}

/**
 * The next analysis to run. Analyses whose process died come first, then those of the leagues that have waited longest since their last
 * one: a league with repeated requests waits behind one with its first request.
 */
export async function findPendingAnalysis(sql: Sql): Promise<Analysis | null> {
  const rows: Analysis[] = await sql.query(
    `SELECT ${FIELDS}, NULL AS result FROM analysis WHERE ${PENDING}
     ORDER BY status DESC, (SELECT max(last.started_at) FROM analysis AS last WHERE last.league_id = analysis.league_id) NULLS FIRST, id
     LIMIT 1`,
  );
  return rows[0] ?? null;
}

/** @returns false if it is over already */
export async function updateAnalysisStarted(sql: Sql, id: number, startedAt: Date): Promise<boolean> {
  const [, touched] = await sql.query(
    `UPDATE analysis SET status = 'RUNNING', started_at = $2, progress = 0, attempts = attempts + 1
     WHERE id = $1 AND ${PENDING}`,
    [id, startedAt],
  );
  return touched === 1;
}

/** Leaves an analysis to the next process. Its own process stopped in good order, so this attempt does not count. */
export async function updateAnalysisLeft(sql: Sql, id: number): Promise<void> {
  await sql.query(`UPDATE analysis SET attempts = attempts - 1 WHERE id = $1 AND status = 'RUNNING'`, [id]);
}

/** @returns false if it was cancelled meanwhile */
export async function updateAnalysisProgress(sql: Sql, id: number, progress: number): Promise<boolean> {
  const [, touched] = await sql.query(`UPDATE analysis SET progress = $2 WHERE id = $1 AND status = 'RUNNING'`, [
    id,
    progress,
  ]);
  return touched === 1;
}

/** A result, and the place in the log to which it applies. */
export interface FoundByAnalysis<Kind extends AnalysisKind> {
  readonly sequence: number;
  readonly revision: number;
  readonly result: Analyses[Kind]['result'];
}

/** Stores the result, unless the analysis was cancelled meanwhile. */
export async function updateAnalysisDone<Kind extends AnalysisKind>(
  sql: Sql,
  id: number,
  { sequence, revision, result }: FoundByAnalysis<Kind>,
  finishedAt: Date,
): Promise<void> {
  await sql.query(
    `UPDATE analysis SET status = 'DONE', progress = 1, sequence = $2, revision = $3, result = $4, finished_at = $5
     WHERE id = $1 AND status = 'RUNNING'`,
    [id, sequence, revision, JSON.stringify(result), finishedAt],
  );
}

export async function updateAnalysisFailed(sql: Sql, id: number, error: string, finishedAt: Date): Promise<void> {
  const [, touched] = await sql.query(
    `UPDATE analysis SET status = 'FAILED', error = $2, finished_at = $3 WHERE id = $1 AND ${PENDING}`,
    [id, error, finishedAt],
  );
  // None if the analysis was cancelled meanwhile, or its league deleted.
  if (touched > 1) throw new Error(`updateAnalysisFailed touched ${touched} rows`);
}

/** @returns false if it is over already */
export async function updateAnalysisCancelled(sql: Sql, id: number, finishedAt: Date): Promise<boolean> {
  const [, touched] = await sql.query(
    `UPDATE analysis SET status = 'CANCELLED', finished_at = $2 WHERE id = $1 AND ${PENDING}`,
    [id, finishedAt],
  );
  return touched === 1;
}
