import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { LeagueTable } from '../league/league.table.js';
import { PlayerTable } from '../player/player.table.js';
import type { MatchDetails, MatchStatus, ReportedSide } from './match.js';

/**
 * The log: a match with its participants and sides. Arrays have an element for each participant, in the order of the sides, or for each
 * side; null stands for an array that would hold only defaults.
 */
@Entity({ name: 'match' })
@Unique('match_external_id_key', ['leagueId', 'externalId'])
@Index('match_total_order', ['leagueId', 'playedAt', 'sequence'], { unique: true })
@Index('match_void', ['leagueId', 'playedAt', 'sequence'], { where: `status = 'VOID'` })
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

  /** The participants, including guests, as submitted, regardless of merges. */
  @Column({ type: 'integer', name: 'player_ids', array: true })
  readonly playerIds!: number[];

  /** The side of each participant, from 0 without a gap; null if each has a side of their own. */
  @Column({ type: 'smallint', array: true, nullable: true })
  readonly sides!: number[] | null;

  /** Which participants are guests; null if there are none. */
  @Column({ type: 'boolean', array: true, nullable: true })
  readonly guests!: boolean[] | null;

  /** Points of each participant. */
  @Column({ type: 'double precision', array: true, nullable: true })
  readonly scores!: (number | null)[] | null;

  @Column({ type: 'double precision', name: 'minutes_played', array: true, nullable: true })
  readonly minutesPlayed!: (number | null)[] | null;

  /** Each participant's points against each opponent; null elements where none were reported. */
  @Column({ type: 'double precision', name: 'scores_against', array: true, nullable: true })
  readonly scoresAgainst!: (number | null)[][] | null;

  /** Of each side, here and below. */
  @Column({ type: 'integer', array: true, nullable: true })
  readonly placements!: number[] | null;

  @Column({ type: 'double precision', name: 'side_scores', array: true, nullable: true })
  readonly sideScores!: (number | null)[] | null;

  @Column({ type: 'text', name: 'side_names', array: true, nullable: true })
  readonly sideNames!: (string | null)[] | null;

  @Column({ type: 'text', name: 'side_roles', array: true, nullable: true })
  readonly sideRoles!: (string | null)[] | null;

  /** The sides as reported, if one did not finish; the other columns are as the match is rated. Nearly always null. */
  @Column({ type: 'jsonb', nullable: true })
  readonly reported!: ReportedSide[] | null;

  /** SHA-256 of the first submission; see `contentHash`. */
  @Column({ type: 'bytea', name: 'content_hash' })
  readonly contentHash!: Buffer;

  @Column({ type: 'timestamptz', name: 'submitted_at' })
  readonly submittedAt!: Date;

  @Column({ type: 'integer', name: 'submitted_by', nullable: true })
  readonly submittedBy!: number | null;

  /** Null means 1, the weight of nearly all matches. */
  @Column({ type: 'double precision', nullable: true })
  readonly weight!: number | null;

  /** Null if there are none, which is nearly always. */
  @Column({ type: 'jsonb', nullable: true })
  readonly details!: MatchDetails | null;
}

/**
 * Participants without a line in the journal: guests, and all participants of void matches and of matches with fewer than two rated sides.
 * Players are as submitted, regardless of merges. Together with the journal, it gives the matches of a player.
 */
@Entity({ name: 'unrated_appearance' })
export class UnratedAppearanceTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'unrated_appearance_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'unrated_appearance_pkey' })
  readonly playerId!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'unrated_appearance_pkey' })
  readonly sequence!: number;
}

/**
 * Names that sides of a league have: teams. Triggers of `match` write them, and take out those that no match has any more.
 */
@Entity({ name: 'team' })
@Index('team_begins', { synchronize: false })
export class TeamTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'team_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'team_pkey' })
  readonly name!: string;

  /** The end of a day; no match of the team was played later. */
  @Column({ type: 'timestamptz', name: 'played_at' })
  readonly playedAt!: Date;
}

/** Expired waits, which are in the log's total order as (at, sequence); they share sequences with the matches. */
@Entity({ name: 'log_wait' })
@Index('log_wait_total_order', ['leagueId', 'at', 'sequence'], { unique: true })
@Index('log_wait_player', ['leagueId', 'playerId', 'at', 'sequence'])
export class LogWaitTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'log_wait_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'log_wait_pkey' })
  readonly sequence!: number;

  /** The player who waited, as they joined the queue, regardless of merges. */
  @Column({ type: 'integer', name: 'player_id' })
  readonly playerId!: number;

  @Column({ type: 'timestamptz' })
  readonly at!: Date;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'log_wait_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'player_id', foreignKeyConstraintName: 'log_wait_player_id_fkey' })
  readonly player!: PlayerTable;
}

/** Merges of players in a league. The log keeps the players as submitted. */
@Entity({ name: 'player_merge' })
@Check('player_merge_self_check', 'player_id <> into_id')
export class PlayerMergeTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'player_merge_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'player_merge_pkey' })
  readonly playerId!: number;

  /** Never merged itself: there are no chains. */
  @Column({ type: 'integer', name: 'into_id' })
  readonly intoId!: number;

  @Column({ type: 'timestamptz', name: 'merged_at' })
  readonly mergedAt!: Date;

  @ManyToOne(() => LeagueTable)
  @JoinColumn({ name: 'league_id', foreignKeyConstraintName: 'player_merge_league_id_fkey' })
  readonly league!: LeagueTable;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'player_id', foreignKeyConstraintName: 'player_merge_player_id_fkey' })
  readonly player!: PlayerTable;

  @ManyToOne(() => PlayerTable)
  @JoinColumn({ name: 'into_id', foreignKeyConstraintName: 'player_merge_into_id_fkey' })
  readonly into!: PlayerTable;
}
