import type { RaterFault } from '@openladder/rating';
import type { States } from '../../rating/cached-states.js';
import { StateStore } from '../states/state-store.js';
import type { LineChunk } from './line-chunk.js';
import type { LogPage } from './log-page.js';
import type { PlayerIndex } from './player-index.js';

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

/** What raters that rate match by match share: a store of states. @param stateBytes about how many bytes to keep in memory */
export function storedStates(playerIndex: PlayerIndex, stateBytes: number) {
  const waiting = new StateStore(playerIndex, stateBytes);
  return {
    waiting,
    statesOf: (places: Iterable<number>) => waiting.pick(Array.from(places, (place) => playerIndex.player(place))),
    close: () => waiting.close(),
  };
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
