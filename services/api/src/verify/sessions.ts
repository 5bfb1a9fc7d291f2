import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** Each session belongs to a secret that its token has or had, and lasts a day at most. */
export async function checkSessions(tx: Sql, findings: Findings): Promise<void> {
  const rows: { tokenId: number }[] = await tx.query(
    `SELECT DISTINCT token_id AS "tokenId" FROM session
     WHERE expires_at <= created_at OR expires_at > created_at + interval '24 hours'
       OR NOT EXISTS (SELECT FROM token WHERE id = token_id AND token.secret_hash = session.secret_hash)
         AND NOT EXISTS (
           SELECT FROM former_secret AS former
           WHERE former.token_id = session.token_id AND former.secret_hash = session.secret_hash)
     ORDER BY 1 LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { tokenId } of rows) {
    findings.add('audit', `sessions of token ${tokenId}`, 'a secret of the token, for a day at most', 'another');
  }
}
