import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
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
@Check('league_hue_check', 'hue BETWEEN 0 AND 359')
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

  @Column({ type: 'integer', nullable: true })
  readonly hue!: number | null;

  /** The name of its picture in `league_picture`. */
  @Column({ type: 'text', nullable: true })
  readonly picture!: string | null;

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

/** The pictures that leagues have. */
@Entity({ name: 'league_picture' })
export class LeaguePictureTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'league_picture_pkey' })
  readonly leagueId!: number;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ type: 'bytea' })
  readonly content!: Buffer;

  @ManyToOne(() => LeagueTable, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'league_picture_league_id_fkey' })
  readonly league!: LeagueTable;
}

/** The slug and the visibility of every league, as in `league`. A slug is in use as long as it is here. */
@Entity({ name: 'league_slug' })
@Unique('league_slug_league_id_key', ['leagueId'])
export class LeagueSlugTable {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'league_slug_pkey' })
  readonly slug!: string;

  @Column({ type: 'integer', name: 'league_id' })
  readonly leagueId!: number;

  @Column({ type: 'text' })
  readonly visibility!: Visibility;
}

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

/** What counts toward a token's storage quota besides its replays: matches that it added at the end of logs. */
@Entity({ name: 'token_growth' })
export class TokenGrowthTable {
  @PrimaryColumn({ type: 'integer', name: 'token_id', primaryKeyConstraintName: 'token_growth_pkey' })
  readonly tokenId!: number;

  /** Beginning of the newest day of UTC with such matches. */
  @Column({ type: 'timestamptz' })
  readonly day!: Date;

  /** Bytes by which journals grew on that day, as `journalBytes` counts them. */
  @Column({ type: 'bigint' })
  readonly bytes!: number;
}
