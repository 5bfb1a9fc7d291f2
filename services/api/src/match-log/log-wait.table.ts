import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';
import { PlayerTable } from '../player/player.table.js';

/** Expired waits, which are in the log's total order as (at, sequence); they share sequences with the matches. */
@Entity({ name: 'log_wait' })
@Index('log_wait_total_order', ['leagueId', 'at', 'sequence'], { unique: true })
@Index('log_wait_player', ['leagueId', 'playerId', 'at', 'sequence'])
export class LogWaitTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'log_wait_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'log_wait_pkey' })
  readonly sequence!: number;

  /** The player who waited, as they joined the queue, regardless of merges. */
  @Column({ type: 'integer', name: 'player_id' })
  readonly playerId!: number;

  @Column({ type: 'timestamptz' })
  readonly at!: Date;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'log_wait_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'player_id', foreignKeyConstraintName: 'log_wait_player_id_fkey' })
  readonly player!: PlayerTable;
}
