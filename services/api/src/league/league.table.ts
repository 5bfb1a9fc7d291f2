import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Visibility } from '../access/access.js';
import type { LeagueChances } from '../raters/league-chances.js';
import type { SettingValues } from '../raters/rating-system.js';
import type { LateMatches, League } from './league.js';
import type { StatusRules } from './status-rules.js';

@Entity({ name: 'league' })
@Unique('league_slug_key', ['slug'])
@Index('league_refresh', ['refreshDueAt'], { where: 'archived_at IS NULL' })
@Index('league_deleted', ['id'], { where: 'deleted_at IS NOT NULL' })
@Check('league_deleted_check', 'deleted_at IS NULL OR archived_at IS NOT NULL')
@Check('league_visibility_check', `visibility IN ('PUBLIC', 'PRIVATE')`)
@Check('league_late_matches_check', `late_matches IN ('REPLAY', 'REJECT')`)
@Check('league_queue_band_check', `queue_band > 0 AND queue_band <= 0.5`)
@Check('league_min_matches_check', 'min_matches BETWEEN 0 AND 1000')
@Check('league_active_within_check', 'active_within BETWEEN 1 AND 36500')
@Check('league_queue_wait_check', `queue_wait BETWEEN 1 AND 86400`)
export class LeagueTable implements League {
  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'league_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly slug!: string;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ type: 'text', default: '' })
  readonly description!: string;

  @Column({ type: 'text' })
  readonly visibility!: Visibility;

  @Column({ type: 'boolean', name: 'is_open_entry', default: true })
  readonly isOpenEntry!: boolean;

  @Column({ type: 'text', name: 'late_matches', default: 'REPLAY' })
  readonly lateMatches!: LateMatches;

  @Column({ type: 'timestamptz', name: 'opens_at', nullable: true })
  readonly opensAt!: Date | null;

  @Column({ type: 'double precision', name: 'queue_band', default: () => '0.35' })
  readonly queueBand!: number;

  @Column({ type: 'integer', name: 'queue_wait', default: 300 })
  readonly queueWait!: number;

  @Column({ type: 'integer', name: 'min_matches', default: 0 })
  readonly minMatches!: number;

  @Column({ type: 'integer', name: 'active_within', nullable: true })
  readonly activeWithin!: number | null;

  @Column({ type: 'jsonb', name: 'status_rules', nullable: true })
  readonly statusRules!: StatusRules | null;

  @Column({ type: 'text' })
  readonly rater!: string;

  @Column({ type: 'text', name: 'rater_version' })
  readonly raterVersion!: string;

  @Column({ type: 'jsonb' })
  readonly settings!: SettingValues;

  @Column({ type: 'jsonb', name: 'chance_fit', nullable: true })
  readonly chanceFit!: LeagueChances | null;

  @Column({ type: 'integer', default: 1 })
  readonly revision!: number;

  @Column({ type: 'integer', default: 1 })
  readonly generation!: number;

  @Column({ type: 'timestamptz', name: 'applied_at' })
  readonly appliedAt!: Date;

  @Column({ type: 'integer', name: 'match_count', default: 0 })
  readonly matchCount!: number;

  @Column({ type: 'integer', name: 'player_count', default: 0 })
  readonly playerCount!: number;

  @Column({ type: 'integer', name: 'last_sequence', default: 0 })
  readonly lastSequence!: number;

  @Column({ type: 'timestamptz', name: 'rated_through', nullable: true })
  readonly ratedThrough!: Date | null;

  @Column({ type: 'bigint', name: 'journal_bytes', default: 0 })
  readonly journalBytes!: number;

  @Column({ type: 'integer', name: 'kept_revision', default: 1 })
  readonly keptRevision!: number;

  @Column({ type: 'timestamptz', name: 'kept_since', nullable: true })
  readonly keptSince!: Date | null;

  @Column({ type: 'integer', name: 'thinned_revision', default: 1 })
  readonly thinnedRevision!: number;

  /** Lines of generations before it are packed; see replay/pack-generations.ts. */
  @Column({ type: 'integer', name: 'packed_generation', default: 1 })
  readonly packedGeneration!: number;

  @Column({ type: 'text', name: 'time_zone', default: 'UTC' })
  readonly timeZone!: string;

  @Column({ type: 'timestamptz', name: 'refreshed_through' })
  readonly refreshedThrough!: Date;

  @Column({ type: 'timestamptz', name: 'refresh_due_at' })
  readonly refreshDueAt!: Date;

  @Column({ type: 'timestamptz', name: 'archived_at', nullable: true })
  readonly archivedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'deleted_at', nullable: true })
  readonly deletedAt!: Date | null;

  @Column({ type: 'bigint', default: 0 })
  readonly version!: number;

  @Column({ type: 'bigint', default: 0 })
  readonly mark!: number;

  @Column({ type: 'timestamptz', name: 'created_at' })
  readonly createdAt!: Date;
}
