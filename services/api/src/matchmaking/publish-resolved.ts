import type { NeedsMetrics } from '../metrics/metrics.js';
import type { NeedsWakeUps, Topic } from '../outbox/outbox.js';
import type { QueueTicket } from './queue-ticket.js';

export type PublishResolvedNeeds = NeedsWakeUps & NeedsMetrics;

/** A ticket that has just been resolved. */
export interface Resolved extends Pick<QueueTicket, 'id' | 'joinedAt'> {
  readonly status: Exclude<QueueTicket['status'], 'WAITING'>;
  readonly resolvedAt: Date;
}

/** The topic that announces that a ticket may have been resolved. */
export function ticketTopic(id: number): Topic {
  return `ticket:${id}`;
}

/** Wakes the subscribers of these tickets, and counts the tickets. Call it after the commit. */
export function publishResolved({ wakeUps, metrics }: PublishResolvedNeeds, tickets: Iterable<Resolved>): void {
  for (const { id, status, joinedAt, resolvedAt } of tickets) {
    wakeUps.announce(ticketTopic(id));
    metrics.queueTickets.inc({ status: status.toLowerCase() });
    if (status === 'MATCHED') metrics.queueWaits.observe((resolvedAt.getTime() - joinedAt.getTime()) / 1000);
  }
}
