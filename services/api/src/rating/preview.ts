import { type Match, rateMatch, stateAt } from '@openladder/rating';
import type { NeedsClock } from '../kit/needs.js';
import { type AnswerSize, beginWork } from '../kit/paging/answer-size.js';
import type { NeedsRaters } from '../raters/raters.js';
import { chooseRatingSystem, matchesForRank } from '../raters/rating-system.js';
import {
  checkRoles,
  checkSides,
  type MatchToCome,
  outcomesOf,
  outcomesWork,
  timeToCome,
  UNKNOWN,
} from './prediction.js';
import { deltaOf, type RatingSnapshot, ratingAt } from './rating.js';

/** What a rating system makes of a match between newcomers. */
export interface RatingPreview {
  readonly sides: readonly { readonly players: readonly string[]; readonly winProbability: number }[];
  readonly ifOutcome: readonly {
    /** As of `PredictedOutcome`. */
    readonly placements: readonly number[];
    readonly changes: readonly NewcomerChange[];
  }[];
  /** Rated matches that a player needs for a rank. */
  readonly matchesForRank: number;
}

export interface NewcomerChange {
  readonly player: string;
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  readonly delta: number | null;
}

/**
 * Rates a match between newcomers, once for each outcome.
 * @param settings omitted ones have their defaults
 * @param sides any names, each once
 * @throws Refused if there is no such rating system, its settings break a rule, it cannot rate such a match, or there are not as many roles
 * as sides
 */
export async function previewRating(
  needs: NeedsRaters & NeedsClock,
  ratingSystem: string,
  settings: unknown,
  sides: readonly (readonly string[])[],
  size: AnswerSize,
  { at, roles }: MatchToCome = UNKNOWN,
): Promise<RatingPreview> {
  const path = { key: ['ratingSystem'], settings: ['settings'] };
  const choice = chooseRatingSystem(needs.raters, ratingSystem, settings, path);
  const { rater } = choice;
  checkSides(choice, sides);
  const sideRoles = checkRoles(sides, roles);
  await beginWork(size, outcomesWork(sides.length, sides.flat().length));
  const playedAt = timeToCome(needs.clock(), at);
  const initial = stateAt(rater, choice.settings, rater.initial(choice.settings), playedAt.getTime());
  const chances = rater.predict(
    sides.map((players) => players.map(() => initial)),
    choice.settings,
    { at: playedAt.getTime(), roles: sideRoles },
  );
  const changesOf = (placements: readonly number[]): NewcomerChange[] => {
    const match: Match = {
      playedAt: playedAt.getTime(),
      sides: sides.map((players, side) => ({
        placement: placements[side]!,
        role: sideRoles[side],
        participants: players.map((player) => ({ player })),
      })),
    };
    return rateMatch(rater, choice.settings, match, new Map()).map(({ player, stateBefore, before, after }) => ({
      player: String(player),
      before: ratingAt(choice, stateBefore, playedAt),
      after,
      delta: deltaOf({ before, after }),
    }));
  };
  return {
    sides: sides.map((players, side) => ({ players, winProbability: chances[side]! })),
    ifOutcome: outcomesOf(sides.length).map((placements) => ({ placements, changes: changesOf(placements) })),
    matchesForRank: matchesForRank(rater, choice.settings, { minMatches: 0 }),
  };
}
