import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, isPlatformAdmin } from '../access/access.js';
import { insertAuditEntry, type NewAuditEntry, tokenSubject } from '../audit/audit.repository.js';
import type { Token } from './token.repository.js';

/** @param need what the caller wants to do with tokens @throws AccessDenied if the caller administers nothing */
export function requireAnyAdmin(access: Access, need: string): void {
  if (isPlatformAdmin(access) || access.scopes.includes('league:admin')) return;
  throw new AccessDenied(access, need);
}

/** Writes who did what to a token: an entry for each of its leagues, or one of the platform if it has none. */
export async function recordToken(
  tx: EntityManager,
  access: Access,
  { id, leagueIds }: Pick<Token, 'id' | 'leagueIds'>,
  entry: Pick<NewAuditEntry, 'action' | 'reason' | 'before' | 'after' | 'at'>,
): Promise<void> {
  for (const leagueId of leagueIds.length > 0 ? leagueIds : [null]) {
    await insertAuditEntry(tx, access, { leagueId, subject: tokenSubject(id), ...entry });
  }
}
