import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { type IdempotentRequest, runIdempotently, settleInTransaction } from '../access/idempotency.js';
import { checkReason, insertAuditEntry, leagueSubject } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getLeague, lockLeague, storeLeague } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { findPendingRecompute } from '../league-log/recompute.repository.js';
import { expireDue } from '../matchmaking/expire-tickets.js';
import { type PublishResolvedNeeds, publishResolved } from '../matchmaking/publish-resolved.js';
import { updateAllLeft } from '../matchmaking/queue.repository.js';
import { leagueTopic } from '../outbox/outbox.js';

export type ArchiveLeagueNeeds = NeedsDatabase & NeedsClock & PublishResolvedNeeds;

/** A league to archive or restore. */
export interface EndLeague {
  /** Slug. */
  readonly league: string;
  readonly reason: string;
}

/**
 * Archives a league: from then on it can only be read, and its board stays as it is. Players waiting in its queue leave it. Archiving it
 * again changes nothing.
 * @throws Refused while the league is recomputing
 * @throws AccessDenied
 */
export async function archiveLeague(
  needs: ArchiveLeagueNeeds,
  access: Access,
  input: EndLeague,
  once: IdempotentRequest | null = null,
): Promise<League> {
  return setArchived(needs, access, input, once, 'archiveLeague');
}

/**
 * Opens an archived league again; an open one stays as it is.
 * @throws Refused
 * @throws AccessDenied
 */
export async function restoreLeague(
  needs: ArchiveLeagueNeeds,
  access: Access,
  input: EndLeague,
  once: IdempotentRequest | null = null,
): Promise<League> {
  return setArchived(needs, access, input, once, 'restoreLeague');
}

/** @throws Refused while a recompute of the league is waiting or running */
export async function refusePending(tx: EntityManager, { id, slug }: League): Promise<void> {
  if (!(await findPendingRecompute(tx, id))) return;
  throw new Refused(refuse('RECOMPUTING', ['input', 'league'], { league: slug }));
}

async function setArchived(
  needs: ArchiveLeagueNeeds,
  access: Access,
  { league: slug, reason }: EndLeague,
  once: IdempotentRequest | null,
  action: 'archiveLeague' | 'restoreLeague',
): Promise<League> {
  const { id } = await getAdministered(needs, access, slug);
  checkReason(reason);
  const now = needs.clock();
  const { manager } = needs.database;
  const archivedAt = action === 'archiveLeague' ? now : null;
  const change = async (tx: EntityManager) => {
    const locked = await lockLeague(tx, id);
    if ((locked.archivedAt === null) === (archivedAt === null)) return { league: locked, resolved: [] };
    const { league: before, expired } = await expireDue(tx, locked, now);
    if (archivedAt) await refusePending(tx, before);
    // Nobody waits in the queue of an archived league.
    const left = await updateAllLeft(tx, id, now);
    const league = await storeLeague(tx, id, { archivedAt });
    await insertAuditEntry(tx, access, {
      ...{ leagueId: id, subject: leagueSubject(id), action, reason, at: now },
      before: { archivedAt: before.archivedAt?.toISOString() ?? null },
      after: { archivedAt: archivedAt?.toISOString() ?? null },
    });
    return { league, resolved: [...expired, ...left] };
  };
  const recall = (kept: { league: number }) => getLeague(manager, kept.league);
  return runIdempotently(manager, once, now, recall, async () => {
    const settled = { once, now, keep: () => ({ league: id }) };
    const { league, resolved } = await settleInTransaction(needs.database, id, settled, change);
    publishResolved(needs, resolved);
    needs.wakeUps.announce(leagueTopic(id));
    return league;
  });
}
