import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
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

  /** See `checkCountry`. */
  @Column({ type: 'text', nullable: true })
  readonly country!: string | null;

  /** Since when the player has it; null without one. */
  @Column({ type: 'timestamptz', name: 'country_at', nullable: true })
  readonly countryAt!: Date | null;

  /** See `checkLinks`. */
  @Column({ type: 'jsonb', nullable: true })
  readonly links!: readonly string[] | null;

  /** Since when the player has them; null without any. */
  @Column({ type: 'timestamptz', name: 'links_at', nullable: true })
  readonly linksAt!: Date | null;

  /** When the player's personal data was erased; null if it was not. */
  @Column({ type: 'timestamptz', name: 'erased_at', nullable: true })
  readonly erasedAt!: Date | null;
}

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

/**
 * Accounts of players at other platforms, as each league knows them; in league 0, as everybody does. A league that gets to know a player
 * later does not know their accounts: that would reveal that the player was somewhere else before.
 */
@Entity({ name: 'account' })
@Index('account_player', ['playerId', 'leagueId'])
export class AccountTable {
  /** Provider and id, for example `discord:1234`; see `accountKey`. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'account_pkey' })
  readonly account!: string;

  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'account_pkey' })
  readonly leagueId!: number;

  @Column({ type: 'integer', name: 'player_id' })
  readonly playerId!: number;

  @Column({ type: 'timestamptz', name: 'linked_at' })
  readonly linkedAt!: Date;

  @ManyToOne(() => MembershipTable, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'player_id', referencedColumnName: 'playerId', foreignKeyConstraintName: 'account_membership_fkey' },
    { name: 'league_id', referencedColumnName: 'leagueId', foreignKeyConstraintName: 'account_membership_fkey' },
  ])
  readonly membership!: MembershipTable;
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
