import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { PlayerTable } from './player.table.js';

/** All names of all players, current and former. Because of its key, a name never leads to two players. */
@Entity({ name: 'player_name' })
@Index('player_name_current', ['playerId'], { unique: true, where: 'given_up_at IS NULL' })
@Index('player_name_former', ['playerId', 'givenUpAt'], { where: 'given_up_at IS NOT NULL' })
@Unique('player_name_small_skeleton', ['smallSkeleton', 'lookAlike'])
@Unique('player_name_capital_skeleton', ['capitalSkeleton', 'lookAlike'])
@Unique('player_name_typed_skeleton', ['typedSkeleton', 'lookAlike'])
export class PlayerNameTable {
  /** See handleKey(). */
  @PrimaryColumn({ type: 'text', name: 'handle_key', primaryKeyConstraintName: 'player_name_pkey' })
  readonly handleKey!: string;

  @Column({ type: 'text' })
  readonly handle!: string;

  @Column({ type: 'integer', name: 'player_id' })
  readonly playerId!: number;

  /** Null for the player's current handle. */
  @Column({ type: 'timestamptz', name: 'given_up_at', nullable: true })
  readonly givenUpAt!: Date | null;

  /** See skeletonsOf(). */
  @Column({ type: 'text', name: 'small_skeleton' })
  readonly smallSkeleton!: string;

  /** See skeletonsOf(). */
  @Column({ type: 'text', name: 'capital_skeleton' })
  readonly capitalSkeleton!: string;

  /** See skeletonsOf(). */
  @Column({ type: 'text', name: 'typed_skeleton' })
  readonly typedSkeleton!: string;

  /**
   * 0 for a name that no older one looks like; others are numbered. Of two look-alikes created at the same time, both would get 0, so one
   * is refused.
   */
  @Column({ type: 'integer', name: 'look_alike' })
  readonly lookAlike!: number;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'player_id', foreignKeyConstraintName: 'player_name_player_id_fkey' })
  readonly player!: PlayerTable;
}
