import { RaterFault } from '@openladder/rating';
import { checkFormat, type RatingSystem } from '../../raters/rating-system.js';
import { rateAfterWaits, type States } from '../../rating/cached-states.js';
import { journalLines, storesContributions } from '../../rating/journal-line.js';
import type { LineChunk } from './line-chunk.js';
import type { LogPage } from './log-page.js';
import { BadMatch, type LogRater, storedStates } from './log-rater.js';
import type { PlayerIndex } from './player-index.js';

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
