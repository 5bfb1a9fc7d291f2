import { inspect, isDeepStrictEqual } from 'node:util';
import {
  type Adjustment,
  adjustmentsOf,
  arePossible,
  type ChangeLine,
  type Contribution,
  changeLine,
  type Formats,
  type Match,
  type PlayerId,
  type Rated,
  type Rater,
  type RatingValue,
} from '@openladder/rating';

/** Rounding of a sum in points, in addition to the last bits of its terms: `openladder verify` allows for the same. */
const ROUNDING = 1e-9;

/**
 * A rater whose answers to new matches are checked by the rules of `openladder verify`. It rates each match twice.
 * @returns the same rater, whose `rate` throws an Error with the broken rule
 */
export function checked(rater: Rater): Rater {
  return {
    ...rater,
    rate: (match, states, settings) => {
      const rated = rater.rate(match, states, settings);
      const places = placesOf(match);
      const afters = new Map<PlayerId, RatingValue>();
      checkPlayers(places, rated);
      for (const [player, { state, contributions }] of rated) {
        checkData('a state', state);
        checkData('contributions', contributions);
        checkContributions(places, player, contributions);
        const after = rater.rating(state, settings);
        checkData('a rating', after);
        afters.set(player, after);
      }
      if (!isDeepStrictEqual(rated, rater.rate(match, states, settings))) {
        throw new Error('rate must give the same answer each time, but its second answer differs from the first');
      }
      checkSums(rater, places, states, rated, settings);
      for (const [player, each] of rated) checkRestored(rater, match.playedAt, each, afters.get(player)!, settings);
      return rated;
    },
  };
}

/** The places of a match's rated players. A message names players by place: their ids are internal to the service. */
type Places = ReadonlyMap<PlayerId, { readonly side: number; readonly name: string }>;

function placesOf(match: Match): Places {
  return new Map(
    match.sides.flatMap(({ participants }, side) =>
      participants.flatMap(({ player, isGuest }, index) =>
        isGuest ? [] : [[player, { side, name: `participant ${index + 1} of side ${side + 1}` }] as const],
      ),
    ),
  );
}

function checkPlayers(places: Places, rated: ReadonlyMap<PlayerId, unknown>): void {
  for (const [player, { name }] of places) if (!rated.has(player)) throw new RangeError(`it left out ${name}`);
  if (rated.size > places.size) throw new RangeError('it rated somebody who is no rated player of the match');
}

/** The journal shows contributions, each with the player whom it names. */
function checkContributions(places: Places, player: PlayerId, contributions: readonly Contribution[]): void {
  const { side, name } = places.get(player)!;
  if (!Array.isArray(contributions)) throw new TypeError(`contributions of ${name} must be a list`);
  for (const { opponent, expected, actual, weight } of contributions) {
    const place = places.get(opponent);
    if (!place || place.side === side) throw new RangeError(`contributions of ${name} must each be of an opponent`);
    for (const [field, score] of Object.entries({ expected, actual })) {
      if (!(score >= 0 && score <= 1)) throw new RangeError(`${field} of ${name} must be 0 to 1, but is ${score}`);
    }
    if (!(weight >= 0 && weight < Infinity)) {
      throw new RangeError(`weight of ${name} must be a number of 0 or more, but is ${weight}`);
    }
  }
}

function checkSums(
  rater: Rater,
  places: Places,
  states: ReadonlyMap<PlayerId, unknown>,
  rated: ReadonlyMap<PlayerId, Rated<unknown>>,
  settings: unknown,
): void {
  const values: number[] = [];
  const changes: number[] = [];
  for (const [player, { state, contributions }] of rated) {
    const { name } = places.get(player)!;
    const before = rater.rating(states.get(player), settings);
    const after = rater.rating(state, settings);
    const line = changeLine({ before, after, contributions });
    const deltas = contributions.map(({ delta }) => delta);
    const adjusted = line.delta === null ? [] : checkedAdjustments(rater, line, settings).map(({ points }) => points);
    const change = line.delta;
    if (change === null) {
      if (deltas.every((delta) => delta === null)) continue;
      throw new RangeError(`contributions of ${name} must have no delta, because a value is null`);
    }
    // Infinite values and NaN are refused separately.
    if (!Number.isFinite(change)) return;
    const terms = [...deltas.map((delta) => delta ?? Number.NaN), ...adjusted];
    const own = [before.value!, after.value!];
    const sum = addUp(terms);
    if (!isNear(sum, change, [...own, ...terms])) {
      const rule = `contributions and adjustments of ${name} must add up to the change of their value`;
      throw new RangeError(`${rule}, ${change}, but add up to ${sum}`);
    }
    values.push(...own);
    changes.push(change);
  }
  if (rater.isZeroSum && !isNear(addUp(changes), 0, values)) {
    throw new RangeError(`the changes of a match must add up to 0, but add up to ${addUp(changes)}`);
  }
}

const addUp = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0);

/** @param terms the summands */
function isNear(sum: number, wanted: number, terms: readonly number[]): boolean {
  const tolerance = terms.reduce((total, term) => total + Math.abs(term) * Number.EPSILON, ROUNDING);
  return Math.abs(sum - wanted) <= tolerance;
}

/** A rater's answer is stored, and leaves its process. */
function checkData(what: string, answer: unknown): void {
  let copy: unknown;
  try {
    copy = structuredClone(answer);
  } catch (error) {
    throw new TypeError(`${what} must be plain data: ${(error as Error).message}`);
  }
  if (!isDeepStrictEqual(copy, answer)) throw new TypeError(`${what} must be plain data, without a class`);
}

/** PostgreSQL's JSON can store neither of these characters: NUL and unpaired surrogates. */
const UNKEPT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** Checks a state that the service stores as JSON. @throws Error with the rule, if it would be different when read back */
export function checkKept(state: unknown): void {
  let text: string | undefined;
  try {
    text = JSON.stringify(state);
  } catch (error) {
    throw new TypeError(`a state must survive JSON: ${(error as Error).message.split('\n')[0]}`);
  }
  if (text !== undefined && !UNKEPT.test(text) && isDeepStrictEqual(JSON.parse(text), state)) return;
  throw new TypeError(`a state must survive JSON unchanged, but is ${describeValue(state)}`);
}

/** Checks the stored part of a state, and that the state can be restored from it, if the last line of the journal is enough for that. */
function checkRestored(
  rater: Rater,
  playedAt: number,
  { state, contributions }: Rated<unknown>,
  { value, deviation }: RatingValue,
  settings: unknown,
): void {
  const { restore } = rater;
  // Infinite values and NaN are refused separately.
  if (!Number.isFinite((value ?? 0) + (deviation ?? 0))) return;
  if (!restore) {
    checkKept(state);
    return;
  }
  const width = restore.memory?.width(settings) ?? 0;
  const memory = width > 0 ? restore.memory!.of(state, settings) : undefined;
  if (memory && !(memory.length === width && memory.every(Number.isFinite))) {
    throw new RangeError(`restore.memory must be ${width} finite numbers, but is ${JSON.stringify(memory)}`);
  }
  if (restore.needs !== 'last') return;
  const line = { playedAt, after: { value, deviation }, contributions, ...(memory && { memory }) };
  const restored = restore.from([line], settings);
  if (isDeepStrictEqual(restored, state)) return;
  throw new RangeError(
    `restore must give back the state after the match, ${describeValue(state)}, but gives ${describeValue(restored)}`,
  );
}

/** A rater that cannot explain a change may rate it, if the contributions alone add up. */
function checkedAdjustments(rater: Rater, line: ChangeLine, settings: unknown): readonly Adjustment[] {
  try {
    return adjustmentsOf(rater, line, settings);
  } catch {
    return [];
  }
}

/**
 * A function of a rater whose answers are checked by a rule.
 * @param check throws an Error with the rule, if the answer to these arguments breaks it
 */
export function answering<Args extends unknown[], Answer>(
  work: (...args: Args) => Answer,
  check: (answer: Answer, ...args: Args) => void,
): (...args: Args) => Answer {
  return function (this: unknown, ...args) {
    const answer = work.apply(this, args);
    check(answer, ...args);
    return answer;
  };
}

/** A rater's answer in a message: JSON has no NaN. */
export function describeValue(answer: unknown): string {
  return inspect(answer, { breakLength: Number.POSITIVE_INFINITY }).slice(0, LONGEST);
}

const LONGEST = 200;
/** How far the sum of chances may be from 1: more than rounding, and less than people notice. */
const TOLERANCE = 1e-6;

export function checkChances(chances: readonly number[], sides: readonly unknown[]): void {
  const areChances =
    Array.isArray(chances) && chances.every((chance) => typeof chance === 'number' && chance >= 0 && chance <= 1);
  const sum = areChances ? chances.reduce<number>((total, chance) => total + chance, 0) : Number.NaN;
  if (areChances && chances.length === sides.length && Math.abs(sum - 1) <= TOLERANCE) return;
  throw new RangeError(
    `the chances of ${sides.length} sides must be 0 to 1 and add up to 1, but are ${describeValue(chances)}`,
  );
}

export function checkFormats(formats: Formats): void {
  if (arePossible(formats)) return;
  throw new RangeError(`formats must fit two sides or more of one player or more, but are ${describeValue(formats)}`);
}

/** Without an answer, the service uses its own. */
export function checkAdjustments(adjustments: readonly Adjustment[] | undefined): void {
  if (adjustments === undefined) return;
  const isOne = ({ reason, points }: Adjustment) => isText(reason) && Number.isFinite(points);
  if (Array.isArray(adjustments) && adjustments.every(isOne)) return;
  throw new TypeError(`adjustments must each have a reason and points, but are ${describeValue(adjustments)}`);
}

/** Without an answer, the service uses its own words. */
export function checkExplanation(text: string | undefined): void {
  if (text !== undefined && !isText(text)) throw new TypeError('explain must give a text without NUL');
}

function isText(text: unknown): boolean {
  return typeof text === 'string' && !text.includes('\0');
}
