import { bigint, double, identity, integer, key, nullable, table, text, time } from '../kit/sql/table.js';
import { type MatchKey } from '../match-log/match.js';

/**
 * Players who wait or waited for an opponent. A player has at most one waiting ticket in a league. Two tickets that name each other are a
 * pairing.
 */
export const QueueTicketTable = table('queue_ticket', {
  leagueId: key(integer()),
  /** Unique on the platform; within a league in order of arrival. */
  id: identity(),
  /** The waiting player, as they joined. */
  playerId: integer(),
  status: text<'WAITING' | 'MATCHED' | 'EXPIRED' | 'LEFT'>({ default: 'WAITING' }),
  joinedAt: time(),
  /** Fixed when the player joined, by the league's `queueWait` at that time. */
  expiresAt: time(),
  /** When the ticket was matched, left or expired; null while it is waiting. */
  resolvedAt: nullable(time()),
  opponentTicketId: nullable(integer()),
  /** The player's chance to win, as predicted when the opponent was found; null if there was none. */
  winProbability: nullable(double()),
  /** The expired ticket's wait in the log. */
  waitSequence: nullable(integer()),
  /** Number of the newest change, set by a trigger. In a league, numbers rise in the order of commits, because of its lock. */
  change: bigint(),
});
export type QueueTicketTable = InstanceType<typeof QueueTicketTable>;

/**
 * The most players who may wait in a league at a time. A join predicts a match with each of them under the league's lock, which takes about
 * a microsecond each. Waiting players are outside each other's bands, so queues are short unless a band is very narrow.
 */
export const MAX_WAITING = 500;

export type QueueTicketStatus = QueueTicketTable['status'];

/** One player's request for an opponent. */
export type QueueTicket = Omit<QueueTicketTable, 'opponentTicketId' | 'waitSequence' | 'change'> & {
  /** The opponent found, as they joined; null if there was none. */
  readonly opponentId: number | null;
};

/** Two players paired by the queue, and the match that they then played. */
export interface Pairing {
  readonly match: MatchKey;
  readonly pairedAt: Date;
  readonly tickets: readonly [QueueTicket, QueueTicket];
}
