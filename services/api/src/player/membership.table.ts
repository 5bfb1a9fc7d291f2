import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The players whom a league knows, because they were registered, have played or were merged in it. Rows of EVERYBODY are for the players
 * whom a public league knows. Triggers maintain the table.
 */
@Entity({ name: 'membership' })
@Index('membership_name', ['leagueId', 'handleKey'], { unique: true })
@Index('membership_prefix', { synchronize: false })
@Index('membership_shown_name', { synchronize: false })
export class MembershipTable {
  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'membership_pkey' })
  readonly playerId!: number;

  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'membership_pkey' })
  readonly leagueId!: number;

  /** When the league first saw the player. */
  @Column({ type: 'timestamptz' })
  readonly since!: Date;

  /** The name by which the league knows the player. */
  @Column({ type: 'text' })
  readonly handle!: string;

  /** See handleKey(). */
  @Column({ type: 'text', name: 'handle_key' })
  readonly handleKey!: string;

  /** That of the player's display name, if the league knew them when it was given; else null. */
  @Column({ type: 'text', name: 'name_key', nullable: true })
  readonly nameKey!: string | null;
}

/** Names by which a league knew a player before. */
@Entity({ name: 'former_name' })
@Index('former_name_player', ['playerId'])
export class FormerNameTable {
  @PrimaryColumn({ type: 'text', name: 'handle_key', primaryKeyConstraintName: 'former_name_pkey' })
  readonly handleKey!: string;

  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'former_name_pkey' })
  readonly leagueId!: number;

  @Column({ type: 'integer', name: 'player_id' })
  readonly playerId!: number;

  @Column({ type: 'text' })
  readonly handle!: string;

  @Column({ type: 'timestamptz', name: 'given_up_at' })
  readonly givenUpAt!: Date;
}
