import { type Access, AccessDenied, ANONYMOUS, canRead, canSubmit } from '../access/access.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import { expireDue } from './expire-tickets.js';
import { type PublishResolvedNeeds, publishResolved } from './publish-resolved.js';
import { findTicket, type TicketKey, updateLeft } from './queue.repository.js';
import type { QueueTicket } from './queue-ticket.js';

export type LeaveQueueNeeds = NeedsDatabase & NeedsClock & PublishResolvedNeeds;

/**
 * Removes a player from the queue, under all handles that are merged with theirs. A ticket that is no longer waiting does not change, and shows its outcome.
 * @param given its id as it was given, which a refusal names
 * @throws Refused if there is no such ticket that the caller may see
 * @throws AccessDenied
 */
export async function leaveQueue(
  needs: LeaveQueueNeeds,
  access: Access,
  key: TicketKey | null,
  given?: string,
): Promise<QueueTicket> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'leave a queue');
  const { leagueId } = await getReadableTicket(needs, access, key, given, ['input', 'ticket']);
  const league = await getLeague(needs.database.manager, leagueId);
  if (!canSubmit(access, league)) throw new AccessDenied(access, `leave the queue of ${league.slug}`);
  const { ticket, resolved } = await transaction(needs.database, leagueId, async (tx) => {
    const now = needs.clock();
    const { expired } = await expireDue(tx, await lockLeague(tx, leagueId), now);
    const { status, playerId } = (await findTicket(tx, key!))!;
    const left = status === 'WAITING' ? await updateLeft(tx, leagueId, playerId, now) : [];
    return { ticket: (await findTicket(tx, key!))!, resolved: [...expired, ...left] };
  });
  publishResolved(needs, resolved);
  return ticket;
}

/**
 * A ticket that the caller may see.
 * @param given its id as it was given, which the refusal names
 * @throws Refused if there is none
 */
export async function getReadableTicket(
  needs: NeedsDatabase,
  access: Access,
  key: TicketKey | null,
  given: string | undefined,
  path: readonly string[],
): Promise<QueueTicket> {
  const ticket = key && (await findTicket(needs.database, key));
  if (ticket && canRead(access, await getLeague(needs.database.manager, ticket.leagueId))) return ticket;
  throw new Refused(refuse('TICKET_ID', path, { value: shown(given) }));
}
