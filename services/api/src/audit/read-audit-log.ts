import { type Access, AccessDenied, canAdminister, requirePlatformAdmin } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { type AuditEntry, listAuditEntries, listSubjectsNamed } from './audit.repository.js';

/** Filters of an audit log. */
export interface AuditQuery {
  readonly actor: string | null;
  readonly action: string | null;
  /** A name together with its form as a handle, or what a global id is stored as; null: any. */
  readonly subject: { readonly name: string; readonly key: string } | { readonly text: string } | null;
  readonly limit: number;
  readonly beforeId: number | null;
}

/**
 * Reads one page of an audit log, newest first.
 * @param league null: the whole platform, which only platform admins may read
 * @throws AccessDenied
 */
export async function readAuditLog(
  needs: NeedsDatabase,
  access: Access,
  league: { readonly id: number; readonly slug: string } | null,
  { actor, action, subject, limit, beforeId }: AuditQuery,
): Promise<AuditEntry[]> {
  if (!league) requirePlatformAdmin(access, "read the platform's audit log");
  else if (!canAdminister(access, league)) throw new AccessDenied(access, `read the audit log of ${league.slug}`);
  const { manager } = needs.database;
  const leagueId = league?.id ?? null;
  let subjects: string[] | null = null;
  if (subject) subjects = 'text' in subject ? [subject.text] : await listSubjectsNamed(manager, subject, leagueId);
  return listAuditEntries(manager, { leagueId, actor, action, subjects }, { limit, beforeId });
}
