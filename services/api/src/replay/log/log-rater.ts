import { RaterFault } from '@openladder/rating';
import { checkFormat, type RatingSystem } from '../../raters/rating-system.js';
import { rateAfterWaits, type States } from '../../rating/cached-states.js';
import { journalLines, storesContributions } from '../../rating/journal-line.js';
import { StateStore } from '../states/state-store.js';
import { type LineChunk } from './line-chunk.js';
import { type LogPage } from './log-page.js';
import { type PlayerIndex } from './player-index.js';

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

/** Rates a log match by match, with any rater. @param stateBytes about how many bytes of states to keep in memory */
export function plainLogRater(system: RatingSystem, playerIndex: PlayerIndex, stateBytes: number): LogRater {
  const stored = storedStates(playerIndex, stateBytes);
  return {
    ...stored,
    rate: (page, chunk) => {
      for (let match = 0; match < page.matches; match++) {
        const players = page.player.subarray(page.first[match]!, page.end(match));
        const states = stored.waiting.pick(players);
        ratePlain(system, page, match, states, playerIndex, chunk);
        stored.waiting.keep(players, states);
      }
    },
  };
}

/**
 * Rates one match of a page.
 * @throws BadMatch
 */
export function ratePlain(
  system: RatingSystem,
  page: LogPage,
  index: number,
  states: States,
  playerIndex: PlayerIndex,
  chunk: LineChunk,
): void {
  const match = page.matchAt(index);
  const sequence = page.sequence[index]!;
  if (checkFormat(system.rater, system.settings, match, [])) throw new BadMatch(sequence);
  try {
    const isStored = storesContributions(system.rater, match);
    for (const line of journalLines(match, rateAfterWaits(system, match, states, sequence), system, false)) {
      const place = playerIndex.place(Number(line.player));
      chunk.add(place, match.playedAt, sequence, line, isStored);
    }
  } catch (error) {
    throw error instanceof RaterFault ? new BadMatch(sequence, error) : error;
  }
}
