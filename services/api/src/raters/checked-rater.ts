import { isDeepStrictEqual } from 'node:util';
import {
  type Adjustment,
  adjustmentsOf,
  type ChangeLine,
  changeLine,
  type Match,
  type PlayerId,
  type Rated,
  type Rater,
  ratedParticipants,
} from '@openladder/rating';

/** Rounding of a sum in points, in addition to the last bits of its terms: `openladder verify` allows for the same. */
const ROUNDING = 1e-9;

/**
 * A rater whose answers to new matches are held to the rules that `openladder verify` would find broken. It rates each match twice.
 * @returns the same rater, whose `rate` throws an Error with the broken rule
 */
export function checked(rater: Rater): Rater {
  return {
    ...rater,
    rate: (match, states, settings) => {
      const rated = rater.rate(match, states, settings);
      checkPlayers(match, rated);
      for (const { state, contributions } of rated.values()) {
        checkData('a state', state);
        checkData('contributions', contributions);
        checkData('a rating', rater.rating(state, settings));
      }
      if (!isDeepStrictEqual(rated, rater.rate(match, states, settings))) {
        throw new Error('rate must give the same answer each time, but its second answer differs from the first');
      }
      checkSums(rater, states, rated, settings);
      for (const { state } of rated.values()) checkMemory(rater, state, settings);
      return rated;
    },
  };
}

function checkPlayers(match: Match, rated: ReadonlyMap<PlayerId, unknown>): void {
  const players = new Set(ratedParticipants(match).map(({ participant }) => participant.player));
  const missing = [...players].find((player) => !rated.has(player));
  if (missing !== undefined) throw new RangeError(`it left out player ${missing}`);
  const stranger = [...rated.keys()].find((player) => !players.has(player));
  if (stranger !== undefined) throw new RangeError(`it rated player ${stranger}, who is no rated player of the match`);
}

function checkSums(
  rater: Rater,
  states: ReadonlyMap<PlayerId, unknown>,
  rated: ReadonlyMap<PlayerId, Rated<unknown>>,
  settings: unknown,
): void {
  const values: number[] = [];
  const changes: number[] = [];
  for (const [player, { state, contributions }] of rated) {
    const before = rater.rating(states.get(player), settings);
    const after = rater.rating(state, settings);
    const line = changeLine({ before, after, contributions });
    const deltas = contributions.map(({ delta }) => delta);
    const adjusted = line.delta === null ? [] : adjustmentsTold(rater, line, settings).map(({ points }) => points);
    const change = line.delta;
    if (change === null) {
      if (deltas.every((delta) => delta === null)) continue;
      throw new RangeError(`contributions of player ${player} must have no delta, because a value is null`);
    }
    // What is not finite is refused by itself.
    if (!Number.isFinite(change)) return;
    const terms = [...deltas.map((delta) => delta ?? Number.NaN), ...adjusted];
    const own = [before.value!, after.value!];
    const sum = addUp(terms);
    if (!isNear(sum, change, [...own, ...terms])) {
      const rule = `contributions and adjustments of player ${player} must add up to the change of their value`;
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

/** @param terms what the sum was made of */
function isNear(sum: number, wanted: number, terms: readonly number[]): boolean {
  const tolerance = terms.reduce((total, term) => total + Math.abs(term) * Number.EPSILON, ROUNDING);
  return Math.abs(sum - wanted) <= tolerance;
}

/** What a rater answers is stored, and leaves its process. */
function checkData(what: string, answer: unknown): void {
  let copy: unknown;
  try {
    copy = structuredClone(answer);
  } catch (error) {
    throw new TypeError(`${what} must be plain data: ${(error as Error).message}`);
  }
  if (!isDeepStrictEqual(copy, answer)) throw new TypeError(`${what} must be plain data, without a class`);
}

function checkMemory({ restore }: Rater, state: unknown, settings: unknown): void {
  const width = restore?.memory?.width(settings) ?? 0;
  if (width === 0) return;
  const memory = restore!.memory!.of(state, settings);
  if (memory.length === width && memory.every(Number.isFinite)) return;
  throw new RangeError(`restore.memory must be ${width} finite numbers, but is ${JSON.stringify(memory)}`);
}

/** A rater that cannot explain a change may rate it, if the contributions alone add up. */
function adjustmentsTold(rater: Rater, line: ChangeLine, settings: unknown): readonly Adjustment[] {
  try {
    return adjustmentsOf(rater, line, settings);
  } catch {
    return [];
  }
}
