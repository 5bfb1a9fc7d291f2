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
