import { type Evaluation, EvaluationSums } from './evaluation.js';
import { isRatable, type Match, type PlayerId, type Wait, withoutGuests } from './match.js';
import { NO_OUTCOME, sideMerits } from './outcome.js';
import type { Rater } from './rater.js';
import { RaterFault, rateMatch, stateAt } from './replay.js';

/**
 * Replays a log and predicts each match from the states at its moment by the matches before it, the honest way to compare rating systems: no
 * match is predicted with knowledge of itself or of later ones.
 * @param log matches, and expired waits, in their total order; matches that are not ratable are passed over
 * @throws RangeError if the log has no ratable match, or one without an outcome
 * @throws RaterFault if the rater breaks its contract
 */
export function evaluate<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<Match | Wait>,
): Evaluation {
  const states = new Map<PlayerId, State>();
  const sums = new EvaluationSums();
  for (const event of log) {
    if (!('sides' in event)) {
      const state = states.get(event.player);
      if (rater.waited && state !== undefined) states.set(event.player, rater.waited(state, event.at, settings));
    } else if (isRatable(event)) {
      const contest = withoutGuests(event);
      const merits = sideMerits(contest);
      if (!merits) throw new RangeError(NO_OUTCOME);
      const sides = contest.sides.map(({ participants }) =>
        participants.map(({ player }) => {
          const state = states.get(player);
          return state === undefined ? rater.initial(settings) : stateAt(rater, settings, state, event.playedAt);
        }),
      );
      foresee(rater, settings, sides, merits, event.playedAt, sums);
      rateMatch(rater, settings, event, states);
    }
  }
  return sums.means();
}

/**
 * Predicts a match, and adds how well that went.
 * @param sides the states of each side's players at the time of the match, before it
 * @param merits how well each side did in it, as `sideMerits` has it
 * @throws RaterFault if the rater throws, or predicts what is no chance
 */
export function foresee<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  sides: readonly (readonly State[])[],
  merits: readonly number[],
  playedAt: number,
  sums: EvaluationSums,
): void {
  try {
    sums.add(rater.predict(sides, settings), merits, playedAt);
  } catch (error) {
    if (error instanceof RaterFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RaterFault(`${rater.key} ${rater.version} could not predict the match: ${reason}`, { cause: error });
  }
}
