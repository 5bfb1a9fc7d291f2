import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Settings } from '../raters/rating-system.js';
import { LeagueTable } from './league.table.js';

/** Under what each official derivation of a league's ratings was made; the newest is the league's own. */
@Entity({ name: 'league_revision' })
export class LeagueRevisionTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'league_revision_pkey' })
  readonly leagueId!: number;

  /** From 1 without a gap. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'league_revision_pkey' })
  readonly revision!: number;

  /** Where its lines are in the journal; several revisions share one, each rating the end of it anew. */
  @Column({ type: 'integer' })
  readonly generation!: number;

  @Column({ type: 'text' })
  readonly rater!: string;

  @Column({ type: 'text', name: 'rater_version' })
  readonly raterVersion!: string;

  @Column({ type: 'jsonb' })
  readonly settings!: Settings;

  @Column({ type: 'text' })
  readonly reason!: string;

  @Column({ type: 'timestamptz', name: 'applied_at' })
  readonly appliedAt!: Date;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'league_revision_league_id_fkey' })
  readonly league!: LeagueTable;
}
