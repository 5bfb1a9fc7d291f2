import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** Each key belongs to a token, has an outcome, and leads to what was made: never the one without the other. */
export async function checkIdempotencyKeys(tx: Sql, findings: Findings): Promise<void> {
  const rows: { key: string; tokenId: number }[] = await tx.query(
    `SELECT key, token_id AS "tokenId" FROM idempotency_key
     WHERE outcome IS NULL OR length(input_hash) <> 32
       OR NOT EXISTS (SELECT FROM token WHERE id = token_id)
       OR CASE mutation
            WHEN 'createLeague' THEN NOT EXISTS (SELECT FROM league WHERE id = (outcome ->> 'league')::integer)
            WHEN 'registerPlayers' THEN NOT EXISTS (SELECT FROM league WHERE id = (outcome ->> 'league')::integer)
            WHEN 'createToken' THEN NOT EXISTS (SELECT FROM token WHERE id = (outcome ->> 'token')::integer)
            WHEN 'rotateToken' THEN NOT EXISTS (SELECT FROM token WHERE id = (outcome ->> 'token')::integer)
            WHEN 'joinQueue' THEN NOT EXISTS (
              SELECT FROM queue_ticket
              WHERE league_id = (outcome ->> 'leagueId')::integer AND id = (outcome ->> 'id')::integer)
            ELSE (outcome ->> 'recompute') IS NOT NULL
              AND NOT EXISTS (SELECT FROM recompute WHERE id = (outcome ->> 'recompute')::integer)
          END
     ORDER BY token_id, key LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { key, tokenId } of rows) {
    findings.add('audit', `Idempotency-Key ${JSON.stringify(key)} of token ${tokenId}`, 'what it made', 'nothing');
  }
}
