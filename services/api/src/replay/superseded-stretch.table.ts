import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Lines that were in the journal until a later revision replaced them: consecutive lines of one player, each of which begins with the
 * rating at which the one before it ended. The view `superseded_change` shows them one by one.
 */
@Entity({ name: 'superseded_stretch' })
export class SupersededStretchTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'superseded_stretch_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'superseded_stretch_pkey' })
  readonly playerId!: number;

  /** The first revision whose journal no longer has the lines. */
  @PrimaryColumn({ type: 'integer', name: 'superseded_in', primaryKeyConstraintName: 'superseded_stretch_pkey' })
  readonly supersededIn!: number;

  /** The revision that made them. */
  @Column({ type: 'integer' })
  readonly revision!: number;

  /** Of the first line, as the next three columns. */
  @PrimaryColumn({ type: 'timestamptz', name: 'played_at', primaryKeyConstraintName: 'superseded_stretch_pkey' })
  readonly playedAt!: Date;

  @Column({ type: 'double precision', name: 'before_value', nullable: true })
  readonly beforeValue!: number | null;

  @Column({ type: 'double precision', name: 'before_deviation', nullable: true })
  readonly beforeDeviation!: number | null;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'superseded_stretch_pkey' })
  readonly sequence!: number;

  /** A letter for each line, its verdict: L, D or W; lower case if the rating was provisional. */
  @Column({ type: 'text' })
  readonly marks!: string;

  @Column({ type: 'timestamptz', name: 'played_ats', array: true })
  readonly playedAts!: Date[];

  @Column({ type: 'integer', array: true })
  readonly sequences!: number[];

  /** The values of all lines, then their deviations, then their scores, null where they are the values. */
  @Column({ type: 'double precision', array: true })
  readonly numbers!: (number | null)[];

  /** The contributions of each line, as text because they differ in length. Null if no state is restored from them. */
  @Column({ type: 'text', array: true, nullable: true })
  readonly contributions!: (string | null)[] | null;

  /** Checksum of the row; see journal-staging.ts. */
  @Column({ type: 'bytea' })
  readonly digest!: Buffer;
}
