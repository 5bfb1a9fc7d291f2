import { type Match, rateMatch, stateAt } from '@openladder/rating';
import type { NeedsClock } from '../kit/needs.js';
import { type AnswerSize, beginWork } from '../kit/paging/answer-size.js';
import type { NeedsRaters } from '../raters/raters.js';
import { chooseRatingSystem } from '../raters/rating-system.js';
import { checkSides, outcomesOf, outcomesWork } from './prediction.js';
import type { RatingSnapshot } from './rating.js';
import { deltaOf } from './rating-move.js';
import { ratingAt } from './shown-rating.js';

/** What a rating system would make of a first match between players whom nobody knows yet. */
export interface RatingPreview {
  readonly sides: readonly { readonly players: readonly string[]; readonly winProbability: number }[];
  readonly ifOutcome: readonly {
    /** As of `PredictedOutcome`. */
    readonly placements: readonly number[];
    readonly changes: readonly NewcomerChange[];
  }[];
}

export interface NewcomerChange {
  readonly player: string;
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  readonly delta: number | null;
}

/**
 * Rates a match between newcomers, once for each outcome.
 * @param settings those left out are at their defaults
 * @param sides any names, each once
 * @throws Refused if there is no such rating system, its settings break a rule, or it cannot rate such a match
 */
export async function previewRating(
  needs: NeedsRaters & NeedsClock,
  ratingSystem: string,
  settings: unknown,
  sides: readonly (readonly string[])[],
  size: AnswerSize,
): Promise<RatingPreview> {
  const path = { key: ['ratingSystem'], settings: ['settings'] };
  const choice = chooseRatingSystem(needs.raters, ratingSystem, settings, path);
  const { rater } = choice;
  checkSides(choice, sides);
  await beginWork(size, outcomesWork(sides.length, sides.flat().length));
  const now = needs.clock();
  const initial = stateAt(rater, choice.settings, rater.initial(choice.settings), now.getTime());
  const chances = rater.predict(
    sides.map((players) => players.map(() => initial)),
    choice.settings,
  );
  const changesOf = (placements: readonly number[]): NewcomerChange[] => {
    const match: Match = {
      playedAt: now.getTime(),
      sides: sides.map((players, side) => ({
        placement: placements[side]!,
        participants: players.map((player) => ({ player })),
      })),
    };
    return rateMatch(rater, choice.settings, match, new Map()).map(({ player, stateBefore, before, after }) => ({
      player: String(player),
      before: ratingAt(choice, stateBefore, now),
      after,
      delta: deltaOf({ before, after }),
    }));
  };
  return {
    sides: sides.map((players, side) => ({ players, winProbability: chances[side]! })),
    ifOutcome: outcomesOf(sides.length).map((placements) => ({ placements, changes: changesOf(placements) })),
  };
}
