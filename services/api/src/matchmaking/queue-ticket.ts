export type QueueTicketStatus = 'WAITING' | 'MATCHED' | 'EXPIRED' | 'LEFT';

/** One player's wish for an opponent. */
export interface QueueTicket {
  readonly leagueId: number;
  /** Unique on the platform; within a league in the order of arrival. */
  readonly id: number;
  /** Who waits, as he joined. */
  readonly playerId: number;
  readonly status: QueueTicketStatus;
  readonly joinedAt: Date;
  /** When he will have waited in vain. */
  readonly expiresAt: Date;
  /** When he was matched, left, or had waited in vain; null while he waits. */
  readonly resolvedAt: Date | null;
  /** The opponent that was found, as he joined; null where none was. */
  readonly opponentId: number | null;
  /** His chance to win, as predicted when the opponent was found; null where none was. */
  readonly winProbability: number | null;
}
