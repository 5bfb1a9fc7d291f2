import type { Sql } from '../kit/sql/transaction.js';

/** The jobs, with what each is given. */
export interface Jobs {
  recompute: { readonly id: number };
}

const MAX_ATTEMPTS = 5;

/** Enqueues a job in the caller's transaction: it is there exactly if the transaction commits. */
export async function enqueueRecompute(tx: Sql, { id }: Jobs['recompute']): Promise<void> {
  await tx.query(
    `SELECT graphile_worker.add_job('recompute', json_build_object('id', $1::integer), job_key := $2, max_attempts := $3)`,
    [id, `recompute:${id}`, MAX_ATTEMPTS],
  );
}

/** Behind what people wait for; graphile-worker takes the lowest number first, and 0 is usual. */
const UPGRADE_PRIORITY = 10;

/** Enqueues recomputes that follow from an upgrade, in this order; as one statement, since they may be very many. */
export async function enqueueUpgrades(tx: Sql, ids: readonly number[]): Promise<void> {
  await tx.query(
    `SELECT graphile_worker.add_job('recompute', json_build_object('id', id), job_key := 'recompute:' || id,
                                    max_attempts := $2, priority := $3)
     FROM unnest($1::integer[]) AS id`,
    [ids, MAX_ATTEMPTS, UPGRADE_PRIORITY],
  );
}
