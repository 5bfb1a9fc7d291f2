import type { RaterFault } from '@openladder/rating';
import type { States } from '../../rating/cached-states.js';
import type { LineChunk } from './line-chunk.js';
import type { LogPage } from './log-page.js';

/** Rates a log page by page. */
export interface LogRater {
  /**
   * Rates the matches of a page, and adds their lines to a chunk.
   * @throws BadMatch
   */
  rate(page: LogPage, chunk: LineChunk): void | Promise<void>;
  /** The states of the players at these places. */
  statesOf(places: Iterable<number>): States;
  /** Takes waits: `addWait` keeps them here until their players play. */
  readonly waiting: Pick<States, 'waits'>;
  /** Frees what it holds outside of memory. */
  close(): void;
}

/** A match of a log that can't be rated. */
export class BadMatch extends Error {
  /** @param fault if omitted, the match does not fit the rating system, or has a player against themselves */
  constructor(
    readonly sequence: number,
    readonly fault?: RaterFault,
  ) {
    super(`match ${sequence} cannot be rated`);
  }
}
