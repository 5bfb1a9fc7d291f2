/**
 * Kinds of writes to a league. `MATCHES_RATED`: matches were added at the end of the log. `RECOMPUTED`: a new revision; any rating may have
 * changed. `BOARD_REFRESHED`: time passed, and the board was refreshed; or a player was hidden or shown. `MATCH_SHOWN`: a match has other details,
 * and no rating has changed; or it is one of several that were withdrawn or restored together, and the new revision follows.
 */
export type EventKind = BoardEventKind | 'MATCH_SHOWN';

/** Kinds of writes after which a board may look different. */
export type BoardEventKind = 'MATCHES_RATED' | 'RECOMPUTED' | 'BOARD_REFRESHED';

/** A write that changed a league, however many matches it rated. */
export interface LeagueEvent {
  readonly leagueId: number;
  /** The league's version after the write. Events become visible in the order of versions. */
  readonly number: number;
  readonly kind: EventKind;
  /** Sequences of the matches that arrived with the write, in order of arrival; null if there were none. */
  readonly sequences: readonly number[] | null;
  /** The league's revision after the write. */
  readonly revision: number;
  readonly at: Date;
}
