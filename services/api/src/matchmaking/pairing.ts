import type { MatchKey } from '../match-log/match.js';
import type { QueueTicket } from './queue-ticket.js';

/** Two players whom the queue found for each other, and the match that they then played. */
export interface Pairing {
  readonly match: MatchKey;
  readonly pairedAt: Date;
  readonly tickets: readonly [QueueTicket, QueueTicket];
}
