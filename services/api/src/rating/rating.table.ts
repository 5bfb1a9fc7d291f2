import type { Json } from '@openladder/rating';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';
import { PlayerTable } from '../player/player.table.js';
import type { VerdictNumber } from './rating.js';

/** The rating of each player of a league, after their newest rated match. */
@Entity({ name: 'rating' })
@Index('rating_standing', { synchronize: false })
@Index('rating_hidden', { synchronize: false })
export class RatingTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'rating_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'rating_pkey' })
  readonly playerId!: number;

  @Column({ type: 'double precision', nullable: true })
  readonly value!: number | null;

  @Column({ type: 'double precision', nullable: true })
  readonly deviation!: number | null;

  /** The value that the board is sorted by; -Infinity for a player without one, so that they sort last. */
  @Column({ type: 'double precision' })
  readonly score!: number;

  @Column({ type: 'boolean', name: 'is_provisional' })
  readonly isProvisional!: boolean;

  @Column({ type: 'text' })
  readonly display!: string;

  /** Only for raters whose state cannot be restored from the journal. */
  @Column({ type: 'jsonb', nullable: true })
  readonly state!: Json;

  @Column({ type: 'integer', name: 'matches_played' })
  readonly matchesPlayed!: number;

  @Column({ type: 'integer' })
  readonly wins!: number;

  @Column({ type: 'integer' })
  readonly draws!: number;

  @Column({ type: 'integer' })
  readonly losses!: number;

  @Column({ type: 'double precision', nullable: true })
  readonly peak!: number | null;

  @Column({ type: 'timestamptz', name: 'last_played_at', nullable: true })
  readonly lastPlayedAt!: Date | null;

  /** When the player was hidden from the boards of the league; such a row is always provisional. */
  @Column({ type: 'timestamptz', name: 'hidden_at', nullable: true })
  readonly hiddenAt!: Date | null;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'rating_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'player_id', foreignKeyConstraintName: 'rating_player_id_fkey' })
  readonly player!: PlayerTable;
}

/** The journal: one line for each rated participant of each match, in each player's total order. */
@Entity({ name: 'rating_change' })
export class RatingChangeTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'rating_change_pkey' })
  readonly leagueId!: number;

  /** Lines of the league's own generation are current; others are from before a recompute. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'rating_change_pkey' })
  readonly generation!: number;

  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'rating_change_pkey' })
  readonly playerId!: number;

  @PrimaryColumn({ type: 'timestamptz', name: 'played_at', primaryKeyConstraintName: 'rating_change_pkey' })
  readonly playedAt!: Date;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'rating_change_pkey' })
  readonly sequence!: number;

  @Column({ type: 'integer' })
  readonly revision!: number;

  @Column({ type: 'double precision', name: 'before_value', nullable: true })
  readonly beforeValue!: number | null;

  @Column({ type: 'double precision', name: 'before_deviation', nullable: true })
  readonly beforeDeviation!: number | null;

  @Column({ type: 'double precision', name: 'after_value', nullable: true })
  readonly afterValue!: number | null;

  @Column({ type: 'double precision', name: 'after_deviation', nullable: true })
  readonly afterDeviation!: number | null;

  /** The value that the board is sorted by after the match; -Infinity for none. */
  @Column({ type: 'double precision' })
  readonly score!: number;

  @Column({ type: 'boolean', name: 'is_provisional' })
  readonly isProvisional!: boolean;

  /** 1: the player's side won, 0: it shared the first place, -1: it lost. */
  @Column({ type: 'smallint' })
  readonly verdict!: VerdictNumber;

  /** Six numbers for each opponent; null if there are too many. See journal-line.ts. */
  @Column({ type: 'double precision', array: true, nullable: true })
  readonly contributions!: number[] | null;

  /** What the rater keeps of the state after the match; null if it keeps nothing. See journal-line.ts. */
  @Column({ type: 'double precision', array: true, nullable: true })
  readonly memory!: number[] | null;
}
