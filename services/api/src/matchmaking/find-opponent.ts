import { favouritesChance, mostEvenOpponent, RaterFault, stateAt } from '@openladder/rating';
import { Refused, refuse } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { chancesWithoutSides } from '../raters/league-chances.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { loadStatesNow } from '../rating/states.js';
import type { Waiting, WaitingPlayers } from './waiting-players.js';

/** The opponent that the queue found, with the chances of both players. */
export interface Found {
  readonly opponent: Waiting;
  readonly chances: readonly [number, number];
}

/**
 * The queue's choice among the waiting players, by the rater's predictions from their current states.
 * @param personId id under which the joining player has a history; they are not waiting
 * @returns null if no one is within the league's band
 * @throws Refused if the rater fails
 */
export async function findOpponent(
  sql: Sql,
  league: Pick<League, 'id' | 'generation' | 'queueBand'>,
  system: RatingSystem,
  personId: number,
  { waiting, states }: WaitingPlayers,
  now: Date,
): Promise<Found | null> {
  if (waiting.size === 0) return null;
  const { rater, settings } = system;
  const grown = (state: unknown) => stateAt(rater, settings, state ?? rater.initial(settings), now.getTime());
  try {
    const own = grown((await loadStatesNow(sql, league, system, [personId])).get(personId));
    const stateOf = (other: Waiting) => grown(states.get(other.personId)!.state);
    // Who has which side is not known yet.
    const predict = (sides: readonly (readonly unknown[])[]) => chancesWithoutSides(system, sides, now.getTime());
    const chance = (other: Waiting) => favouritesChance({ predict }, settings, own, stateOf(other));
    const opponent = mostEvenOpponent(waiting.values(), chance, league.queueBand);
    if (!opponent) return null;
    const [first, second] = predict([[own], [stateOf(opponent)]]);
    return { opponent, chances: [first!, second!] };
  } catch (error) {
    if (error instanceof RaterFault) throw new Refused(refuse('RATER_FAILED', ['input'], { problem: error.message }));
    throw error;
  }
}
