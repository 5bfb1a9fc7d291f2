import type { Result } from '@openladder/rating';
import type { MarginOfVictory } from './settings.js';

/**
 * The factor of K for a clear result.
 * @param ahead how many points more the winning side scored; NaN if the match has no scores
 * @param lead how many rating points the winning side is ahead of the other
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
 * Favourites win clearly more often, and this takes back their gain from it. The source does not define the case of an
 * underdog of 2200 points, for whom its divisor is 0: a greater lead counts as this one.
 */
const GREATEST_UPSET = 2000;

/** Source: FiveThirtyEight, nfl-elo-game, forecast.py: "margin of victory multiplier". It counts a draw as one point. */
function byPoints(ahead: number, lead: number | null): number {
  const surprise = lead === null ? 1 : Math.max(lead, -GREATEST_UPSET) * 0.001 + 2.2;
  return Math.log(Math.max(ahead, 1) + 1) * (2.2 / surprise);
}
