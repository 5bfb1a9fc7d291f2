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
