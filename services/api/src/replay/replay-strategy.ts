import type { RatingUpdate } from '../rating/rating-update.js';
import type { RatingMoves } from './effect.js';
import type { ReplayWork } from './replay-work.js';

/** A way to derive a league's ratings anew: the tail in its place, or the whole log aside. */
export interface ReplayStrategy {
  /** Of the journal, once it is published. */
  readonly generation: number;
  /** Rates on to the end of the log as it is now; again under the league's lock, for what came meanwhile. */
  rate(): Promise<void>;
  /** Writes ahead what can be written before the league is locked. */
  prepare(moves: RatingMoves | null): Promise<void>;
  /** The midnight as of which the board is to be; another one may have passed while this was rated. */
  showThrough(midnight: Date): void;
  /** Whether a match has come since to a place that was passed already. */
  isPassed(): Promise<boolean>;
  /** The rows of the new board, of those who were rated since this was called last, some at a time. */
  updates(): AsyncIterable<readonly RatingUpdate[]>;
  /**
   * Makes journal and board those of the new revision; call under the league's lock.
   * @param moves gathers whose rating moves; null: nobody asks
   */
  publish(moves: RatingMoves | null): Promise<void>;
  /** The work so far. */
  readonly work: ReplayWork;
  /** By how many bytes, as `journalBytes` counts them, the journal grew; known once it is published. */
  readonly journalBytes: number;
  /** How many lines of the journal it replaced; known once it is published. */
  readonly superseded: number;
  /** Lets go of what it holds outside of memory; to be called however it ends. */
  close(): void;
}
