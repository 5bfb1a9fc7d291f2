import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** Growth counts toward an existing token and a whole day. The amount is an estimate and is not checked. */
export async function checkTokenGrowth(tx: Sql, findings: Findings): Promise<void> {
  const rows: { id: number; bytes: number }[] = await tx.query(
    `SELECT token_id AS id, bytes FROM token_growth
     WHERE bytes < 0 OR day <> date_trunc('day', day, 'UTC') OR NOT EXISTS (SELECT FROM token WHERE id = token_id)
     ORDER BY token_id LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, bytes } of rows) findings.add('growth', `token ${id}`, 'bytes of a token on a day', bytes);
}

/** A use is of an existing token. */
export async function checkTokenUses(tx: Sql, findings: Findings): Promise<void> {
  const rows: { id: number; at: Date }[] = await tx.query(
    `SELECT token_id AS id, last_used_at AS at FROM token_use
     WHERE NOT EXISTS (SELECT FROM token WHERE id = token_id) ORDER BY token_id LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, at } of rows) findings.add('growth', `use of token ${id}`, 'of a token', at);
}
