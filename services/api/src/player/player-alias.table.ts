import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { PlayerTable } from './player.table.js';

/** Former handles, which still lead to their players. */
@Entity({ name: 'player_alias' })
@Index('player_alias_player', ['playerId'])
export class PlayerAliasTable {
  /** See handleKey(); nobody's handle at the same time. */
  @PrimaryColumn({ type: 'text', name: 'handle_key', primaryKeyConstraintName: 'player_alias_pkey' })
  readonly handleKey!: string;

  @Column({ type: 'text' })
  readonly handle!: string;

  @Column({ type: 'integer', name: 'player_id' })
  readonly playerId!: number;

  /** When it was given up. */
  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'player_id', foreignKeyConstraintName: 'player_alias_player_id_fkey' })
  readonly player!: PlayerTable;
}
