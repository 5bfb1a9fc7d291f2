import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { MatchStatus } from './match.js';

/** The log. Arrays of the sides' placements, scores and names are in the sides' order. */
@Entity({ name: 'match' })
@Unique('match_external_id_key', ['leagueId', 'externalId'])
@Index('match_total_order', ['leagueId', 'playedAt', 'sequence'], { unique: true })
@Check('match_status_check', `status IN ('RATED', 'VOID')`)
export class MatchTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'match_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'match_pkey' })
  readonly sequence!: number;

  @Column({ type: 'text', name: 'external_id' })
  readonly externalId!: string;

  @Column({ type: 'timestamptz', name: 'played_at' })
  readonly playedAt!: Date;

  @Column({ type: 'text', default: 'RATED' })
  readonly status!: MatchStatus;

  @Column({ type: 'integer', default: 1 })
  readonly version!: number;

  @Column({ type: 'integer', array: true, nullable: true })
  readonly placements!: number[] | null;

  @Column({ type: 'double precision', name: 'side_scores', array: true, nullable: true })
  readonly sideScores!: (number | null)[] | null;

  @Column({ type: 'text', name: 'side_names', array: true, nullable: true })
  readonly sideNames!: (string | null)[] | null;

  /** SHA-256 of what was first submitted; see content.ts. */
  @Column({ type: 'bytea', name: 'content_hash' })
  readonly contentHash!: Buffer;

  @Column({ type: 'timestamptz', name: 'submitted_at' })
  readonly submittedAt!: Date;

  @Column({ type: 'integer', name: 'submitted_by', nullable: true })
  readonly submittedBy!: number | null;
}

/** One row for each participant, guests too; position counts through all sides from 0. */
@Entity({ name: 'participant' })
@Index('participant_player', ['leagueId', 'playerId', 'sequence'], { unique: true })
export class ParticipantTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'participant_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'participant_pkey' })
  readonly sequence!: number;

  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'participant_pkey' })
  readonly position!: number;

  @Column({ type: 'smallint' })
  readonly side!: number;

  @Column({ type: 'integer', name: 'player_id' })
  readonly playerId!: number;

  @Column({ type: 'boolean', name: 'is_guest' })
  readonly isGuest!: boolean;

  @Column({ type: 'double precision', nullable: true })
  readonly score!: number | null;

  @Column({ type: 'double precision', name: 'minutes_played', nullable: true })
  readonly minutesPlayed!: number | null;

  /** Points against the participant of each position; null elements where none were reported. */
  @Column({ type: 'double precision', name: 'scores_against', array: true, nullable: true })
  readonly scoresAgainst!: (number | null)[] | null;
}
