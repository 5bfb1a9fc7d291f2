import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, isPlatformAdmin } from '../access/access.js';
import { insertAuditEntry, type NewAuditEntry, tokenSubject } from '../audit/audit.repository.js';
import { findLeagueById } from '../league/league.repository.js';
import type { Token } from './token.repository.js';

/** @param need what the caller wants to do with tokens @throws AccessDenied if the caller administers nothing */
export function requireAnyAdmin(access: Access, need: string): void {
  if (isPlatformAdmin(access) || access.scopes.includes('league:admin')) return;
  throw new AccessDenied(access, need);
}

/**
 * Writes who did what to a token: an entry for each of its leagues, or one of the platform if it has none. A deletion of a league waits for
 * the entry, to keep it; in a league that has just been deleted nothing would.
 */
export async function recordToken(
  tx: EntityManager,
  access: Access,
  { id, leagueIds }: Pick<Token, 'id' | 'leagueIds'>,
  entry: Pick<NewAuditEntry, 'action' | 'reason' | 'before' | 'after' | 'at'>,
): Promise<void> {
  const leagues: number[] = [];
  for (const leagueId of leagueIds) if (await findLeagueById(tx, leagueId, 'FOR KEY SHARE')) leagues.push(leagueId);
  for (const leagueId of leagues.length > 0 ? leagues : [null]) {
    await insertAuditEntry(tx, access, { leagueId, subject: tokenSubject(id), ...entry });
  }
}
