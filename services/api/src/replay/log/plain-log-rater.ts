import { RaterFault } from '@openladder/rating';
import { checkFormat, type RatingSystem } from '../../raters/rating-system.js';
import { rateAfterWaits, type States } from '../../rating/cached-states.js';
import { journalLines, storesContributions } from '../../rating/journal-line.js';
import { StateStore } from '../states/state-store.js';
import type { LineChunk } from './line-chunk.js';
import type { LogPage } from './log-page.js';
import { BadMatch, type LogRater } from './log-rater.js';
import type { PlayerIndex } from './player-index.js';

/** Rates a log match by match, with any rater. */
export class PlainLogRater implements LogRater {
  readonly waiting: StateStore;
  readonly #system: RatingSystem;
  readonly #playerIndex: PlayerIndex;

  /** @param stateBytes about how many bytes of states to keep in memory */
  constructor(system: RatingSystem, playerIndex: PlayerIndex, stateBytes: number) {
    this.#system = system;
    this.#playerIndex = playerIndex;
    this.waiting = new StateStore(playerIndex, stateBytes);
  }

  rate(page: LogPage, chunk: LineChunk): void {
    for (let match = 0; match < page.matches; match++) {
      const players = page.player.subarray(page.first[match]!, page.end(match));
      const states = this.waiting.pick(players);
      ratePlain(this.#system, page, match, states, this.#playerIndex, chunk);
      this.waiting.keep(players, states);
    }
  }

  statesOf(places: Iterable<number>): States {
    return this.waiting.pick(Array.from(places, (place) => this.#playerIndex.player(place)));
  }

  close(): void {
    this.waiting.close();
  }
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
