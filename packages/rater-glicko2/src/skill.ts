import type { StatePacking } from '@openladder/rating';

/** The estimated skill of a player. */
export interface Glicko2Skill {
  /** Points. */
  readonly rating: number;
  /** Points: the rating deviation (RD). */
  readonly deviation: number;
  /** On the scale of Glicko-2. */
  readonly volatility: number;
  /**
   * The time of the deviation: milliseconds since 1970 in continuous time, otherwise the number of the rating period; null
   * for a player who was never rated.
   */
  readonly at: number | null;
  /** The games of the rating period so far; null in continuous time, or if there are none. */
  readonly games: PeriodGames | null;
}

/** The games that a player has played in a rating period, and the player at its beginning. */
export interface PeriodGames {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  /** The sum of g^2 E (1 - E), which is 1 / v. */
  readonly information: number;
  /** The sum of g (s - E). */
  readonly surprise: number;
}

/** The places of the numbers in a packed skill; the last five are NaN if there are no games. */
export const RATING = 0;
export const DEVIATION = 1;
export const VOLATILITY = 2;
export const AT = 3;
export const FIRST_RATING = 4;
export const FIRST_DEVIATION = 5;
export const FIRST_VOLATILITY = 6;
export const INFORMATION = 7;
export const SURPRISE = 8;
export const WIDTH = 9;

export const packedSkill: StatePacking<Glicko2Skill> = {
  width: WIDTH,
  pack({ rating, deviation, volatility, at, games }, numbers, from) {
    numbers[from + RATING] = rating;
    numbers[from + DEVIATION] = deviation;
    numbers[from + VOLATILITY] = volatility;
    numbers[from + AT] = at ?? Number.NaN;
    numbers[from + FIRST_RATING] = games?.rating ?? Number.NaN;
    numbers[from + FIRST_DEVIATION] = games?.deviation ?? Number.NaN;
    numbers[from + FIRST_VOLATILITY] = games?.volatility ?? Number.NaN;
    numbers[from + INFORMATION] = games?.information ?? Number.NaN;
    numbers[from + SURPRISE] = games?.surprise ?? Number.NaN;
  },
  unpack(numbers, from) {
    const at = numbers[from + AT]!;
    return {
      rating: numbers[from + RATING]!,
      deviation: numbers[from + DEVIATION]!,
      volatility: numbers[from + VOLATILITY]!,
      at: Number.isNaN(at) ? null : at,
      games: unpackGames(numbers, from),
    };
  },
};

function unpackGames(numbers: Float64Array, from: number): PeriodGames | null {
  const information = numbers[from + INFORMATION]!;
  if (Number.isNaN(information)) return null;
  return {
    rating: numbers[from + FIRST_RATING]!,
    deviation: numbers[from + FIRST_DEVIATION]!,
    volatility: numbers[from + FIRST_VOLATILITY]!,
    information,
    surprise: numbers[from + SURPRISE]!,
  };
}
