/**
 * Kinds of writes to a league. `MATCHES_RATED`: matches went to the end of the log. `RECOMPUTED`: a new revision;
 * any rating may have moved. `BOARD_REFRESHED`: time went by, and the board was brought up to it. `MATCH_SHOWN`: a match shows other
 * details, and every rating is as it was.
 */
export type EventKind = BoardEventKind | 'MATCH_SHOWN';

/** Kinds of writes after which a board may be another. */
export type BoardEventKind = 'MATCHES_RATED' | 'RECOMPUTED' | 'BOARD_REFRESHED';

/** One write that changed a league, however many matches it rated. */
export interface LeagueEvent {
  readonly leagueId: number;
  /** The league's version that the write made: events are ordered by it, and become visible in that order. */
  readonly number: number;
  readonly kind: EventKind;
  /** Sequences of the matches that arrived with the write, in the order of arrival; null: none did. */
  readonly sequences: readonly number[] | null;
  /** The league's revision after the write. */
  readonly revision: number;
  readonly at: Date;
}
