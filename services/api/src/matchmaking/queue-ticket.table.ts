import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';
import { LogWaitTable } from '../match-log/match.table.js';
import { PlayerTable } from '../player/player.table.js';
import type { QueueTicketStatus } from './queue-ticket.js';

/**
 * Players who wait or waited for an opponent. A player has at most one waiting ticket in a league. Two tickets that name each other are a
 * pairing.
 */
@Entity({ name: 'queue_ticket' })
@Index('queue_ticket_waiting', ['leagueId', 'playerId'], { unique: true, where: `status = 'WAITING'` })
@Index('queue_ticket_expiry', ['expiresAt'], { where: `status = 'WAITING'` })
@Index('queue_ticket_pairing', ['leagueId', 'playerId', 'resolvedAt'], { where: `status = 'MATCHED'` })
@Index('queue_ticket_change', ['leagueId', 'change'], { unique: true })
@Check('queue_ticket_status_check', `status IN ('WAITING', 'MATCHED', 'EXPIRED', 'LEFT')`)
@Check(
  'queue_ticket_end_check',
  `(status = 'WAITING') = (resolved_at IS NULL)
   AND (status = 'MATCHED') = (opponent_ticket_id IS NOT NULL)
   AND (status = 'MATCHED') = (win_probability IS NOT NULL)
   AND (status = 'EXPIRED') = (wait_sequence IS NOT NULL)`,
)
export class QueueTicketTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'queue_ticket_pkey' })
  readonly leagueId!: number;

  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'queue_ticket_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'integer', name: 'player_id' })
  readonly playerId!: number;

  @Column({ type: 'text', default: 'WAITING' })
  readonly status!: QueueTicketStatus;

  @Column({ type: 'timestamptz', name: 'joined_at' })
  readonly joinedAt!: Date;

  /** Fixed when the player joined, by the league's `queueWait` at that time. */
  @Column({ type: 'timestamptz', name: 'expires_at' })
  readonly expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'resolved_at', nullable: true })
  readonly resolvedAt!: Date | null;

  @Column({ type: 'integer', name: 'opponent_ticket_id', nullable: true })
  readonly opponentTicketId!: number | null;

  @Column({ type: 'double precision', name: 'win_probability', nullable: true })
  readonly winProbability!: number | null;

  /** The wait in the log that the expired ticket made. */
  @Column({ type: 'integer', name: 'wait_sequence', nullable: true })
  readonly waitSequence!: number | null;

  /** Number of the newest change, set by a trigger. In a league, numbers rise in the order of commits, because of its lock. */
  @Column({ type: 'bigint' })
  readonly change!: number;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'queue_ticket_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'player_id', foreignKeyConstraintName: 'queue_ticket_player_id_fkey' })
  readonly player!: PlayerTable;

  @ManyToOne(() => QueueTicketTable)
  @JoinColumn([
    { name: 'league_id', referencedColumnName: 'leagueId', foreignKeyConstraintName: 'queue_ticket_opponent_fkey' },
    { name: 'opponent_ticket_id', referencedColumnName: 'id', foreignKeyConstraintName: 'queue_ticket_opponent_fkey' },
  ])
  readonly opponentTicket!: QueueTicketTable | null;

  @ManyToOne(() => LogWaitTable)
  @JoinColumn([
    { name: 'league_id', referencedColumnName: 'leagueId', foreignKeyConstraintName: 'queue_ticket_wait_fkey' },
    { name: 'wait_sequence', referencedColumnName: 'sequence', foreignKeyConstraintName: 'queue_ticket_wait_fkey' },
  ])
  readonly wait!: LogWaitTable | null;
}
