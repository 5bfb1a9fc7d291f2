import type { League } from '../league/league.js';
import type { RatingUpdate } from '../rating/rating-update.js';
import type { RatingMoves } from './effect.js';
import type { ReplayWork } from './replay-work.js';

/** A way to rate a league again: the tail in place, or the whole log into a new generation. */
export interface ReplayStrategy {
  /** Of the journal, once it is published. */
  readonly generation: number;
  /** Rates up to the current end of the log. Called again under the league's lock, for matches that came meanwhile. */
  rate(): Promise<void>;
  /** Writes ahead what can be written before the league is locked. */
  prepare(moves: RatingMoves | null): Promise<void>;
  /** Sets the midnight that the board shows, and who has a rank; both may have changed during the replay. */
  showAs(league: Pick<League, 'refreshedThrough' | 'minMatches' | 'activeWithin'>): void;
  /** Whether a match has come since to a place that the replay has passed. */
  isPassed(): Promise<boolean>;
  /** Rows of the new board for the players rated since the last call, some at a time. */
  updates(): AsyncIterable<readonly RatingUpdate[]>;
  /**
   * Makes journal and board those of the new revision; call under the league's lock.
   * @param moves gathers the ratings that move; null: no one asks
   */
  publish(moves: RatingMoves | null): Promise<void>;
  /** The work so far. */
  readonly work: ReplayWork;
  /** Bytes by which the journal grew, as `journalBytes` counts them; known once published. */
  readonly journalBytes: number;
  /** Lines of the journal that were replaced; known once published. */
  readonly superseded: number;
  /** Frees what it holds outside of memory. Call it whatever the outcome. */
  close(): void;
}
