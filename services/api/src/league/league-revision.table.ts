import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { LeagueChances } from '../raters/league-chances.js';
import type { SettingValues } from '../raters/rating-system.js';
import { LeagueTable } from './league.table.js';

/** How each official derivation of a league's ratings was made; the newest is the current one. */
@Entity({ name: 'league_revision' })
@Index('league_revision_use', ['leagueId', 'appliedAt'])
@Index('league_revision_token_use', ['tokenId', 'appliedAt'])
export class LeagueRevisionTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'league_revision_pkey' })
  readonly leagueId!: number;

  /** From 1 without a gap. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'league_revision_pkey' })
  readonly revision!: number;

  /** The generation of its lines in the journal. Several revisions can share one, each of which rated the end of it again. */
  @Column({ type: 'integer' })
  readonly generation!: number;

  @Column({ type: 'text' })
  readonly rater!: string;

  @Column({ type: 'text', name: 'rater_version' })
  readonly raterVersion!: string;

  @Column({ type: 'jsonb' })
  readonly settings!: SettingValues;

  @Column({ type: 'jsonb', name: 'chance_fit', nullable: true })
  readonly chanceFit!: LeagueChances | null;

  /** Lines of the journal that it replaced; null for the first revision, and for those from before this was counted. */
  @Column({ type: 'integer', nullable: true })
  readonly superseded!: number | null;

  /** Lines that its replay wrote; null as above. */
  @Column({ type: 'integer', nullable: true })
  readonly lines!: number | null;

  /** Bytes by which the journal grew, as `journalBytes` counts them; null as above. */
  @Column({ type: 'bigint', nullable: true })
  readonly bytes!: number | null;

  /** The token that its work was counted for; null as above, or if there was none. */
  @Column({ type: 'integer', name: 'token_id', nullable: true })
  readonly tokenId!: number | null;

  @Column({ type: 'text' })
  readonly reason!: string;

  @Column({ type: 'timestamptz', name: 'applied_at' })
  readonly appliedAt!: Date;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'league_revision_league_id_fkey' })
  readonly league!: LeagueTable;
}
