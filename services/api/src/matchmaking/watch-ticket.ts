import type { Access } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { closeOnAbort, pause } from '../kit/waiting.js';
import type { NeedsWakeUps } from '../outbox/outbox.js';
import { getReadableTicket } from './leave-queue.js';
import { ticketTopic } from './publish-resolved.js';
import type { TicketKey } from './queue.repository.js';
import type { QueueTicket } from './queue-ticket.js';

/** How often a ticket is read again if no wake-up came, in milliseconds. */
const LOOK_INTERVAL = 1_500;

/**
 * Yields a ticket as it is now, and once more when it is resolved; then it ends.
 * @param given its id as it was given, which a refusal names
 * @throws Refused if there is none that the caller may see
 */
export function watchTicket(
  needs: NeedsDatabase & NeedsWakeUps,
  access: Access,
  key: TicketKey | null,
  given: string,
): AsyncIterableIterator<QueueTicket> {
  return closeOnAbort(async function* (left) {
    // Listening begins before the first look, so that nothing is missed between the two.
    let awake = new AbortController();
    const mute = needs.wakeUps.on(ticketTopic(key?.id ?? 0), () => awake.abort());
    try {
      for (let isFirst = true; !left.aborted; isFirst = false) {
        awake = new AbortController();
        const ticket = await getReadableTicket(needs, access, key, given, ['ticket']);
        const isResolved = ticket.status !== 'WAITING';
        if (isFirst || isResolved) yield ticket;
        if (isResolved) return;
        await pause(LOOK_INTERVAL, AbortSignal.any([left, awake.signal]));
      }
    } finally {
      mute();
    }
  });
}
