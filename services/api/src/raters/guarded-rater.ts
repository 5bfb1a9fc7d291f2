import { Script } from 'node:vm';
import {
  displayProblem,
  type PackedMatches,
  type PlayerId,
  type Rated,
  type Rater,
  RaterFault,
  ratingProblem,
} from '@openladder/rating';
import { textOf } from '../kit/child/in-child.js';
import {
  answering,
  checkAdjustments,
  checkChances,
  checkExplanation,
  checkFormats,
  describeValue,
} from './checked-rater.js';

const SLOT = Symbol.for('openladder.within-time');
/** Node can stop a script that runs too long, with everything that it calls, but not a function. */
const CALL = new Script(`globalThis[Symbol.for('openladder.within-time')]()`);

/**
 * Does some work, and stops it if it takes too long. This costs a tenth of a millisecond.
 * @param milliseconds the longest that it may take
 * @throws Error with the code ERR_SCRIPT_EXECUTION_TIMEOUT if it is stopped; otherwise, any error of the work
 */
export function withTimeout<T>(milliseconds: number, work: () => T): T {
  const slots = globalThis as { [SLOT]?: () => unknown };
  const outer = slots[SLOT];
  slots[SLOT] = work;
  try {
    return CALL.runInThisContext({ timeout: milliseconds }) as T;
  } finally {
    slots[SLOT] = outer;
  }
}

export function isOutOfTime(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** How long a rater may take for a match, in milliseconds: thousands of times as long as any should. */
const TIMEOUT = 5000;
/** The problem of a rater that took longer. */
export const OUT_OF_TIME = `took longer than ${TIMEOUT / 1000} s`;
/** Additional milliseconds for each match of a batch. */
const TIMEOUT_PER_MATCH = 10;
/** The largest integer of GraphQL. */
const MAX_MATCHES = 2 ** 31 - 1;

/**
 * A third party's rater, made safe for the process that it runs in. It cannot change its arguments, and any error in it is a
 * RaterFault, which refuses a match and stops nothing else. A call that does not end is stopped.
 * @param tell called with the place of an error in the author's files
 */
export function guarded(rater: Rater, timeout = TIMEOUT, tell: (text: string) => void = () => undefined): Rater {
  const watched = <R>(work: () => R, most = timeout): R => withTimeout(most, work);
  const { key, version, restore } = rater;
  const blamed = <R>(name: string, work: () => R): R => {
    try {
      return work();
    } catch (error) {
      const reason = isOutOfTime(error) ? `it took longer than ${timeout / 1000} s` : textOf(error);
      const message = `${key} ${version} failed in ${name}: ${reason}`;
      tell(`${message}${placesIn(error)}`);
      throw new RaterFault(message, { cause: error });
    }
  };
  const guard = <A extends unknown[], R>(name: string, work: (...args: A) => R): ((...args: A) => R) => {
    return (...args) => blamed(name, () => watched(() => work.apply(rater, args.map(protectedFromChange) as A)));
  };
  const optional = <A extends unknown[], R>(name: string, work: ((...args: A) => R) | undefined) =>
    work && guard(name, work);

  const rate: Rater['rate'] = (match, states, chosen) => {
    const rated = rater.rate(match, states, chosen);
    if (!(rated instanceof Map)) throw new TypeError(`rate must return a Map, but returned ${describeValue(rated)}`);
    checkDisplays(rater, rated, chosen);
    return rated;
  };
  const predict = guard('predict', answering(rater.predict, checkChances));
  // Columns cannot be frozen, and the results of batches are not trusted: `verify` rates match by match.
  const batch: Rater['batch'] = rater.batch && {
    width: rater.batch.width,
    hasDeviation: rater.batch.hasDeviation,
    pack: (state, numbers, at) => blamed('batch.pack', () => rater.batch!.pack(state, numbers, at)),
    unpack: (numbers, at) => blamed('batch.unpack', () => rater.batch!.unpack(numbers, at)),
    rate: (matches, states, chosen, lines) =>
      blamed('batch.rate', () => {
        const most = timeout + TIMEOUT_PER_MATCH * matches.length;
        watched(() => rater.batch!.rate(matches, states, protectedFromChange(chosen), lines), most);
        checkDisplaysOfBatch(rater, matches, states, chosen);
      }),
  };
  return {
    ...factsOf(rater),
    checkSettings: optional('checkSettings', rater.checkSettings),
    formats: guard('formats', answering(rater.formats, checkFormats)),
    matchesForRank: rater.matchesForRank && atLeastOne(guard('matchesForRank', rater.matchesForRank)),
    initial: guard('initial', rater.initial),
    rate: guard('rate', rate),
    batch,
    idle: rater.idle && changingSafely(rater, guard('idle', rater.idle)),
    waited: rater.waited && changingSafely(rater, guard('waited', rater.waited)),
    rating: guard('rating', rater.rating),
    display: optional('display', rater.display),
    adjustments: rater.adjustments && guard('adjustments', answering(rater.adjustments, checkAdjustments)),
    explain: rater.explain && guard('explain', answering(rater.explain, checkExplanation)),
    // Copies are frozen, because comparisons of rating systems use the same lists for all matches.
    predict: (sides, ...rest) =>
      predict(
        sides.map((side) => [...side]),
        ...rest,
      ),
    restore: restore && {
      needs: restore.needs,
      readsContributions: restore.readsContributions,
      memory: restore.memory && {
        width: guard('restore.memory.width', (chosen) => restore.memory!.width(chosen)),
        of: guard('restore.memory.of', (state, chosen) => restore.memory!.of(state, chosen)),
      },
      from: guard('restore', (lines, chosen) => restore.from(lines, chosen)),
    },
  };
}

/** The facts about a rater that need no call. */
export function factsOf(rater: Rater) {
  const { key, version, title, summary, source, settings, presets, isZeroSum, usesWeight, breaks } = rater;
  return { key, version, title, summary, source, settings, presets, isZeroSum, usesWeight, breaks };
}

/** Lines of a stack that lead to the place of an error. */
const FRAMES = 4;

/** Where an error was thrown: lines of its stack. */
function placesIn(error: unknown): string {
  const stack = error instanceof Error && !isOutOfTime(error) ? (error.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, FRAMES)
    .map((frame) => `\n${frame}`)
    .join('');
}

/** Boards are written when a batch is rated: if a text cannot be made, its match must be refused first. */
function checkDisplays(rater: Rater, rated: ReadonlyMap<PlayerId, Rated<unknown>>, settings: unknown): void {
  for (const { state } of rated.values()) checkDisplay(rater, state, settings);
}

/** Checks the states after a batch. */
function checkDisplaysOfBatch(rater: Rater, matches: PackedMatches, states: Float64Array, settings: unknown): void {
  if (!rater.display) return;
  const batch = rater.batch!;
  for (const player of new Set(matches.player.subarray(0, matches.firstParticipant[matches.length]))) {
    checkDisplay(rater, batch.unpack(states, batch.width * player), settings);
  }
}

function checkDisplay(rater: Rater, state: unknown, settings: unknown): void {
  if (!rater.display) return;
  const problem = displayProblem(rater.display(state, settings));
  if (problem) throw new TypeError(problem);
}

/** A board must always be available: if the rater fails on elapsed time or on an expired wait, the state does not change. */
function changingSafely(rater: Rater, change: NonNullable<Rater['idle']>): NonNullable<Rater['idle']> {
  return (state, at, settings) => {
    try {
      const later = change(state, at, settings);
      if (ratingProblem(rater.rating(later, settings)) !== undefined) return state;
      checkDisplay(rater, later, settings);
      return later;
    } catch {
      return state;
    }
  };
}

/** Leagues must always be readable: if the rater returns no number of matches, it is 1. */
function atLeastOne(matchesForRank: NonNullable<Rater['matchesForRank']>): NonNullable<Rater['matchesForRank']> {
  return (settings) => {
    try {
      const matches: unknown = matchesForRank(settings);
      return Number.isInteger(matches) && (matches as number) >= 1 && (matches as number) <= MAX_MATCHES
        ? (matches as number)
        : 1;
    } catch {
      return 1;
    }
  };
}

const frozen = new WeakSet<object>();

/** The value, deeply frozen, so that changing it throws. A map is copied, because maps cannot be frozen. */
function protectedFromChange(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, protectedFromChange(inner)]));
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value;
  frozen.add(value);
  for (const inner of Object.values(value)) protectedFromChange(inner);
  return Object.freeze(value);
}
