import { RaterFault } from '@openladder/rating';
import { checkFormat } from '../../match/formats.js';
import { journalLines } from '../../rating/journal-line.js';
import type { RatingSystem } from '../../rating/rating-system.js';
import { States } from '../../rating/resident-states.js';
import { rateAfterWaits } from '../../rating/waits.js';
import { BadMatch } from './bad-match.js';
import type { LineChunk } from './line-chunk.js';
import type { LogPage } from './log-page.js';
import type { LogRater } from './log-rater.js';
import type { Roster } from './roster.js';

/** Rates a log match by match, with any rater. */
export class PlainLogRater implements LogRater {
  readonly waiting = new States();
  readonly #system: RatingSystem;
  readonly #roster: Roster;

  constructor(system: RatingSystem, roster: Roster) {
    this.#system = system;
    this.#roster = roster;
  }

  rate(page: LogPage, chunk: LineChunk): void {
    for (let match = 0; match < page.matches; match++) {
      ratePlain(this.#system, page, match, this.waiting, this.#roster, chunk);
    }
  }

  statesOf(): States {
    return this.waiting;
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
  roster: Roster,
  chunk: LineChunk,
): void {
  const match = page.matchAt(index);
  const sequence = page.sequence[index]!;
  if (checkFormat(system.rater, system.settings, match, [])) throw new BadMatch(sequence);
  try {
    for (const line of journalLines(match, rateAfterWaits(system, match, states, sequence))) {
      chunk.add(roster.place(Number(line.player)), match.playedAt, sequence, line);
    }
  } catch (error) {
    throw error instanceof RaterFault ? new BadMatch(sequence, error) : error;
  }
}
