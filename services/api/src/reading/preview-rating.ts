import type { NeedsClock } from '../kit/needs.js';
import { beginWork, type ResponseSize } from '../kit/paging/response-size.js';
import { Refused, refuse } from '../kit/refusal.js';
import { askRater } from '../raters/apart.js';
import type { NeedsRaters } from '../raters/raters.js';
import { chooseRatingSystem, matchesForRank } from '../raters/rating-system.js';
import { FORESEE, FORESEE_CHANGES } from '../rating/rater-work.js';
import type { RatingSnapshot } from '../rating/rating.js';
import {
  checkRoles,
  checkSides,
  type MatchToCome,
  outcomesOf,
  outcomesWork,
  timeToCome,
  UNKNOWN,
} from './prediction.js';

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

/** What is known of the match. */
interface FirstMatch extends MatchToCome {
  /** Of the only outcome to preview; if none, each side wins once, and there is a draw. */
  readonly placements?: readonly number[] | null;
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
 * as sides, or placements
 */
export async function previewRating(
  needs: NeedsRaters & NeedsClock,
  ratingSystem: string,
  settings: unknown,
  sides: readonly (readonly string[])[],
  size: ResponseSize,
  { at, roles, placements }: FirstMatch = UNKNOWN,
): Promise<RatingPreview> {
  const path = { key: ['ratingSystem'], settings: ['settings'] };
  const choice = chooseRatingSystem(needs.raters, ratingSystem, settings, path);
  const { rater } = choice;
  checkSides(choice, sides);
  const sideRoles = checkRoles(sides, roles);
  if (placements) checkPlacements(placements, sides.length);
  await beginWork(size, outcomesWork(sides.length, sides.flat().length));
  const playedAt = timeToCome(needs.clock(), at).getTime();
  const meeting = { playedAt, sides: sides.map((players, side) => ({ players, role: sideRoles[side] })) };
  const nobody = new Map<string, unknown>();
  const chances = await askRater({ ...choice, shownThrough: null }, FORESEE, meeting, nobody);
  const ifOutcome: RatingPreview['ifOutcome'][number][] = [];
  for (const outcome of placements ? [placements] : outcomesOf(sides.length)) {
    const changes = await askRater(choice, FORESEE_CHANGES, meeting, outcome, nobody);
    ifOutcome.push({
      placements: outcome,
      changes: changes.map((change) => ({ ...change, player: String(change.player) })),
    });
  }
  return {
    sides: sides.map((players, side) => ({ players, winProbability: chances[side]! })),
    ifOutcome,
    matchesForRank: matchesForRank(rater, choice.settings, { minMatches: 0 }),
  };
}

/** @throws Refused unless each side has a place among them */
function checkPlacements(placements: readonly number[], sides: number): void {
  const field = 'placements';
  if (placements.length !== sides) {
    const values = { field, min: sides, max: sides, count: placements.length };
    throw new Refused(refuse('COUNT_RANGE', [field], values));
  }
  for (const [side, value] of placements.entries()) {
    if (value >= 1 && value <= sides) continue;
    throw new Refused(refuse('RANGE', [field, side], { field: `${field}.${side}`, min: 1, max: sides, value }));
  }
}
