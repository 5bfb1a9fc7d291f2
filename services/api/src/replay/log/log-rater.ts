import type { States } from '../../rating/cached-states.js';
import type { LineChunk } from './line-chunk.js';
import type { LogPage } from './log-page.js';

/** Rates a log page by page. */
export interface LogRater {
  /**
   * Rates the matches of a page, and adds what they did to a chunk.
   * @throws BadMatch
   */
  rate(page: LogPage, chunk: LineChunk): void;
  /** The states of the players of these places. */
  statesOf(places: Iterable<number>): States;
  /** To be told of waits: `addWait` keeps them here until their players play. */
  readonly waiting: Pick<States, 'waits'>;
  /** Lets go of what it holds outside of memory. */
  close(): void;
}
