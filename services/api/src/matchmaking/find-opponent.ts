import { favouritesChance, mostEvenOpponent, RaterFault, stateAt } from '@openladder/rating';
import { Refused, refuse } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { loadStatesNow } from '../rating/states.js';
import type { QueueTicket } from './queue-ticket.js';

/** A player who wants an opponent, under the id of the person they count as. */
export interface Waiting {
  readonly ticket: Pick<QueueTicket, 'id' | 'joinedAt'>;
  readonly personId: number;
}

/** Whom the queue found, with the chances of the one who looked and of the one who was found. */
export interface Found {
  readonly opponent: Waiting;
  readonly chances: readonly [number, number];
}

/**
 * The queue's choice among those who wait: by the rater's predictions on the states as they stand now.
 * @param waiting first come first
 * @returns null where nobody is within the league's band
 * @throws Refused where the rater fails
 */
export async function findOpponent(
  sql: Sql,
  league: Pick<League, 'id' | 'generation' | 'queueBand'>,
  system: RatingSystem,
  player: Waiting,
  waiting: readonly Waiting[],
  now: Date,
): Promise<Found | null> {
  const others = waiting.filter(({ personId }) => personId !== player.personId);
  if (others.length === 0) return null;
  const { rater, settings } = system;
  const everybody = [player, ...others].map(({ personId }) => personId);
  const states = await loadStatesNow(sql, league, system, everybody);
  const stateOf = ({ personId }: Waiting) =>
    stateAt(rater, settings, states.get(personId) ?? rater.initial(settings), now.getTime());
  try {
    const own = stateOf(player);
    const chance = (other: Waiting) => favouritesChance(rater, settings, own, stateOf(other));
    const opponent = mostEvenOpponent(others, chance, league.queueBand);
    if (!opponent) return null;
    const [first, second] = rater.predict([[own], [stateOf(opponent)]], settings);
    return { opponent, chances: [first!, second!] };
  } catch (error) {
    if (error instanceof RaterFault) throw new Refused(refuse('RATER_FAILED', ['input'], error.message));
    throw error;
  }
}
