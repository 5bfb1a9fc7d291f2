import { beliefsWithinField, expectedScore, power, shareOfPlayers, teamDecisiveness } from '@openladder/rating';
import type { ZoneStatsSettings } from './settings.js';

export interface ZoneStatsState {
  /** Rating points. */
  readonly rating: number;
}

/** How many players of the field the likely spread weighs as much as. As measured in simulated races, like the numbers below. */
const LIKELY_PLAYERS = 10;
/** The part of a lead that equation 5 adds, times the number of opponents. */
const EXCESS = 0.6;
/**
 * The power of half the field by which beating others counts more than losing to them. It lies between the values for Gumbel's law of luck, 0, and for the
 * normal one, 0.6.
 */
const WINNING = 1 / 3;
/** The largest step of a match, as a share of `spread`, after which leads between teams still count in full. */
const STEADY = 0.4;

/**
 * Equation 1; for teams, whose ratings are for single players, with the luck of all of them together.
 *
 * In races ratings are further apart than players are, for two reasons. A player has one performance in all their pairs, so luck moves a rating
 * far. There is no deviation, but after some ten races it is about as far for everybody: a race adds luck of up to the greatest change, c, and
 * takes away about c / `spread` of the error that there was, so a variance of about c * `spread` stays. And by equation 5 the player who moves
 * furthest goes the whole way even if all went as expected, so favourites gain too much, the more so the fewer the players. In fields of three
 * that equation hardly acts. Members of teams have ratings that are nearer to each other than the players, so chances of teams count them as
 * they are, unless c is so large that luck decides them.
 */
export function chancesOf(sides: readonly (readonly ZoneStatsState[])[], settings: ZoneStatsSettings): number[] {
  const { spread, gameMultiplier, maxGameLength } = settings;
  const chance = (own: ZoneStatsState, opponent: ZoneStatsState) => expectedScore(own.rating - opponent.rating, spread);
  const isRace = sides.length > 2 && sides.every(({ length }) => length === 1);
  const step = gameMultiplier * maxGameLength;
  if (!isRace) {
    const counted = step > STEADY * spread ? (STEADY * spread) / step : 1;
    return shareOfPlayers(sides, chance, (own, other) => counted * teamDecisiveness(own, other));
  }
  const part = sides.length === 3 ? 1 : 1 - EXCESS / (sides.length - 1);
  const deviation = Math.sqrt(step * spread);
  const measured = sides.map((side) => side.map(({ rating }) => ({ rating: part * rating, deviation })));
  const believed = beliefsWithinField(measured, { points: spread, players: LIKELY_PLAYERS });
  return shareOfPlayers(believed, chance, undefined, power(sides.length / 2, WINNING));
}
