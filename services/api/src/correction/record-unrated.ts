import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { leagueSubject } from '../audit/audit-subject.js';
import type { League } from '../league/league.js';
import { raiseVersion } from '../league/league.repository.js';
import type { AppliedCorrection } from '../replay/applied-correction.js';

/**
 * Ends a correction that no rating follows: the league shows something else, and keeps its revision.
 * @param league as locked
 * @returns the league as it is now
 */
export async function recordUnrated(
  tx: EntityManager,
  access: Access,
  league: League,
  applied: AppliedCorrection,
  told: { readonly action: string; readonly reason: string; readonly at: Date },
): Promise<League> {
  const { subject = leagueSubject(league.id), before, after } = applied;
  await insertAuditEntry(tx, access, { leagueId: league.id, subject, before, after, ...told });
  return raiseVersion(tx, league);
}
