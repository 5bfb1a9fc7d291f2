import { expectedScore, fieldDecisiveness, shareOfPairs } from '@openladder/rating';
import { SCALE } from './elo.js';
import type { EloSettings } from './settings.js';

export interface EloState {
  /** Rating points. */
  readonly rating: number;
  /** Rated matches. */
  readonly played: number;
}

/** How far apart players are, as a standard deviation in points: as far as multiplies the odds by e. Ours; real leagues are near it. */
const SPREAD = SCALE;
/** The divisor of a lead over somebody who is so spread. Source: g of Mark Glickman's Glicko, 1999. */
const BLUR = Math.sqrt(1 + (Math.PI * (SPREAD / SCALE) ** 2) / 8);

/**
 * E of the means of two sides' ratings, for a duel.
 *
 * In teams and in matches of more than two sides, chances see more than the ratings show. A member of a team of m moves as one who plays alone,
 * but has one part in m of what the team does, so a rating needs m times as many matches to come as far. And a race moves a player like a
 * duel, though it tells more. So there each rating counts as what it tells by the number of matches that it rests on. And a team does what
 * its members do together, so between teams of unequal size the same lead over the players of the match counts more for the larger one.
 */
export function chancesOf(sides: readonly (readonly EloState[])[], settings: EloSettings): number[] {
  const isDuel = sides.length === 2 && sides.every(({ length }) => length === 1);
  // Margins multiply K by what no state knows.
  const areAsTheyAre = isDuel || settings.marginOfVictory !== 'none';
  const strengths = sides.map((players) => {
    const format = { sides: sides.length, players: players.length };
    const told = (state: EloState) => (areAsTheyAre ? state.rating : believed(state, format, settings));
    return players.reduce((sum, state) => sum + told(state), 0) / players.length;
  });
  if (sides.some(({ length }) => length !== sides[0]!.length)) countMembers(sides, strengths);
  const decisiveness = fieldDecisiveness(sides.length);
  return shareOfPairs(sides.length, (a, b) => expectedScore(decisiveness * (strengths[a]! - strengths[b]!), SCALE));
}

/** Makes the lead of each side's mean over the players of the match grow with the size of the side; the mean size changes none. */
function countMembers(sides: readonly (readonly EloState[])[], means: number[]): void {
  const players = sides.reduce((sum, { length }) => sum + length, 0);
  const level = means.reduce((sum, mean, side) => sum + mean * sides[side]!.length, 0) / players;
  for (const [side, { length }] of sides.entries()) {
    means[side] = level + ((length * sides.length) / players) * (means[side]! - level);
  }
}

/** What a player's matches are like. */
interface Format {
  readonly sides: number;
  /** On their side. */
  readonly players: number;
}

/**
 * The rating that is most likely by a player's rating and the number of their matches, if all were of this format. After these a rating
 * has gone a share of its way, and has moved by luck beside it:
 *
 *     R = R0 + share * way + luck          way ~ N(0, SPREAD^2 * players), luck ~ N(0, variance)
 *
 * The spread of members of a team is greater, so that the means of teams are as far apart as players who are alone.
 */
function believed({ rating, played }: EloState, format: Format, settings: EloSettings): number {
  if (played === 0) return rating;
  const { newcomerMatches, newcomerK, k, initialRating } = settings;
  const lead = withinReach(rating - initialRating, played, settings);
  const openness = meanOpenness(lead / format.players);
  const first = after(Math.min(played, newcomerMatches), newcomerK, format, openness);
  const then = after(Math.max(0, played - newcomerMatches), k, format, openness);
  const share = -Math.expm1(first.logLeft + then.logLeft);
  const variance = first.variance * Math.exp(2 * then.logLeft) + then.variance;
  const spread = SPREAD ** 2 * format.players;
  const all = share * share * spread + variance;
  // A K that is next to nothing.
  if (!(all > 0)) return rating;
  return initialRating + (lead * share * spread) / all;
}

/**
 * A lead that so many matches of weight 1 can make; no state knows how much the matches of a player weighed, and a single heavy match must not
 * count as a career.
 */
function withinReach(lead: number, played: number, { newcomerMatches, newcomerK, k }: EloSettings): number {
  const first = Math.min(played, newcomerMatches);
  const reach = first * newcomerK + (played - first) * k;
  return Math.min(reach, Math.max(-reach, lead));
}

/** How open matches are to a player who is so many points ahead of all, as the mean of E (1 - E): 1/4 among equals. The less, the slower ratings move. */
function meanOpenness(lead: number): number {
  const expected = expectedScore(lead / BLUR, SCALE);
  return (expected * (1 - expected)) / BLUR;
}

/** What so many matches do by one K: the logarithm of what is left of the way, and the variance of luck. */
function after(
  matches: number,
  k: number,
  { sides, players }: Format,
  openness: number,
): { logLeft: number; variance: number } {
  if (matches === 0) return { logLeft: 0, variance: 0 };
  const step = Math.min(1, (k * openness) / (SCALE * players));
  const logLeft = matches * Math.log1p(-step);
  // A mean over the others of a field varies less than the result of a duel: the ranks of equals have this variance.
  const ofMatch = (k * k * openness * (sides + 1)) / (3 * (sides - 1));
  return { logLeft, variance: (-ofMatch * Math.expm1(2 * logLeft)) / (step * (2 - step)) };
}
