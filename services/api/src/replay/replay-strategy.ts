import type { League } from '../league/league.js';
import type { RatingUpdate } from '../rating/rate-batch.js';
import type { RatingMoves } from './effect.js';

/** A way to rate a league again: the tail in place, or the whole log into a new generation. */
export interface ReplayStrategy {
  /** Of the journal, once it is published. */
  readonly generation: number;
  /** Rates up to the current end of the log. Called again under the league's lock for matches that arrived in the meantime. */
  rate(): Promise<void>;
  /** Writes what can be written before the league is locked. */
  prepare(moves: RatingMoves | null): Promise<void>;
  /** Sets the midnight that the board shows, and who has a rank; both may have changed during the replay. */
  showAs(league: Pick<League, 'refreshedThrough' | 'minMatches' | 'activeWithin'>): void;
  /** Whether a match or a wait arrived at a place that the replay has passed. */
  isPassed(): Promise<boolean>;
  /** Rows of the new board for the players rated since the last call, in batches. */
  updates(): AsyncIterable<readonly RatingUpdate[]>;
  /**
   * Publishes journal and board as those of the new revision. Call it under the league's lock.
   * @param moves collects the ratings that change; null: not needed
   */
  publish(moves: RatingMoves | null): Promise<void>;
  /** Matches that were rated again so far. */
  readonly matches: number;
  /** The work so far. */
  readonly work: ReplayWork;
  /** Bytes by which the journal grew, as `journalBytes` counts them; known once published. */
  readonly journalBytes: number;
  /** Lines of the journal that were replaced; known once published. */
  readonly superseded: number;
  /** Frees what it holds outside of memory. Call it even after an error. */
  close(): void;
}

/** The work of a replay. */
export interface ReplayWork {
  readonly lines: number;
  readonly contributions: number;
}
