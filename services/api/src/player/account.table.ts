import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { MembershipTable } from './membership.table.js';

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
