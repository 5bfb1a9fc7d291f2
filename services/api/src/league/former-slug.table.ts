import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { LeagueTable } from './league.table.js';

/** Former slugs of leagues. They still lead to their league, and no other league can get them. */
@Entity({ name: 'former_slug' })
@Index('former_slug_league', ['leagueId'])
export class FormerSlugTable {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'former_slug_pkey' })
  readonly slug!: string;

  @Column({ type: 'integer', name: 'league_id' })
  readonly leagueId!: number;

  @Column({ type: 'timestamptz', name: 'given_up_at' })
  readonly givenUpAt!: Date;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'former_slug_league_id_fkey' })
  readonly league!: LeagueTable;
}
