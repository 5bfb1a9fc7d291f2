import { Entity, PrimaryColumn } from 'typeorm';

/** Which leagues a player is on record in; kept by triggers of `rating`, whose rows move too often for such an index. */
@Entity({ name: 'membership' })
export class MembershipTable {
  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'membership_pkey' })
  readonly playerId!: number;

  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'membership_pkey' })
  readonly leagueId!: number;
}
