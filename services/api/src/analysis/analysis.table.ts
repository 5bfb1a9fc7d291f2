import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';
import { TokenTable } from '../token/token.table.js';
import type { Analysis, AnalysisKind, AnalysisStatus } from './analysis.js';

/** Long calculations over logs and their results. A league has at most one that is queued or running. */
@Entity({ name: 'analysis' })
@Index('analysis_league', ['leagueId', 'id'])
@Index('analysis_pending', ['leagueId'], { unique: true, where: `status IN ('QUEUED', 'RUNNING')` })
@Check('analysis_status_check', `status IN ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')`)
@Check('analysis_progress_check', 'progress BETWEEN 0 AND 1')
@Check('analysis_over_check', `(status IN ('QUEUED', 'RUNNING')) = (finished_at IS NULL)`)
@Check('analysis_error_check', `(status = 'FAILED') = (error IS NOT NULL)`)
@Check(
  'analysis_result_check',
  `num_nonnulls(result, sequence, revision) = CASE WHEN status = 'DONE' THEN 3 ELSE 0 END`,
)
export class AnalysisTable implements Analysis {
  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'analysis_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'integer', name: 'league_id' })
  readonly leagueId!: number;

  @Column({ type: 'text' })
  readonly kind!: AnalysisKind;

  @Column({ type: 'text' })
  readonly status!: AnalysisStatus;

  @Column({ type: 'jsonb' })
  readonly request!: Analysis['request'];

  /** Id of the token; null for the command line. */
  @Column({ type: 'integer', name: 'actor_id', nullable: true })
  readonly actorId!: number | null;

  @Column({ type: 'text' })
  readonly actor!: string;

  @Column({ type: 'integer', default: 0 })
  readonly attempts!: number;

  @Column({ type: 'double precision', default: 0 })
  readonly progress!: number;

  @Column({ type: 'integer', nullable: true })
  readonly sequence!: number | null;

  @Column({ type: 'integer', nullable: true })
  readonly revision!: number | null;

  @Column({ type: 'jsonb', nullable: true })
  readonly result!: Analysis['result'];

  @Column({ type: 'text', nullable: true })
  readonly error!: string | null;

  @Column({ type: 'timestamptz', name: 'requested_at' })
  readonly requestedAt!: Date;

  @Column({ type: 'timestamptz', name: 'started_at', nullable: true })
  readonly startedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'finished_at', nullable: true })
  readonly finishedAt!: Date | null;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'analysis_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => TokenTable)
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'analysis_actor_id_fkey' })
  readonly token!: TokenTable | null;
}
