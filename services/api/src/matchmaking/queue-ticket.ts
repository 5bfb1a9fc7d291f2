import type { MatchKey } from '../match-log/match.js';
import type { QueueTicketTable } from './queue-ticket.table.js';

/**
 * The most players who may wait in a league at a time. A join predicts a match with each of them under the league's lock, which takes about
 * a microsecond each. Waiting players are outside of each other's bands, so queues are short unless a band is very narrow.
 */
export const MAX_WAITING = 500;

export type QueueTicketStatus = QueueTicketTable['status'];

/** One player's request for an opponent. */
export type QueueTicket = Omit<QueueTicketTable, 'opponentTicketId' | 'waitSequence' | 'change'> & {
  /** The opponent found, as they joined; null if there was none. */
  readonly opponentId: number | null;
};

/** Two players whom the queue found for each other, and the match that they then played. */
export interface Pairing {
  readonly match: MatchKey;
  readonly pairedAt: Date;
  readonly tickets: readonly [QueueTicket, QueueTicket];
}
