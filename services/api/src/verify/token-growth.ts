import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** What counts to the storage of tokens is theirs, and of a whole day. How much it was is an estimate that nothing else tells. */
export async function checkTokenGrowth(tx: Sql, findings: Findings): Promise<void> {
  const rows: { id: number; bytes: number }[] = await tx.query(
    `SELECT token_id AS id, bytes FROM token_growth
     WHERE bytes < 0 OR day <> date_trunc('day', day, 'UTC') OR NOT EXISTS (SELECT FROM token WHERE id = token_id)
     ORDER BY token_id LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, bytes } of rows) findings.add('growth', `token ${id}`, 'bytes of a token on a day', bytes);
}
