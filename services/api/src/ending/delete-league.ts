import type { EntityManager } from 'typeorm';
import { type Access, requirePlatformAdmin } from '../access/access.js';
import { type IdempotentRequest, runIdempotently, settleInTransaction } from '../access/idempotency.js';
import { checkReason, insertAuditEntry, leagueSubject } from '../audit/audit.repository.js';
import type { NeedsSession } from '../database/process-session.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { LOCKS } from '../kit/sql/advisory-locks.js';
import { transaction } from '../kit/sql/transaction.js';
import { lockLeague, storeLeague } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { slugOfDeleted } from '../league/slug.repository.js';
import { leagueTopic, type NeedsWakeUps } from '../outbox/outbox.js';
import { type EndLeague, refusePending } from './archive-league.js';
import {
  deleteKeptOutcomes,
  deleteLeagueRow,
  deleteSome,
  listDeletedLeagues,
  removeLeagueFromTokens,
  TABLES_OF_LEAGUES,
} from './deletion.repository.js';

export interface DeleteLeague extends EndLeague {
  /** The slug once more. */
  readonly confirm: string;
}

/**
 * Deletes an archived league forever. At once, no one can read it and its slug is free; its rows are deleted in the background, see
 * `deleteLeagues`. Its players stay: they belong to the platform.
 * @returns the slug that it had
 * @throws Refused if the league is not archived, or the slug is not repeated
 * @throws AccessDenied
 */
export async function deleteLeague(
  needs: NeedsDatabase & NeedsClock & NeedsWakeUps,
  access: Access,
  input: DeleteLeague,
  once: IdempotentRequest | null = null,
): Promise<{ slug: string }> {
  requirePlatformAdmin(access, 'delete leagues');
  const now = needs.clock();
  const recall = (kept: { slug: string }) => kept;
  return runIdempotently(needs.database.manager, once, now, recall, async () => {
    const { id } = await getAdministered(needs, access, input.league);
    checkReason(input.reason);
    const keep = (deleted: string) => ({ slug: deleted });
    const slug = await settleInTransaction(needs.database, id, { once, now, keep }, (tx) =>
      markDeleted(tx, access, id, input, now),
    );
    needs.wakeUps.announce(leagueTopic(id));
    return { slug };
  });
}

async function markDeleted(
  tx: EntityManager,
  access: Access,
  leagueId: number,
  { confirm, reason }: DeleteLeague,
  now: Date,
): Promise<string> {
  const league = await lockLeague(tx, leagueId);
  const { slug, name, archivedAt, matchCount, playerCount } = league;
  if (confirm !== slug) {
    throw new Refused(refuse('CONFIRM_SLUG', ['input', 'confirm'], { expected: shown(slug), value: shown(confirm) }));
  }
  if (!archivedAt) throw new Refused(refuse('NOT_ARCHIVED', ['input', 'league'], { league: slug }));
  await refusePending(tx, league);
  await removeLeagueFromTokens(tx, leagueId);
  await deleteKeptOutcomes(tx, leagueId);
  await storeLeague(tx, leagueId, { deletedAt: now, slug: slugOfDeleted(leagueId) });
  await insertAuditEntry(tx, access, {
    ...{ leagueId: null, subject: leagueSubject(leagueId), action: 'deleteLeague', reason, at: now },
    before: { slug, name, matchCount, playerCount },
    after: null,
  });
  return slug;
}

/** Rows deleted in a step, which takes some milliseconds to some hundred, depending on the table. */
const STEP = 5_000;

/**
 * Deletes the rows of deleted leagues. Each step is a transaction of its own; if it is interrupted, the next call continues. A league that
 * fails does not hold up the others.
 * @param stopping leaves the rest to the next call
 */
export async function deleteLeagues(
  needs: NeedsDatabase & NeedsSession,
  log: Log,
  stopping?: AbortSignal,
  step: number = STEP,
): Promise<void> {
  const deleted = await listDeletedLeagues(needs.database);
  if (deleted.length === 0) return;
  await needs.session.ifAlone(LOCKS.deletion, async () => {
    for (const leagueId of deleted) {
      try {
        if (!(await deleteAll(needs, leagueId, step, stopping))) return;
      } catch (error) {
        log.error({ err: error, leagueId }, 'Could not delete the rows of a deleted league');
      }
    }
  });
}

/** @returns false if it was stopped */
async function deleteAll(
  { database }: NeedsDatabase,
  leagueId: number,
  step: number,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  // A token that was being created may have got the league meanwhile.
  await transaction(database, null, (tx) => removeLeagueFromTokens(tx, leagueId));
  for (const table of TABLES_OF_LEAGUES) {
    for (let deleted = 1; deleted > 0; ) {
      if (stopping?.aborted) return false;
      // Leagues that show the same players are locked.
      deleted = await transaction(database, leagueId, (tx) => deleteSome(tx, table, leagueId, step));
    }
  }
  await transaction(database, null, (tx) => deleteLeagueRow(tx, leagueId));
  return true;
}
