import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Player } from './player.js';

@Entity({ name: 'player' })
@Unique('player_handle_key', ['handleKey'])
export class PlayerTable implements Player {
  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'player_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly handle!: string;

  /** The handle, ignoring case; see handleKey(). */
  @Column({ type: 'text', name: 'handle_key' })
  readonly handleKey!: string;

  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;

  /** See `checkDisplayName`. */
  @Column({ type: 'text', name: 'display_name', nullable: true })
  readonly displayName!: string | null;

  /** The display name without regard to case; see foldedName(). */
  @Column({ type: 'text', name: 'name_key', nullable: true })
  readonly nameKey!: string | null;

  /** Since when the player has the display name; null without one. */
  @Column({ type: 'timestamptz', name: 'named_at', nullable: true })
  readonly namedAt!: Date | null;

  /** When the player's personal data was erased; null if it was not. */
  @Column({ type: 'timestamptz', name: 'erased_at', nullable: true })
  readonly erasedAt!: Date | null;
}
