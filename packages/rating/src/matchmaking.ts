import type { Rater } from './rater.js';

/** An opponent's chance is within this of 1/2: between 15% and 85%. Source: "Timed Glicko Rating", the queue system. */
export const QUEUE_BAND = 0.35;

/** A player waits so many seconds for an opponent. Source: as above. */
export const QUEUE_WAIT_SECONDS = 300;

/**
 * The choice of a matchmaking queue: the waiting player against whom the match is most even, strictly within the band;
 * of several as even, the one who came first. Source: "Timed Glicko Rating", the queue system.
 * @param waiting others who wait, first come first, with anything else that the caller keeps about them
 * @param favouritesChance the better one's chance to win against this opponent, 0.5 to 1
 * @param band how far from 1/2 a chance may be, 0 to 0.5
 * @returns one of `waiting`; null if nobody is within the band
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
 * The better one's chance to win a match of two players, a draw counting half; the same to the last bit whichever is named
 * first, so that opponents as far above as below are equally even.
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
