import { isRatable, type Match, type PlayerId, ratedParticipants } from './match.js';
import type { Contribution, Rater, RatingValue } from './rater.js';

/** The change that one match made to one rated participant. */
export interface RatingChange<State> {
  readonly player: PlayerId;
  readonly stateBefore: State;
  readonly stateAfter: State;
  readonly before: RatingValue;
  readonly after: RatingValue;
  readonly contributions: readonly Contribution[];
}

/** A rater broke its contract: it threw, omitted a participant, or returned something that is not a number. */
export class RaterFault extends Error {
  override readonly name = 'RaterFault';
}

/**
 * One step of the fold: rates a match and moves the states. Live rating, replay and recompute all come through here, which
 * is why they agree to the last bit.
 * @param states every player's state so far; those of the match's participants are replaced
 * @returns one change for each rated participant, in the match's order; none if the match is not ratable
 * @throws RaterFault if the rater breaks its contract; `states` are then as they were
 */
export function rateMatch<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  match: Match,
  states: Map<PlayerId, State>,
): RatingChange<State>[] {
  if (!isRatable(match)) return [];
  const changes = askRater(rater, settings, match, states);
  for (const { player, stateAfter } of changes) states.set(player, stateAfter);
  return changes;
}

/**
 * Folds a rater over a log in its total order.
 * @param log matches ordered by (playedAt, sequence)
 * @param states where to start, empty for the whole history; has the final states afterwards
 */
export function* replay<Settings, State, M extends Match>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<M>,
  states: Map<PlayerId, State> = new Map(),
): Generator<{ match: M; changes: RatingChange<State>[] }> {
  for (const match of log) yield { match, changes: rateMatch(rater, settings, match, states) };
}

/** The state as a board shows it at a later time: the stored state, after the time since. */
export function stateAt<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  state: State,
  at: number,
): State {
  return rater.idle ? rater.idle(state, at, settings) : state;
}

/** Any error in here is the rater's fault. */
function askRater<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  match: Match,
  states: ReadonlyMap<PlayerId, State>,
): RatingChange<State>[] {
  try {
    const players = ratedParticipants(match).map(({ participant }) => participant.player);
    const snapshot = new Map(players.map((player) => [player, states.get(player) ?? rater.initial(settings)]));
    const rated = rater.rate(match, snapshot, settings);
    return players.map((player) => {
      const stateBefore = snapshot.get(player)!;
      const result = rated.get(player);
      if (!result) throw new RangeError(`it left out player ${player}`);
      return {
        player,
        stateBefore,
        stateAfter: result.state,
        before: finiteRating(rater.rating(stateBefore, settings)),
        after: finiteRating(rater.rating(result.state, settings)),
        contributions: result.contributions.map(finiteContribution),
      };
    });
  } catch (error) {
    if (error instanceof RaterFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RaterFault(`${rater.key} ${rater.version} could not rate the match: ${reason}`, { cause: error });
  }
}

function finiteRating(rating: RatingValue): RatingValue {
  const { value, deviation, score } = rating;
  if (isFiniteOrNull(value) && isFiniteOrNull(deviation) && isFiniteOrNull(score)) return rating;
  throw new RangeError(`a rating is not finite: value ${value}, deviation ${deviation}, score ${score}`);
}

function finiteContribution(contribution: Contribution): Contribution {
  const { opponent, opponentValue, expected, actual, weight, delta } = contribution;
  const isSound = Number.isFinite(expected) && Number.isFinite(actual) && Number.isFinite(weight);
  if (isSound && isFiniteOrNull(opponentValue) && isFiniteOrNull(delta)) return contribution;
  throw new RangeError(
    `the contribution of player ${opponent} is not finite: ` +
      `opponentValue ${opponentValue}, expected ${expected}, actual ${actual}, weight ${weight}, delta ${delta}`,
  );
}

function isFiniteOrNull(value: number | null): boolean {
  return value === null || Number.isFinite(value);
}
