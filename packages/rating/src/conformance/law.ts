import { isDeepStrictEqual } from 'node:util';
import { type Match, type PlayerId, ratedParticipants } from '../match.js';
import type { Rated, Rater, RatingValue } from '../rater.js';

/** What a law is checked on. */
export interface Subject<Settings = unknown, State = unknown> {
  readonly rater: Rater<Settings, State>;
  readonly settings: Settings;
  /** Made-up matches in their total order. */
  readonly log: readonly Match[];
}

/** A rule that every rater obeys. */
export interface Law {
  readonly law: string;
  /** Whether the law says anything about this rater. Left out: about every rater. */
  applies?(subject: Subject): boolean;
  /** @throws Violation where the rater breaks the law */
  check(subject: Subject): void;
}

/** A match with the states just before it. */
export interface Contest {
  readonly match: Match;
  readonly states: ReadonlyMap<PlayerId, unknown>;
}

/** What a rater did against a law, and with what. */
export class Violation extends Error {
  constructor(
    message: string,
    /** The counterexample. */
    readonly evidence?: Contest | Readonly<Record<string, unknown>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Relative tolerance of numbers that may be computed in different orders. */
const TOLERANCE = 1e-9;

/** Whether two numbers agree to 1e-9 of the greater (of 1 where both are less), or of `magnitude` where it is greater. */
export function isClose(a: number, b: number, magnitude = 0): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, magnitude, Math.abs(a), Math.abs(b));
}

/** As `isClose`; null agrees with null alone. */
export function isCloseOrNull(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : isClose(a, b);
}

/** Whether two ratings agree in all their numbers. */
export function isCloseRating(a: RatingValue, b: RatingValue): boolean {
  return isCloseOrNull(a.value, b.value) && isCloseOrNull(a.deviation, b.deviation) && isCloseOrNull(a.score, b.score);
}

/** Whether two pieces of data are the same to the bit: no tolerance, and -0 is not 0. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

/** The data as JSON, for a message. */
export function show(data: unknown): string {
  return JSON.stringify(data, (_, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? `${value}` : value,
  );
}

/** Folds the rater over the log, and stops before each match. */
export function* contests({ rater, settings, log }: Subject): Generator<Contest> {
  const states = new Map<PlayerId, unknown>();
  for (const match of log) {
    const players = ratedParticipants(match).map(({ participant }) => participant.player);
    const contest = {
      match,
      states: new Map(players.map((player) => [player, states.get(player) ?? rater.initial(settings)])),
    };
    yield contest;
    for (const [player, { state }] of rate({ rater, settings }, contest)) states.set(player, state);
  }
}

/** The rater's answer to a contest, as it is. */
export function rate(
  { rater, settings }: Pick<Subject, 'rater' | 'settings'>,
  contest: Contest,
): ReadonlyMap<PlayerId, Rated<unknown>> {
  try {
    return rater.rate(contest.match, contest.states, settings);
  } catch (error) {
    throw new Violation(`rate threw ${error}`, contest, { cause: error });
  }
}

/** The ratings after a contest. */
export function ratingsAfter(
  subject: Pick<Subject, 'rater' | 'settings'>,
  contest: Contest,
): Map<PlayerId, RatingValue> {
  const { rater, settings } = subject;
  return new Map([...rate(subject, contest)].map(([player, { state }]) => [player, rater.rating(state, settings)]));
}

/** The states of each side's players, as `predict` takes them. */
export function statesBySide({ match, states }: Contest): unknown[][] {
  return match.sides.map(({ participants }) => participants.map(({ player }) => states.get(player)));
}
