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
import { updateAllLeft } from '../matchmaking/queue.repository.js';
import { publishResolved, type Resolved, type TellResolvedNeeds } from '../matchmaking/tell-resolved.js';
import { leagueTopic } from '../outbox/outbox.js';

export type ArchiveLeagueNeeds = NeedsDatabase & NeedsClock & TellResolvedNeeds;

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
  return setArchived(needs, access, input, once, async (tx, locked, now) => {
    if (locked.archivedAt) return { league: locked, resolved: [] };
    const { league, expired } = await expireDue(tx, locked, now);
    await refusePending(tx, league);
    const left = await updateAllLeft(tx, league.id, now);
    const archived = await storeLeague(tx, league.id, { archivedAt: now });
    await record(tx, access, league, archived, { action: 'archiveLeague', reason: input.reason, at: now });
    return { league: archived, resolved: [...expired, ...left] };
  });
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
  return setArchived(needs, access, input, once, async (tx, league, now) => {
    if (!league.archivedAt) return { league, resolved: [] };
    const restored = await storeLeague(tx, league.id, { archivedAt: null });
    await record(tx, access, league, restored, { action: 'restoreLeague', reason: input.reason, at: now });
    return { league: restored, resolved: [] };
  });
}

/** @throws Refused while a recompute of the league is waiting or running */
export async function refusePending(tx: EntityManager, { id, slug }: League): Promise<void> {
  if (!(await findPendingRecompute(tx, id))) return;
  throw new Refused(refuse('RECOMPUTING', ['input', 'league'], { league: slug }));
}

interface Changed {
  readonly league: League;
  /** Queue tickets that ended with it. */
  readonly resolved: readonly Resolved[];
}

async function setArchived(
  needs: ArchiveLeagueNeeds,
  access: Access,
  input: EndLeague,
  once: IdempotentRequest | null,
  work: (tx: EntityManager, league: League, now: Date) => Promise<Changed>,
): Promise<League> {
  const { id } = await getAdministered(needs, access, input.league);
  checkReason(input.reason);
  const now = needs.clock();
  const { manager } = needs.database;
  const recall = ({ league }: { league: number }) => getLeague(manager, league);
  return runIdempotently(manager, once, now, recall, async () => {
    const keep = () => ({ league: id });
    const { league, resolved } = await settleInTransaction(needs.database, id, { once, now, keep }, async (tx) =>
      work(tx, await lockLeague(tx, id), now),
    );
    publishResolved(needs, resolved);
    needs.wakeUps.announce(leagueTopic(id));
    return league;
  });
}

async function record(
  tx: EntityManager,
  access: Access,
  before: League,
  after: League,
  entry: { readonly action: 'archiveLeague' | 'restoreLeague'; readonly reason: string; readonly at: Date },
): Promise<void> {
  await insertAuditEntry(tx, access, {
    ...{ leagueId: after.id, subject: leagueSubject(after.id), ...entry },
    before: { archivedAt: before.archivedAt?.toISOString() ?? null },
    after: { archivedAt: after.archivedAt?.toISOString() ?? null },
  });
}
