import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Player } from './player.js';

@Entity({ name: 'player' })
@Unique('player_handle_key', ['handleKey'])
export class PlayerTable implements Player {
  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'player_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly handle!: string;

  /** The handle without regard to case; see handleKey(). */
  @Column({ type: 'text', name: 'handle_key' })
  readonly handleKey!: string;

  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;

  /** See `checkDisplayName`. */
  @Column({ type: 'text', name: 'display_name', nullable: true })
  readonly displayName!: string | null;

  /** Since when they have the display name; null without one. */
  @Column({ type: 'timestamptz', name: 'named_at', nullable: true })
  readonly namedAt!: Date | null;

  /** When their personal data was erased; null: it was not. */
  @Column({ type: 'timestamptz', name: 'erased_at', nullable: true })
  readonly erasedAt!: Date | null;
}
