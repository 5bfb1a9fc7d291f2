import { type PlayerId, ratedParticipants } from '../match.js';
import type { Outlook, Rated, RatingValue } from '../rater.js';
import { type Contest, type Subject, Violation } from './law.js';

/** Folds the rater over the log, and yields before each match. */
export function* contests(subject: Subject): Generator<Contest> {
  const { rater, settings, log } = subject;
  const states = new Map<PlayerId, unknown>();
  for (const match of log) {
    const players = ratedParticipants(match).map(({ participant }) => participant.player);
    const before = new Map(players.map((player) => [player, states.get(player) ?? rater.initial(settings)]));
    const contest = { match, states: before };
    yield contest;
    for (const [player, { state }] of rate(subject, contest)) states.set(player, state);
  }
}

/** The rater's answer to a contest, unchanged. */
export function rate({ rater, settings }: Subject, contest: Contest): ReadonlyMap<PlayerId, Rated<unknown>> {
  try {
    return rater.rate(contest.match, contest.states, settings);
  } catch (error) {
    throw new Violation(`rate threw ${error}`, contest, { cause: error });
  }
}

/** A player's rating before a contest, and after it. */
export interface RatingStep {
  readonly before: RatingValue;
  readonly after: RatingValue;
}

/** The changes of a contest to each rating. */
export function rateSteps(subject: Subject, contest: Contest): Map<PlayerId, RatingStep> {
  const { rater, settings } = subject;
  const initial = rater.initial(settings);
  const steps = [...rate(subject, contest)].map(([player, { state }]): [PlayerId, RatingStep] => [
    player,
    {
      before: rater.rating(contest.states.get(player) ?? initial, settings),
      after: rater.rating(state, settings),
    },
  ]);
  return new Map(steps);
}

/** The states of each side's players, in the form for `predict`. */
export function statesBySide({ match, states }: Contest): unknown[][] {
  return match.sides.map(({ participants }) => participants.map(({ player }) => states.get(player)));
}

/** The known facts of a contest before it is played, in the form for `predict`. */
export function outlookOf({ match }: Contest): Outlook {
  return { at: match.playedAt, roles: match.sides.map(({ role }) => role) };
}
