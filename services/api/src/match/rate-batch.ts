import { displayRating, type PlayerId, RaterFault, type RatingChange, rateMatch } from '@openladder/rating';
import type { RatingSystem } from '../rating/rating-system.js';
import type { JournalLine, RatingUpdate } from '../rating/rating-update.js';
import type { States } from '../rating/resident-states.js';
import { countMatch, type Tally } from '../rating/tally.js';
import { type Match, toRaterMatch } from './match.js';

/** What became of one match of a batch. */
export type BatchResult =
  | { readonly kind: 'rated'; readonly changes: readonly JournalLine[] }
  | { readonly kind: 'failed'; readonly message: string };

export interface RatedBatch {
  /** In the order given. */
  readonly results: readonly BatchResult[];
  readonly ratings: readonly RatingUpdate[];
}

/**
 * Rates matches that follow one another in the total order, and moves the states.
 * A match on which the rater fails changes nothing.
 */
export function rateBatch(
  system: RatingSystem,
  matches: readonly Pick<Match, 'playedAt' | 'sides'>[],
  states: States,
): RatedBatch {
  const tallies = new Map<PlayerId, Tally>();
  const results = matches.map((match): BatchResult => {
    const raterMatch = toRaterMatch(match);
    try {
      const changes = rateMatch(system.rater, system.settings, raterMatch, states);
      countMatch(tallies, raterMatch, changes);
      return { kind: 'rated', changes: changes.map(toJournalLine) };
    } catch (error) {
      if (error instanceof RaterFault) return { kind: 'failed', message: error.message };
      throw error;
    }
  });
  return { results, ratings: [...tallies].map(([player, tally]) => ratingUpdate(system, player, states, tally)) };
}

/** Lets go of the states: a whole history each for some raters, two for every line of a batch. */
function toJournalLine({ player, before, after, contributions }: RatingChange<unknown>): JournalLine {
  return { player, before, after, contributions };
}

/** A player's row on the board, from his state. */
export function ratingUpdate(system: RatingSystem, player: PlayerId, states: States, tally: Tally): RatingUpdate {
  const { rater, settings } = system;
  const state = states.get(player);
  return {
    playerId: Number(player),
    ...rater.rating(state, settings),
    display: displayRating(rater, state, settings),
    state: rater.restore ? null : state,
    tally,
  };
}
