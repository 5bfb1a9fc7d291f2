import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';

/** The standings at the end of each day of a league, as they were shown then: one row for each nightly run. */
@Entity({ name: 'standings_snapshot' })
export class StandingsSnapshotTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'standings_snapshot_pkey' })
  readonly leagueId!: number;

  /** The day that ended, in the league's time zone. */
  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'standings_snapshot_pkey' })
  readonly day!: string;

  /** The midnight that ended it. */
  @Column({ type: 'timestamptz' })
  readonly midnight!: Date;

  @Column({ type: 'timestamptz', name: 'recorded_at' })
  readonly recordedAt!: Date;

  @Column({ type: 'integer' })
  readonly revision!: number;

  /** Players with a rank, best first; null if players and scores are those of the snapshot before. */
  @Column({ type: 'integer', array: true, nullable: true })
  readonly players!: number[] | null;

  /** Their scores. */
  @Column({ type: 'double precision', array: true, nullable: true })
  readonly scores!: number[] | null;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'standings_snapshot_league_id_fkey' })
  readonly league!: LeagueTable;
}
