import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { RatingUpdate } from '../rating/rate-batch.js';
import type { AppliedChange } from './applied-change.js';
import type { RatingMoves } from './effect.js';

/** A way to rate a league again: the tail in place, or the whole log into a new generation. */
export interface ReplayStrategy {
  /** Rates up to the current end of the log. Called again under the league's lock for matches that arrived in the meantime. */
  rate(): Promise<void>;
  /** Writes what can be written before the league is locked. */
  prepare(moves: RatingMoves | null): Promise<void>;
  /** Sets the midnight that the board shows, and the rule for ranks; both may have changed during the replay. */
  showAs(league: Pick<League, 'refreshedThrough' | 'minMatches' | 'activeWithin'>): void;
  /** Whether a match or a wait arrived at a place that the replay has passed. */
  isPassed(): Promise<boolean>;
  /** Rows of the new board for the players rated since the last call, in batches. */
  updates(): AsyncIterable<readonly RatingUpdate[]>;
  /**
   * Publishes journal and board as those of the new revision. Call it under the league's lock.
   * @param moves collects the ratings that change; null: not needed
   */
  publish(moves: RatingMoves | null): Promise<Published>;
  /** Matches that were rated again so far. */
  readonly matches: number;
  /** The work so far. */
  readonly work: ReplayWork;
  /** Frees its resources outside of memory. Call it even after an error. */
  close(): void;
}

/** The journal of the new revision. */
export interface Published {
  readonly generation: number;
  /** Bytes by which it grew, as `journalBytes` counts them. */
  readonly journalBytes: number;
  /** Lines of it that were replaced. */
  readonly superseded: number;
  /** Players with a rated match; null: not counted. */
  readonly players: number | null;
}

/** The work of a replay. */
export interface ReplayWork {
  readonly lines: number;
  readonly contributions: number;
}

/** A request to derive ratings again. */
export interface ReplayRequest {
  /** The league before the correction. */
  readonly league: League;
  readonly applied: AppliedChange;
  /** A job writes the new board before it locks the league, which is locked for a short time only. A dry run publishes nothing. */
  readonly by: 'request' | 'job' | 'dry run';
  /** The transaction that writes lines of a new generation; it commits just before this one. This one if omitted. */
  readonly aside?: EntityManager;
  /** Called now and then with the matches done so far; may throw to give up. */
  readonly onProgress?: (done: number) => Promise<void>;
}
