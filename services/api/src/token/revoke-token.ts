import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, canManage, isPlatformAdmin } from '../access/access.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { tokenSubject } from '../audit/audit-subject.js';
import { checkText } from '../kit/check-text.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { listMadeBy, lockToken, type Token, updateTokenRevoked } from './token.repository.js';

export interface RevokeToken {
  readonly id: number;
  readonly reason: string;
  /** Whether the tokens that it made end with it, and those that they made. */
  readonly withCreated: boolean;
}

/** Result of a revocation. */
export interface RevokedToken {
  readonly token: Token;
  /** The tokens that ended now; empty where all had been revoked before. */
  readonly revoked: readonly Token[];
}

/**
 * Ends a token's life, and where it is asked for those of the tokens that it made; revoking it again changes nothing.
 * @returns null where there is none that the caller may revoke
 * @throws Refused
 * @throws AccessDenied
 */
export async function revokeToken(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: RevokeToken,
): Promise<RevokedToken | null> {
  if (!isPlatformAdmin(access) && !access.scopes.includes('league:admin')) {
    throw new AccessDenied(access, 'revoke tokens');
  }
  const problem = checkText(input.reason, ['input', 'reason']);
  if (problem) throw new Refused(problem);
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
 * A token, those that it made, those that they made, and so on. Each is locked before its own are listed: who makes a token
 * holds the one they make it with, so none can slip through.
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
  for (const leagueId of token.leagueIds.length > 0 ? token.leagueIds : [null]) {
    const change = { before: { id, revokedAt: null }, after: { id, revokedAt: at.toISOString() } };
    await insertAuditEntry(tx, access, {
      leagueId,
      subject: tokenSubject(id),
      action: 'revokeToken',
      reason,
      ...change,
      at,
    });
  }
}
