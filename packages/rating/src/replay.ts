import { isRatable, type Match, type PlayerId, ratedParticipants } from './match.js';
import type { Contribution, Rated, Rater, RatingValue } from './rater.js';

/** What one match did to one rated participant. */
export interface RatingChange<State> {
  readonly player: PlayerId;
  readonly stateBefore: State;
  readonly stateAfter: State;
  readonly before: RatingValue;
  readonly after: RatingValue;
  readonly contributions: readonly Contribution[];
}

/** A rater broke its contract: it threw, left somebody out, or answered with something that is no number. */
export class RaterFault extends Error {
  override readonly name = 'RaterFault';
}

/**
 * One step of the fold: rates a match and moves the states. Live rating, replay, recompute and verification all come
 * through here, which is why they agree to the last bit.
 * @param states every player's state so far; those of the match's participants are replaced
 * @returns one change for each rated participant, in the match's order; none where the match is not ratable
 * @throws RaterFault where the rater breaks its contract; `states` are then as they were
 */
export function rateMatch<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  match: Match,
  states: Map<PlayerId, State>,
): RatingChange<State>[] {
  if (!isRatable(match)) return [];
  const players = ratedParticipants(match).map(({ participant }) => participant.player);
  const snapshot = new Map<PlayerId, State>();
  for (const player of players) snapshot.set(player, states.get(player) ?? rater.initial(settings));

  const rated = callRater(rater, match, snapshot, settings);
  const changes = players.map((player) => {
    const stateBefore = snapshot.get(player) as State;
    const result = rated.get(player);
    if (!result) throw new RaterFault(`${rater.key} left out a participant`);
    return {
      player,
      stateBefore,
      stateAfter: result.state,
      before: checked(rater, rater.rating(stateBefore, settings)),
      after: checked(rater, rater.rating(result.state, settings)),
      contributions: result.contributions,
    };
  });
  for (const change of changes) checkContributions(rater, change.contributions);
  for (const change of changes) states.set(change.player, change.stateAfter);
  return changes;
}

/**
 * Folds a rater over a log in its total order.
 * @param log matches ordered by (playedAt, sequence)
 * @param states where to start, empty for the whole history; holds the final states afterwards
 */
export function* replay<Settings, State, M extends Match>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<M>,
  states: Map<PlayerId, State> = new Map(),
): Generator<{ match: M; changes: RatingChange<State>[] }> {
  for (const match of log) yield { match, changes: rateMatch(rater, settings, match, states) };
}

/** The state as a board shows it at a later time: what was stored, plus the time since. */
export function stateAt<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  state: State,
  at: number,
): State {
  return rater.idle ? rater.idle(state, at, settings) : state;
}

function callRater<Settings, State>(
  rater: Rater<Settings, State>,
  match: Match,
  snapshot: ReadonlyMap<PlayerId, State>,
  settings: Settings,
): ReadonlyMap<PlayerId, Rated<State>> {
  try {
    return rater.rate(match, snapshot, settings);
  } catch (error) {
    throw new RaterFault(`${rater.key} could not rate the match: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function isFiniteOrNull(value: number | null): boolean {
  return value === null || Number.isFinite(value);
}

function checked(rater: Rater, rating: RatingValue): RatingValue {
  if (isFiniteOrNull(rating.value) && isFiniteOrNull(rating.deviation) && isFiniteOrNull(rating.score)) return rating;
  throw new RaterFault(`${rater.key} answered with a rating that is not finite: ${JSON.stringify(rating)}`);
}

function checkContributions(rater: Rater, contributions: readonly Contribution[]): void {
  for (const { opponentValue, expected, actual, weight, delta } of contributions) {
    const isFiniteAll = Number.isFinite(expected) && Number.isFinite(actual) && Number.isFinite(weight);
    if (isFiniteAll && isFiniteOrNull(opponentValue) && isFiniteOrNull(delta)) continue;
    throw new RaterFault(`${rater.key} answered with a contribution that is not finite`);
  }
}
