import type { EntityManager } from 'typeorm';
import { type Access, canManage } from '../access/access.js';
import { checkReason } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { listMadeBy, lockToken, type Token, updateTokenRevoked } from './token.repository.js';
import { recordToken, requireAnyAdmin } from './token.service.js';

export interface RevokeToken {
  readonly id: number;
  readonly reason: string;
  /** Whether to revoke the tokens that it created as well, and the tokens that those created. */
  readonly withCreated: boolean;
}

/**
 * Revokes a token and, if requested, the tokens that it created. Revoking it again changes nothing.
 * @returns the token, and those that were revoked now; null if there is none that the caller may revoke
 * @throws Refused
 * @throws AccessDenied
 */
export async function revokeToken(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: RevokeToken,
): Promise<{ readonly token: Token; readonly revoked: readonly Token[] } | null> {
  requireAnyAdmin(access, 'revoke tokens');
  checkReason(input.reason);
  return transaction(needs.database, null, async (tx) => {
    const token = await lockToken(tx, input.id);
    if (!token || !canManage(access, token)) return null;
    const tokens = input.withCreated ? await lockDescendants(tx, token) : [token];
    const at = needs.clock();
    const revoked: Token[] = [];
    for (const each of tokens) {
      if (each.revokedAt || !canManage(access, each)) continue;
      await revoke(tx, access, each, input.reason, at);
      revoked.push({ ...each, revokedAt: at });
    }
    return { token: { ...token, revokedAt: token.revokedAt ?? at }, revoked };
  });
}

/**
 * A token, those that it created, those that they created, and so on. Each is locked before its own are listed: creating a token locks the
 * creating one, so none can be missed.
 */
async function lockDescendants(tx: EntityManager, token: Token): Promise<Token[]> {
  const tokens = [token];
  for (let generation = [token.id]; generation.length > 0; ) {
    generation = await listMadeBy(tx, generation);
    for (const id of generation) tokens.push((await lockToken(tx, id))!);
  }
  return tokens;
}

async function revoke(tx: EntityManager, access: Access, token: Token, reason: string, at: Date): Promise<void> {
  const { id } = token;
  await updateTokenRevoked(tx, id, at);
  const change = { before: { id, revokedAt: null }, after: { id, revokedAt: at.toISOString() } };
  await recordToken(tx, access, token, { action: 'revokeToken', reason, ...change, at });
}
