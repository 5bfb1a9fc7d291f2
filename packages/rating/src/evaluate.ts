import { type Evaluation, EvaluationSums, type MatchScores } from './evaluation.js';
import { isRatable, type Match, NO_OUTCOME, type PlayerId, sideMerits, type Wait, withoutGuests } from './match.js';
import type { Outlook, Rater } from './rater.js';
import { RaterFault, rateMatch, stateAt } from './replay.js';

/**
 * Replays a log, and predicts each match from the states just before it. This is the honest way to compare rating systems: no match is
 * predicted with knowledge of itself or of later ones.
 * @param log matches, and expired waits, in their total order; matches that are not ratable are skipped
 * @throws RangeError if the log has no ratable match, or one without an outcome
 * @throws RaterFault if the rater breaks its contract
 */
export function evaluate<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<Match | Wait>,
): Evaluation {
  const sums = new EvaluationSums();
  scoreLog(rater, settings, log, sums);
  return sums.means();
}

/**
 * The same, for scores of your own.
 * @param scores receives each match
 */
export function scoreLog<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<Match | Wait>,
  scores: MatchScores,
): void {
  const states = new Map<PlayerId, State>();
  for (const event of log) {
    if (!('sides' in event)) {
      const state = states.get(event.player);
      if (rater.waited && state !== undefined) states.set(event.player, rater.waited(state, event.at, settings));
    } else if (isRatable(event)) {
      const contest = withoutGuests(event);
      const merits = sideMerits(contest);
      if (!merits) throw new RangeError(NO_OUTCOME);
      const sides = sidesBefore(rater, settings, contest, states);
      const roles = contest.sides.map(({ role }) => role);
      scorePrediction(rater, settings, sides, merits, { at: event.playedAt, roles }, scores);
      rateMatch(rater, settings, event, states);
    }
  }
}

/** The states of each side's players at the time of a match, before it. */
export function sidesBefore<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  { sides, playedAt }: Match,
  states: ReadonlyMap<PlayerId, State>,
): State[][] {
  return sides.map(({ participants }) =>
    participants.map(({ player }) => {
      const state = states.get(player);
      return state === undefined ? rater.initial(settings) : stateAt(rater, settings, state, playedAt);
    }),
  );
}

/**
 * Predicts a match, and scores the prediction.
 * @param sides those of `sidesBefore`
 * @param merits how well each side did in it, as in `sideMerits`
 * @param outlook when it was played, and in which roles
 * @throws RaterFault if the rater throws, or predicts something that is not a chance
 */
export function scorePrediction<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  sides: readonly (readonly State[])[],
  merits: readonly number[],
  outlook: Outlook & { readonly at: number },
  scores: MatchScores,
): void {
  try {
    scores.add(rater.predict(sides, settings, outlook), merits, outlook.at, outlook.roles);
  } catch (error) {
    if (error instanceof RaterFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RaterFault(`${rater.key} ${rater.version} could not predict the match: ${reason}`, { cause: error });
  }
}
