import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Lines that were in the journal until a later revision derived them anew; see RatingChangeTable for the columns. */
@Entity({ name: 'superseded_change' })
export class SupersededChangeTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'superseded_change_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'superseded_change_pkey' })
  readonly playerId!: number;

  @PrimaryColumn({ type: 'timestamptz', name: 'played_at', primaryKeyConstraintName: 'superseded_change_pkey' })
  readonly playedAt!: Date;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'superseded_change_pkey' })
  readonly sequence!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'superseded_change_pkey' })
  readonly revision!: number;

  @Column({ type: 'double precision', name: 'before_value', nullable: true })
  readonly beforeValue!: number | null;

  @Column({ type: 'double precision', name: 'before_deviation', nullable: true })
  readonly beforeDeviation!: number | null;

  @Column({ type: 'double precision', name: 'after_value', nullable: true })
  readonly afterValue!: number | null;

  @Column({ type: 'double precision', name: 'after_deviation', nullable: true })
  readonly afterDeviation!: number | null;

  @Column({ type: 'double precision' })
  readonly score!: number;

  @Column({ type: 'boolean', name: 'is_provisional' })
  readonly isProvisional!: boolean;

  @Column({ type: 'smallint' })
  readonly verdict!: number;

  /** Null if no state comes back from them, and of lines with many opponents. */
  @Column({ type: 'double precision', array: true, nullable: true })
  readonly contributions!: number[] | null;

  /** The first revision whose journal does not have the line any more. */
  @Column({ type: 'integer', name: 'superseded_in' })
  readonly supersededIn!: number;
}
