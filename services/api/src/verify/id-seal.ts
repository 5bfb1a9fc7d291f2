import { SEAL_KEY_BYTES } from '../kit/seal.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { Findings } from './findings.js';

/** There is exactly one key for sealing ids. */
export async function checkIdSeal(tx: Sql, findings: Findings): Promise<void> {
  const rows: { length: number }[] = await tx.query('SELECT length(key) AS length FROM id_seal');
  const lengths = rows.map(({ length }) => length);
  findings.compare('ids', 'table id_seal', { lengths: [SEAL_KEY_BYTES] }, { lengths });
}
