import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { EventKind, LeagueEvent } from './league-event.js';

/** The outbox: each row is written in the same transaction as the change that it reports. */
@Entity({ name: 'league_event' })
@Check('league_event_kind_check', `kind IN ('MATCHES_RATED', 'RECOMPUTED', 'BOARD_REFRESHED', 'MATCH_SHOWN')`)
@Check('league_event_sequences_check', `kind <> 'MATCHES_RATED' OR cardinality(sequences) > 0`)
export class LeagueEventTable implements LeagueEvent {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'league_event_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'league_event_pkey' })
  readonly number!: number;

  @Column({ type: 'text' })
  readonly kind!: EventKind;

  @Column({ type: 'integer', array: true, nullable: true })
  readonly sequences!: number[] | null;

  @Column({ type: 'integer' })
  readonly revision!: number;

  @Column({ type: 'timestamptz' })
  readonly at!: Date;

  /** What made the revision: the mutation, and the subject of its audit entry; null if there is no revision. */
  @Column({ type: 'text', nullable: true })
  readonly action!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly subject!: string | null;

  @ManyToOne('LeagueTable')
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'league_event_league_id_fkey' })
  readonly league!: object;
}
