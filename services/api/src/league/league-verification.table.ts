import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { LeagueTable } from './league.table.js';

/** The last verification of each league that the service carried out on its own. */
@Entity({ name: 'league_verification' })
export class LeagueVerificationTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'league_verification_pkey' })
  readonly leagueId!: number;

  @Column({ type: 'timestamptz', name: 'verified_at' })
  readonly verifiedAt!: Date;

  /** The newest arrival in the log then. */
  @Column({ type: 'integer' })
  readonly sequence!: number;

  /** The official revision then. */
  @Column({ type: 'integer' })
  readonly revision!: number;

  /** How many problems were found; 0 if the board equals a replay of the log. */
  @Column({ type: 'integer' })
  readonly problems!: number;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'league_verification_league_id_fkey' })
  readonly league!: LeagueTable;
}
