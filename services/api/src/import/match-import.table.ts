import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';
import { TokenTable } from '../token/token.table.js';
import type { MatchFileFormat, MatchImport, MatchImportStatus } from './match-import.js';

/** Uploaded files of matches, to be mapped, checked and imported. */
@Entity({ name: 'match_import' })
@Index('match_import_pending', ['id'], { where: `status IN ('CHECKING', 'IMPORTING')` })
@Check(
  'match_import_status_check',
  `status IN ('UPLOADING', 'UPLOADED', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'CANCELLED', 'FAILED')`,
)
@Check('match_import_format_check', `format IN ('CSV', 'JSON_LINES')`)
@Check('match_import_progress_check', 'progress BETWEEN 0 AND 1')
@Check('match_import_over_check', `(status IN ('DONE', 'CANCELLED', 'FAILED')) = (finished_at IS NOT NULL)`)
@Check('match_import_error_check', `(status = 'FAILED') = (error IS NOT NULL)`)
@Check('match_import_withdrawn_check', 'withdrawn <@ added')
@Check('match_import_report_check', `report IS NOT NULL OR status NOT IN ('CHECKED', 'IMPORTING', 'DONE')`)
export class MatchImportTable implements MatchImport {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'match_import_pkey' })
  readonly leagueId!: number;

  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'match_import_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly status!: MatchImportStatus;

  @Column({ type: 'text', name: 'file_name' })
  readonly fileName!: string;

  @Column({ type: 'integer', default: 0 })
  readonly bytes!: number;

  @Column({ type: 'text', default: 'CSV' })
  readonly format!: MatchFileFormat;

  @Column({ type: 'text', nullable: true })
  readonly delimiter!: string | null;

  @Column({ type: 'jsonb', default: [] })
  readonly columns!: MatchImport['columns'];

  @Column({ type: 'jsonb', default: [] })
  readonly rows!: MatchImport['rows'];

  @Column({ type: 'jsonb', nullable: true })
  readonly plan!: MatchImport['plan'];

  @Column({ type: 'jsonb', nullable: true })
  readonly report!: MatchImport['report'];

  @Column({ type: 'integer', name: 'actor_id', nullable: true })
  readonly actorId!: number | null;

  @Column({ type: 'text' })
  readonly actor!: string;

  @Column({ type: 'integer', default: 0 })
  readonly attempts!: number;

  @Column({ type: 'double precision', default: 0 })
  readonly progress!: number;

  @Column({ type: 'integer', default: 0 })
  readonly accepted!: number;

  @Column({ type: 'integer', default: 0 })
  readonly replayed!: number;

  @Column({ type: 'jsonb', nullable: true })
  readonly refusals!: MatchImport['refusals'];

  @Column({ type: 'text', nullable: true })
  readonly error!: string | null;

  @Column({ type: 'integer', name: 'begun_after', nullable: true })
  readonly begunAfter!: number | null;

  @Column({ type: 'int4multirange', nullable: true })
  readonly added!: string | null;

  /** Sequences of the matches that were withdrawn together. */
  @Column({ type: 'int4multirange', nullable: true })
  readonly withdrawn!: string | null;

  @Column({ type: 'timestamptz', name: 'requested_at' })
  readonly requestedAt!: Date;

  @Column({ type: 'timestamptz', name: 'finished_at', nullable: true })
  readonly finishedAt!: Date | null;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'match_import_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => TokenTable)
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'match_import_actor_id_fkey' })
  readonly token!: TokenTable | null;
}

/** The bytes of such a file, in pieces. They are deleted when the file is imported or discarded. */
@Entity({ name: 'match_import_part' })
export class MatchImportPartTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'match_import_part_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'import_id', primaryKeyConstraintName: 'match_import_part_pkey' })
  readonly importId!: number;

  /** From 0, without gaps. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'match_import_part_pkey' })
  readonly number!: number;

  @Column({ type: 'bytea' })
  readonly content!: Buffer;

  @ManyToOne(() => MatchImportTable, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'league_id',
      referencedColumnName: 'leagueId',
      foreignKeyConstraintName: 'match_import_part_import_id_fkey',
    },
    { name: 'import_id', referencedColumnName: 'id', foreignKeyConstraintName: 'match_import_part_import_id_fkey' },
  ])
  readonly ofImport!: MatchImportTable;
}
