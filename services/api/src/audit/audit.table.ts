import type { Json } from '@openladder/rating';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';

/** Who did what, when and why. A trigger refuses every change of a row. */
@Entity({ name: 'audit_entry' })
@Index('audit_entry_league', ['leagueId', 'id'])
@Index('audit_entry_subject', ['subject', 'id'])
export class AuditEntryTable {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    primaryKeyConstraintName: 'audit_entry_pkey',
    generatedIdentity: 'ALWAYS',
  })
  readonly id!: number;

  /** Null if it concerns the whole platform. */
  @Column({ type: 'integer', name: 'league_id', nullable: true })
  readonly leagueId!: number | null;

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

  @Column({ type: 'timestamptz' })
  readonly at!: Date;

  @ManyToOne('LeagueTable')
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'audit_entry_league_id_fkey' })
  readonly league!: object | null;

  @ManyToOne('TokenTable')
  @JoinColumn({ name: 'actor_id', foreignKeyConstraintName: 'audit_entry_actor_id_fkey' })
  readonly token!: object | null;
}
