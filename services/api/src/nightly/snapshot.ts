import { day, double, integer, key, nullable, table, time } from '../kit/sql/table.js';

/** The standings at the end of each day of a league, as they were shown then: one row for each nightly run. */
export const StandingsSnapshotTable = table('standings_snapshot', {
  leagueId: key(integer()),
  /** The day that ended, in the league's time zone. */
  day: key(day()),
  /** The midnight that ended it. */
  midnight: time(),
  recordedAt: time(),
  revision: integer(),
  /** Players with a rank, best first; null if players and scores are those of the snapshot before. */
  players: nullable(integer<number[]>({ array: true })),
  /** Their scores. */
  scores: nullable(double<number[]>({ array: true })),
});

/** The standings at the end of a day, as they were shown then. */
export interface Snapshot {
  readonly leagueId: number;
  /** The day that ended, in the league's time zone: YYYY-MM-DD. */
  readonly day: string;
  /** The midnight that ended it. */
  readonly midnight: Date;
  readonly recordedAt: Date;
  /** The derivation of the ratings that was official. */
  readonly revision: number;
  /** Players with a rank. */
  readonly playerCount: number;
}

/** A place of a snapshot. */
export interface SnapshotPlace {
  /** From 1, counting everybody. */
  readonly place: number;
  /** From 1; equal scores share a rank. */
  readonly rank: number;
  readonly playerId: number;
  /** The value that the board was sorted by; null sorts last. */
  readonly score: number | null;
}
