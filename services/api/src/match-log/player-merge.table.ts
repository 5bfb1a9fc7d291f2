import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';
import { PlayerTable } from '../player/player.table.js';

/** Merges of players in a league. The log keeps the players as submitted. */
@Entity({ name: 'player_merge' })
@Check('player_merge_self_check', 'player_id <> into_id')
export class PlayerMergeTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'player_merge_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'player_merge_pkey' })
  readonly playerId!: number;

  /** Never merged itself: there are no chains. */
  @Column({ type: 'integer', name: 'into_id' })
  readonly intoId!: number;

  @Column({ type: 'timestamptz', name: 'merged_at' })
  readonly mergedAt!: Date;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'player_merge_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'player_id', foreignKeyConstraintName: 'player_merge_player_id_fkey' })
  readonly player!: PlayerTable;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'into_id', foreignKeyConstraintName: 'player_merge_into_id_fkey' })
  readonly into!: PlayerTable;
}
