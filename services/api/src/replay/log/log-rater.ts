import { type Match, RaterFault } from '@openladder/rating';
import { isApart } from '../../raters/apart.js';
import { checkFormat, type RatingSystem } from '../../raters/rating-system.js';
import { rateAfterWaits, type States } from '../../rating/cached-states.js';
import { journalLines, type RatedLine, storesContributions } from '../../rating/journal-line.js';
import { rateMatches } from '../../rating/rate-batch.js';
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
  /** Receives waits: `addWait` stores them here until their players play. */
  readonly waiting: Pick<States, 'waits'>;
  /** Frees its resources outside of memory. */
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

/** Matches that are sent to another process together, with the states of their players. */
const MATCHES = 100;

/**
 * Rates a log match by match, with any rater; a third party's rates in its process.
 * @param stateBytes about how many bytes of states to keep in memory
 * @param lastSequence matches that arrived later are new
 * @param stayAwake see `keepingAwake`
 */
export function storedLogRater(
  system: RatingSystem,
  playerIndex: PlayerIndex,
  stateBytes: number,
  lastSequence: number,
  stayAwake?: () => Promise<void>,
): LogRater {
  const waiting = new StateStore(playerIndex, stateBytes);

  const rateHere = (page: LogPage, chunk: LineChunk) => {
    for (let match = 0; match < page.matches; match++) {
      const players = page.player.subarray(page.first[match]!, page.end(match));
      const states = waiting.pick(players);
      ratePlain(system, page, match, states, playerIndex, chunk);
      waiting.keep(players, states);
    }
  };

  /** A part has either new or old matches: only new ones are checked by the rules. */
  const endOfPart = ({ matches, sequence }: LogPage, from: number): number => {
    const most = Math.min(from + MATCHES, matches);
    const areNew = sequence[from]! > lastSequence;
    let end = from + 1;
    while (end < most && sequence[end]! > lastSequence === areNew) end++;
    return end;
  };

  const rateApart = async (page: LogPage, chunk: LineChunk) => {
    for (let from = 0, end = 0; from < page.matches; from = end) {
      end = endOfPart(page, from);
      const sequences = page.sequence.slice(from, end);
      const matches = Array.from(sequences, (sequence, index) => ({
        sequence,
        ...matchOf(system, page, from + index),
      }));
      const players = [...new Set(page.player.subarray(page.first[from]!, page.end(end - 1)))];
      const states = waiting.pick(players);
      const mode = { areNew: sequences[0]! > lastSequence, isShown: false };
      const results = await rateMatches(system, matches, states, new Map(), mode, stayAwake);
      for (const [index, result] of results.entries()) {
        const { sequence } = matches[index]!;
        if (result.kind === 'failed') throw new BadMatch(sequence, new RaterFault(result.message));
        addLines(system, matches[index]!, sequence, result.lines, playerIndex, chunk);
      }
      waiting.keep(players, states);
    }
  };

  return {
    waiting,
    statesOf: (places) => waiting.pick(Array.from(places, (place) => playerIndex.player(place))),
    close: () => waiting.close(),
    rate: isApart(system.rater) ? rateApart : rateHere,
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
  const match = matchOf(system, page, index);
  const sequence = page.sequence[index]!;
  try {
    const lines = journalLines(match, rateAfterWaits(system, match, states, sequence), system, false);
    addLines(system, match, sequence, lines, playerIndex, chunk);
  } catch (error) {
    throw error instanceof RaterFault ? new BadMatch(sequence, error) : error;
  }
}

function matchOf({ rater, settings }: RatingSystem, page: LogPage, index: number): Match {
  const match = page.matchAt(index);
  if (checkFormat(rater, settings, match, [])) throw new BadMatch(page.sequence[index]!);
  return match;
}

function addLines(
  { rater }: RatingSystem,
  match: Match,
  sequence: number,
  lines: readonly RatedLine[],
  playerIndex: PlayerIndex,
  chunk: LineChunk,
): void {
  const isStored = storesContributions(rater, match);
  for (const line of lines) {
    chunk.add(playerIndex.place(Number(line.player)), match.playedAt, sequence, line, isStored);
  }
}
