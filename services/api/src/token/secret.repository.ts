import type { EntityManager } from 'typeorm';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { findToken, findTokenByHash, type Token } from './token.repository.js';
import { FormerSecretTable } from './token.table.js';

/** The token of a secret. */
export interface KnownSecret {
  readonly token: Token;
  /** When the secret ends, if another one has replaced it; otherwise null. */
  readonly endsAt: Date | null;
}

/** Finds a token by its current or a former secret, even after that has ended. */
export async function findSecret(manager: EntityManager, secretHash: Buffer): Promise<KnownSecret | null> {
  const token = await findTokenByHash(manager, secretHash);
  if (token) return { token, endsAt: null };
  const former = await manager.findOneBy(FormerSecretTable, { secretHash });
  return former && { token: (await findToken(manager, former.tokenId))!, endsAt: former.endsAt };
}

/** Gives a token another secret. Its former secrets end at the given time, or earlier if that was decided before. */
export async function replaceSecret(tx: Sql, tokenId: number, secretHash: Buffer, endsAt: Date): Promise<void> {
  const former: unknown[] = await tx.query(
    `INSERT INTO former_secret (secret_hash, token_id, ends_at)
     SELECT secret_hash, id, $2::timestamptz FROM token WHERE id = $1 RETURNING 1`,
    [tokenId, endsAt],
  );
  expectRows('replaceSecret', former.length, 1);
  await tx.query('UPDATE former_secret SET ends_at = $2 WHERE token_id = $1 AND ends_at > $2', [tokenId, endsAt]);
  await tx.query('UPDATE token SET secret_hash = $2 WHERE id = $1', [tokenId, secretHash]);
}

/** Why a secret is no longer good. */
export type SecretEnd = 'revoked' | 'expired' | 'replaced';

/** Those of some secrets that are no longer valid, by hash. */
export async function listEndedSecrets(
  sql: Sql,
  secretHashes: readonly Buffer[],
  now: Date,
): Promise<{ readonly secretHash: Buffer; readonly end: SecretEnd }[]> {
  return sql.query(
    `SELECT asked.secret_hash AS "secretHash",
            CASE WHEN token.expires_at <= $2 THEN 'expired'
                 WHEN token.id IS NULL OR token.revoked_at IS NOT NULL THEN 'revoked' ELSE 'replaced' END AS end
     FROM unnest($1::bytea[]) AS asked (secret_hash)
     LEFT JOIN former_secret AS former ON former.secret_hash = asked.secret_hash
     LEFT JOIN token ON token.id = coalesce(
       former.token_id, (SELECT id FROM token AS own WHERE own.secret_hash = asked.secret_hash))
     WHERE token.id IS NULL OR token.revoked_at IS NOT NULL OR token.expires_at <= $2 OR former.ends_at <= $2`,
    [secretHashes, now],
  );
}
