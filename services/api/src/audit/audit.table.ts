import type { Json } from '@openladder/rating';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * SQL that holds for entries about a correction of a league's history, once for each correction: of one of several matches only for the entry
 * about all of them. It is the condition of an index, so the two change together.
 */
export const IS_CORRECTION = `action IN ('amendMatch', 'voidMatch', 'restoreMatch', 'voidMatches', 'restoreMatches', 'mergePlayers', 'unmergePlayers',
    'configureRatingSystem', 'recomputeLeague')
  AND (action NOT IN ('voidMatches', 'restoreMatches') OR subject LIKE 'League:%')`;

/** Who did what, when and why. A trigger refuses every change of a row. */
@Entity({ name: 'audit_entry' })
@Index('audit_entry_newest', ['id'])
@Index('audit_entry_subject', ['subject', 'id'])
@Index('audit_entry_correction', ['leagueId', 'id'], { where: IS_CORRECTION })
export class AuditEntryTable {
  /** 0 if it concerns the whole platform. */
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'audit_entry_pkey' })
  readonly leagueId!: number;

  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    primaryKeyConstraintName: 'audit_entry_pkey',
    generatedIdentity: 'ALWAYS',
  })
  readonly id!: number;

  /** Id of the token; null for the command line. */
  @Column({ type: 'integer', name: 'actor_id', nullable: true })
  readonly actorId!: number | null;

  @Column({ type: 'text' })
  readonly actor!: string;

  @Column({ type: 'text' })
  readonly action!: string;

  /** The subject; see AuditSubject. */
  @Column({ type: 'text', nullable: true })
  readonly subject!: string | null;

  @Column({ type: 'text' })
  readonly reason!: string;

  @Column({ type: 'jsonb', nullable: true })
  readonly before!: Json;

  @Column({ type: 'jsonb', nullable: true })
  readonly after!: Json;

  /** How many ratings a correction changed; null if it is none, or from before this was kept. */
  @Column({ type: 'integer', name: 'change_count', nullable: true })
  readonly changeCount!: number | null;

  /** The points of the largest of these changes, without a sign; null where no rating has points both before and after. */
  @Column({ type: 'double precision', name: 'largest_change', nullable: true })
  readonly largestChange!: number | null;

  @Column({ type: 'timestamptz' })
  readonly at!: Date;

  @ManyToOne('TokenTable')
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'audit_entry_actor_id_fkey' })
  readonly token!: object | null;
}
