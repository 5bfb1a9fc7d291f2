import { type PlayerId, RaterFault, type Match as RaterMatch } from '@openladder/rating';
import { isUnlisted, type RatingSystem } from '../raters/rating-system.js';
import { rateAfterWaits, type States } from './cached-states.js';
import { countLines, emptyTally, journalLines, type RatedLine, type Tally } from './journal-line.js';
import { shownRating } from './rating.js';

/** Result of one match of a batch. */
export type BatchResult =
  | { readonly kind: 'rated'; readonly lines: readonly RatedLine[] }
  | { readonly kind: 'failed'; readonly message: string };

/** A match for raters, in the total order; one that is new has no sequence yet. */
export type OrderedMatch = RaterMatch & { readonly sequence?: number };

/**
 * Rates consecutive matches of the total order, and updates states and tallies. A match on which the rater fails changes nothing.
 * @param isShown whether the lines have `justBefore`, if time changes ratings
 * @returns one result for each match, in their order
 */
export function rateInOrder(
  system: RatingSystem,
  matches: readonly OrderedMatch[],
  states: States,
  tallies: Map<PlayerId, Tally>,
  isShown: boolean,
): BatchResult[] {
  return matches.map(({ sequence, ...match }) => {
    try {
      const lines = journalLines(match, rateAfterWaits(system, match, states, sequence), system, isShown);
      countLines(tallies, match.playedAt, lines);
      return { kind: 'rated', lines };
    } catch (error) {
      if (error instanceof RaterFault) return { kind: 'failed', message: error.message };
      throw error;
    }
  });
}

/** A player's rating after a batch, with their counts. */
export interface RatingUpdate {
  readonly playerId: number;
  readonly value: number | null;
  readonly deviation: number | null;
  readonly score: number | null;
  readonly isProvisional: boolean;
  readonly display: string;
  /** Null if the state can be restored from the journal. */
  readonly state: unknown;
  readonly tally: Tally;
}

/** A player's row on the board, from their state and counts; a newcomer's row if they were never rated. */
export function ratingUpdate(
  system: RatingSystem,
  player: PlayerId,
  states: States,
  tally: Tally = emptyTally(),
): RatingUpdate {
  const { rater, settings } = system;
  const isNew = tally.matchesPlayed === 0 && !states.has(player);
  const state = isNew ? rater.initial(settings) : states.get(player);
  const rating = shownRating(isNew ? { rater, settings, shownThrough: null } : system, state, states.waits.get(player));
  return {
    playerId: Number(player),
    ...rating,
    isProvisional: isNew || rating.isProvisional || isUnlisted(system.boardRule, system.shownThrough, tally),
    state: rater.restore || isNew ? null : state,
    tally,
  };
}
