/**
 * The most players who may wait in a league at a time. A join predicts a match with each of them under the league's lock, which takes about
 * a microsecond each. Waiting players are outside of each other's bands, so queues are short unless a band is very narrow.
 */
export const MAX_WAITING = 500;

export type QueueTicketStatus = 'WAITING' | 'MATCHED' | 'EXPIRED' | 'LEFT';

/** One player's request for an opponent. */
export interface QueueTicket {
  readonly leagueId: number;
  /** Unique on the platform; within a league in order of arrival. */
  readonly id: number;
  /** The waiting player, as they joined. */
  readonly playerId: number;
  readonly status: QueueTicketStatus;
  readonly joinedAt: Date;
  /** When the ticket expires. */
  readonly expiresAt: Date;
  /** When the ticket was matched, left or expired; null while it is waiting. */
  readonly resolvedAt: Date | null;
  /** The opponent found, as they joined; null if there was none. */
  readonly opponentId: number | null;
  /** The player's chance to win, as predicted when the opponent was found; null if there was none. */
  readonly winProbability: number | null;
}
