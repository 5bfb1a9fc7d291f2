import type { Result } from '@openladder/rating';
import type { MarginOfVictory } from './settings.js';

/**
 * What K is multiplied by for a clear result.
 * @param ahead points by which the score of the winning side is the greater; NaN where the match has no scores
 * @param lead rating points by which the winning side is ahead of the other
 */
export function marginMultiplier(rule: MarginOfVictory, result: Result, ahead: number, lead: number): number {
  if (rule === 'none' || Number.isNaN(ahead)) return 1;
  return rule === 'goals' ? byGoals(ahead) : byPoints(ahead, result === 0.5 ? null : lead);
}

/** G. Source: World Football Elo Ratings, eloratings.net/about. A win by placement alone counts as one by a goal. */
function byGoals(ahead: number): number {
  if (ahead < 2) return 1;
  return ahead < 3 ? 1.5 : (11 + ahead) / 8;
}

/**
 * Favourites win clearly more often, and this takes back what they would gain by it. The source leaves open what happens to
 * an underdog of 2200 points, where its divisor is 0: more than this counts as this.
 */
const GREATEST_UPSET = 2000;

/** Source: FiveThirtyEight, nfl-elo-game, forecast.py: "margin of victory multiplier". It counts a draw as one point. */
function byPoints(ahead: number, lead: number | null): number {
  const surprise = lead === null ? 1 : Math.max(lead, -GREATEST_UPSET) * 0.001 + 2.2;
  return Math.log(Math.max(ahead, 1) + 1) * (2.2 / surprise);
}
