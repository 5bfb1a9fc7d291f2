import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { RecomputeStatus } from '../league-log/recompute.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

interface RecomputeRow {
  readonly id: number;
  readonly status: RecomputeStatus;
  readonly revision: number | null;
  readonly isMade: boolean;
  readonly isBegun: boolean;
  readonly isOver: boolean;
  readonly isExplained: boolean;
}

/** A league has at most one unfinished recompute; exactly the recomputes that are DONE have a revision. */
export async function checkRecomputes(tx: Sql, league: League, findings: Findings): Promise<void> {
  const rows: { pending: number[] | null }[] = await tx.query(
    `SELECT array_agg(id ORDER BY id) AS pending FROM recompute
     WHERE league_id = $1 AND status IN ('QUEUED', 'RUNNING')`,
    [league.id],
  );
  const pending = rows[0]!.pending ?? [];
  if (pending.length > 1) findings.add('recomputes', `league ${league.slug}`, 'one that is not over, at most', pending);
  for (const row of await listOdd(tx, league.id)) {
    const { id, status, ...found } = row;
    findings.add('recomputes', `recompute ${id}`, EXPECTED[status], found);
  }
}

const EXPECTED: Record<RecomputeStatus, string> = {
  QUEUED: 'nothing done yet',
  RUNNING: 'begun, and not over',
  DONE: 'begun, over, and its revision on record for the same reason',
  CANCELLED: 'over, without a revision',
  FAILED: 'over, without a revision, and an error that says why',
};

async function listOdd(tx: Sql, leagueId: number): Promise<RecomputeRow[]> {
  return tx.query(
    `SELECT id, status, revision, "isMade", "isBegun", "isOver", "isExplained"
     FROM (SELECT recompute.*, made.revision IS NOT NULL AS "isMade", started_at IS NOT NULL AS "isBegun",
                  finished_at IS NOT NULL AS "isOver", error IS NOT NULL AS "isExplained"
           FROM recompute
           LEFT JOIN league_revision AS made
             ON made.league_id = recompute.league_id AND made.revision = recompute.revision
                AND made.revision > 1 AND made.reason = recompute.reason
           WHERE recompute.league_id = $1) AS job
     WHERE NOT (CASE status
       WHEN 'QUEUED' THEN NOT "isBegun" AND NOT "isOver"
       WHEN 'RUNNING' THEN "isBegun" AND NOT "isOver"
       WHEN 'DONE' THEN "isBegun" AND "isOver" AND "isMade"
       ELSE "isOver" END
       AND (status = 'DONE' OR (revision IS NULL AND effect IS NULL))
       AND (effect IS NULL OR jsonb_array_length(effect -> 'changes') = LEAST((effect -> 'changeCount')::integer, 1000)) AND (status = 'FAILED') = "isExplained")
     ORDER BY id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
}
