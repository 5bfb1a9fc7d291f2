import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';
import { TokenTable } from '../token/token.table.js';
import type { KeptEffect, QueuedCorrection, Recompute, RecomputeStatus } from './recompute.js';

/** Jobs that carry out corrections; a league has at most one that is not finished. */
@Entity({ name: 'recompute' })
@Index('recompute_league', ['leagueId', 'id'])
@Index('recompute_pending', ['leagueId'], { unique: true, where: `status IN ('QUEUED', 'RUNNING')` })
@Check('recompute_status_check', `status IN ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')`)
export class RecomputeTable implements Recompute {
  @PrimaryGeneratedColumn('identity', { primaryKeyConstraintName: 'recompute_pkey', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'integer', name: 'league_id' })
  readonly leagueId!: number;

  @Column({ type: 'text' })
  readonly status!: RecomputeStatus;

  @Column({ type: 'jsonb' })
  readonly correction!: QueuedCorrection;

  @Column({ type: 'text' })
  readonly reason!: string;

  /** Id of the token; null for the command line. */
  @Column({ type: 'integer', name: 'actor_id', nullable: true })
  readonly actorId!: number | null;

  @Column({ type: 'text' })
  readonly actor!: string;

  @Column({ type: 'integer', default: 0 })
  readonly done!: number;

  @Column({ type: 'integer', default: 0 })
  readonly total!: number;

  @Column({ type: 'integer', nullable: true })
  readonly revision!: number | null;

  @Column({ type: 'text', nullable: true })
  readonly error!: string | null;

  @Column({ type: 'timestamptz', name: 'requested_at' })
  readonly requestedAt!: Date;

  @Column({ type: 'timestamptz', name: 'started_at', nullable: true })
  readonly startedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'finished_at', nullable: true })
  readonly finishedAt!: Date | null;

  /** Null until it is done, and in rows from before effects were stored. */
  @Column({ type: 'jsonb', nullable: true })
  readonly effect!: KeptEffect | null;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'recompute_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => TokenTable)
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'recompute_actor_id_fkey' })
  readonly token!: TokenTable | null;
}
