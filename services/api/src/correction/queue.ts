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
