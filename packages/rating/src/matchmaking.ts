import type { Rater } from './rater.js';

/** An opponent's chance is within this of 1/2: between 15% and 85%. Source: "Timed Glicko Rating", the queue system. */
export const QUEUE_BAND = 0.35;

/** How long a player waits for an opponent, in seconds. Source: as above. */
export const QUEUE_WAIT_SECONDS = 300;

/**
 * The choice of a matchmaking queue: the waiting player against whom the match is most even, strictly within the band;
 * of several equally even ones, the first. Source: "Timed Glicko Rating", the queue system.
 * @param waiting the other waiting players, in order of arrival, with any other data of the caller
 * @param favouritesChance the better one's chance to win against this opponent, 0.5 to 1
 * @param band how far from 1/2 a chance may be, 0 to 0.5
 * @returns one of `waiting`; null if none is within the band
 */
export function mostEvenOpponent<Waiting>(
  waiting: Iterable<Waiting>,
  favouritesChance: (opponent: Waiting) => number,
  band: number,
): Waiting | null {
  let chosen: Waiting | null = null;
  let least = band;
  for (const opponent of waiting) {
    const distance = favouritesChance(opponent) - 0.5;
    if (distance < least) {
      least = distance;
      chosen = opponent;
    }
  }
  return chosen;
}

/**
 * The better one's chance to win a match of two players, a draw counting half. It is the same to the last bit whichever player
 * is named first, so an opponent as far above is as even as one as far below.
 * @returns 0.5 to 1
 */
export function favouritesChance<Settings, State>(
  { predict }: Pick<Rater<Settings, State>, 'predict'>,
  settings: Settings,
  one: State,
  other: State,
): number {
  // The underdog's chance may differ in its last bits from 1 minus the favourite's, so the favourite is named first.
  return Math.max(predict([[one], [other]], settings)[0]!, predict([[other], [one]], settings)[0]!);
}
