import type { App } from '../app.js';
import type { Topic } from '../live/wake-ups.js';

/** Of a ticket: that it may be resolved. */
export function ticketTopic(id: number): Topic {
  return `ticket:${id}`;
}

/** Call after the commit: wakes whoever watches these tickets. */
export function announceResolved({ wakeUps }: App, ids: Iterable<number>): void {
  for (const id of ids) wakeUps.announce(ticketTopic(id));
}
