import { type Access, AccessDenied, ANONYMOUS, canRead, canSubmit } from '../access/access.js';
import { Refused, refuse } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import type { App } from '../start/app.js';
import { expireDue } from './expire-tickets.js';
import { findTicket, type TicketKey, updateLeft } from './queue.repository.js';
import type { QueueTicket } from './queue-ticket.js';
import { type Resolved, tellResolved } from './tell-resolved.js';

/**
 * Takes a player out of the queue. A ticket that is not waiting any more stays as it is: it says what became of it.
 * @throws Refused where there is no such ticket that the caller may know of
 * @throws AccessDenied
 */
export async function leaveQueue(app: App, access: Access, key: TicketKey | null): Promise<QueueTicket> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'leave a queue');
  const { leagueId } = await getReadableTicket(app, access, key, ['input', 'ticket']);
  const league = await getLeague(app.database.manager, leagueId);
  if (!canSubmit(access, league)) throw new AccessDenied(access, `leave the queue of ${league.slug}`);
  const { ticket, resolved } = await transaction(app.database, leagueId, async (tx) => {
    const now = app.clock();
    const { expired } = await expireDue(tx, await lockLeague(tx, leagueId), now);
    const { status, joinedAt } = (await findTicket(tx, key!))!;
    const left: Resolved[] = status === 'WAITING' ? [{ id: key!.id, status: 'LEFT', joinedAt, resolvedAt: now }] : [];
    if (status === 'WAITING') await updateLeft(tx, key!, now);
    return { ticket: (await findTicket(tx, key!))!, resolved: [...expired, ...left] };
  });
  tellResolved(app, resolved);
  return ticket;
}

/**
 * A ticket that the caller may know of.
 * @param path where it stands in the input
 * @throws Refused where there is none
 */
export async function getReadableTicket(
  app: App,
  access: Access,
  key: TicketKey | null,
  path: readonly string[],
): Promise<QueueTicket> {
  const ticket = key && (await findTicket(app.database, key));
  if (ticket && canRead(access, await getLeague(app.database.manager, ticket.leagueId))) return ticket;
  throw new Refused(refuse('BAD_INPUT', path, 'ticket must be the id of a queue ticket'));
}
