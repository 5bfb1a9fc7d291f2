import { mostEvenOpponent, QUEUE_BAND } from '@openladder/rating';
import { chanceOfLead, pairReliability, type Skill } from './curve.js';

/**
 * The queue's choice: the waiting player whose chance is nearest to 1/2, strictly within the band; of several as near,
 * the one who came first. Source: "Timed Glicko Rating", the queue system.
 * @param waiting others who wait, first come first, with anything else that the caller keeps about them
 * @param band how far from 1/2 a chance may be, 0 to 0.5
 * @returns one of `waiting`; null where nobody is within the band
 */
export function chooseOpponent<Waiting extends Skill>(
  player: Skill,
  waiting: Iterable<Waiting>,
  band: number = QUEUE_BAND,
): Waiting | null {
  const favouritesChance = (opponent: Waiting) =>
    chanceOfLead(Math.abs(player.rating - opponent.rating), pairReliability(player, opponent));
  return mostEvenOpponent(waiting, favouritesChance, band);
}
