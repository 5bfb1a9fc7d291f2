import type { Sql } from '../kit/sql/transaction.js';

/** The jobs, each with its payload. */
export interface Jobs {
  recompute: { readonly id: number };
}

const MAX_ATTEMPTS = 5;

/** Enqueues a job in the caller's transaction; without a commit there is no job. */
export async function enqueueRecompute(tx: Sql, { id }: Jobs['recompute']): Promise<void> {
  await tx.query(
    `SELECT graphile_worker.add_job('recompute', json_build_object('id', $1::integer), job_key := $2, max_attempts := $3)`,
    [id, `recompute:${id}`, MAX_ATTEMPTS],
  );
}

/** Runs after jobs that people wait for: graphile-worker takes the lowest number first, and the default is 0. */
const UPGRADE_PRIORITY = 10;

/** Enqueues the recomputes of an upgrade in this order, in one statement because there may be very many. */
export async function enqueueUpgrades(tx: Sql, ids: readonly number[]): Promise<void> {
  await tx.query(
    `SELECT graphile_worker.add_job('recompute', json_build_object('id', id), job_key := 'recompute:' || id,
                                    max_attempts := $2, priority := $3)
     FROM unnest($1::integer[]) AS id`,
    [ids, MAX_ATTEMPTS, UPGRADE_PRIORITY],
  );
}
