import type { Access } from '../access/access.js';
import type { App } from '../app.js';
import { pause, untilLeft } from '../until-left.js';
import { getReadableTicket } from './leave-queue.js';
import type { TicketKey } from './queue.repository.js';
import type { QueueTicket } from './queue-ticket.js';

/** How often a ticket is looked at, in milliseconds: somebody waits to play. */
const INTERVAL = 500;

/**
 * A ticket as it stands now, and once more when it is resolved; then it ends.
 * @throws Refused where there is none that the caller may know of
 */
export function watchTicket(app: App, access: Access, key: TicketKey | null): AsyncIterableIterator<QueueTicket> {
  return untilLeft((left) => changesOf(app, access, key, left));
}

async function* changesOf(
  app: App,
  access: Access,
  key: TicketKey | null,
  left: AbortSignal,
): AsyncGenerator<QueueTicket> {
  for (let isFirst = true; !left.aborted; isFirst = false) {
    const ticket = await getReadableTicket(app, access, key, ['ticket']);
    const isResolved = ticket.status !== 'WAITING';
    if (isFirst || isResolved) yield ticket;
    if (isResolved) return;
    await pause(INTERVAL, left);
  }
}
