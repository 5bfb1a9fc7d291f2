import { expectedScore, fieldDecisiveness, shareOfPairs } from '@openladder/rating';
import { SCALE } from './elo.js';
import type { EloSettings } from './settings.js';

export interface EloState {
  /** Rating points. */
  readonly rating: number;
  /** Rated matches. */
  readonly played: number;
}

/** How much players differ, as a standard deviation in points: the difference that multiplies the odds by e. Ours; real leagues are near it. */
const SPREAD = SCALE;
/** The divisor of a lead over a player of such uncertain strength. Source: g of Mark Glickman's Glicko, 1999. */
const BLUR = Math.sqrt(1 + (Math.PI * (SPREAD / SCALE) ** 2) / 8);

/**
 * E of the means of two sides' ratings, for a duel.
 *
 * In teams and in matches of more than two sides, chances use more than the ratings. A member of a team of m moves like one who plays alone,
 * but contributes one part in m to the team's result, so a rating needs m times as many matches to come as far. A race moves a player like a
 * duel, though it is more informative. So each rating there counts by the evidence of the matches behind it. The result of a team is the joint
 * result of its members, so between teams of unequal size the same lead over the players of the match counts more for the larger one.
 */
export function chancesOf(sides: readonly (readonly EloState[])[], settings: EloSettings): number[] {
  const isDuel = sides.length === 2 && sides.every(({ length }) => length === 1);
  // Margins multiply K by factors that no state contains.
  const areAsTheyAre = isDuel || settings.marginOfVictory !== 'none';
  const strengths = sides.map((players) => {
    const format = { sides: sides.length, players: players.length };
    const strengthOf = (state: EloState) => (areAsTheyAre ? state.rating : believed(state, format, settings));
    return players.reduce((sum, state) => sum + strengthOf(state), 0) / players.length;
  });
  if (sides.some(({ length }) => length !== sides[0]!.length)) countMembers(sides, strengths);
  const decisiveness = fieldDecisiveness(sides.length);
  return shareOfPairs(sides.length, (a, b) => expectedScore(decisiveness * (strengths[a]! - strengths[b]!), SCALE));
}

/** Makes the lead of each side's mean over the players of the match grow with the size of the side; the mean size changes nothing. */
function countMembers(sides: readonly (readonly EloState[])[], means: number[]): void {
  const players = sides.reduce((sum, { length }) => sum + length, 0);
  const level = means.reduce((sum, mean, side) => sum + mean * sides[side]!.length, 0) / players;
  for (const [side, { length }] of sides.entries()) {
    means[side] = level + ((length * sides.length) / players) * (means[side]! - level);
  }
}

/** The format of a player's matches. */
interface Format {
  readonly sides: number;
  /** On their side. */
  readonly players: number;
}

/**
 * The rating that is most likely by a player's rating and the number of their matches, if all were of this format. After these a rating
 * has gone a share of its way, and has also moved by luck:
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
  // K is almost zero.
  if (!(all > 0)) return rating;
  return initialRating + (lead * share * spread) / all;
}

/**
 * A lead that this many matches of weight 1 can make; no state contains the weights of a player's matches, and a single heavy match must not
 * count as a career.
 */
function withinReach(lead: number, played: number, { newcomerMatches, newcomerK, k }: EloSettings): number {
  const first = Math.min(played, newcomerMatches);
  const reach = first * newcomerK + (played - first) * k;
  return Math.min(reach, Math.max(-reach, lead));
}

/** The mean openness of matches, E (1 - E), for a player this many points ahead of all: 1/4 among equals. The smaller it is, the slower ratings move. */
function meanOpenness(lead: number): number {
  const expected = expectedScore(lead / BLUR, SCALE);
  return (expected * (1 - expected)) / BLUR;
}

/** The effect of this many matches with one K: the logarithm of the remaining way, and the variance of luck. */
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
