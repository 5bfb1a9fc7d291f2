import { type PlayerId, type Rated, type Rater, RaterFault } from '@openladder/rating';
import { isOutOfTime, withinTime } from './within-time.js';

/** How long a rater may take for a match, in milliseconds: thousands of times what any should. */
const PATIENCE = 5000;

/**
 * A third party's rater as the service may use it: it can't change what it is given, and whatever goes wrong in it is a
 * RaterFault, which refuses a match and stops nothing else. One that does not come to an end is stopped, and is not asked
 * again by this process: all else would stand still each time.
 */
export function guarded(rater: Rater, patience = PATIENCE): Rater {
  let isStopped = false;
  const watched = <R>(work: () => R): R => {
    if (isStopped) throw new Error('it was stopped because it did not finish; restart the service');
    try {
      return withinTime(patience, work);
    } catch (error) {
      isStopped = isOutOfTime(error);
      throw error;
    }
  };
  const { key, version, title, summary, source, settings, isZeroSum, breaks, restore } = rater;
  const guard = <A extends unknown[], R>(name: string, work: (...args: A) => R): ((...args: A) => R) => {
    return (...args) => {
      try {
        return watched(() => work.apply(rater, args.map(protectedFromChange) as A));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new RaterFault(`${key} ${version} failed in ${name}: ${reason}`, { cause: error });
      }
    };
  };
  const optional = <A extends unknown[], R>(name: string, work: ((...args: A) => R) | undefined) =>
    work && guard(name, work);

  const rate: Rater['rate'] = (match, states, chosen) => {
    const rated = rater.rate(match, states, chosen);
    checkDisplays(rater, rated, chosen);
    return rated;
  };
  return {
    ...{ key, version, title, summary, source, settings, isZeroSum, breaks },
    checkSettings: optional('checkSettings', rater.checkSettings),
    formats: guard('formats', rater.formats),
    initial: guard('initial', rater.initial),
    rate: guard('rate', rate),
    idle: rater.idle && changingSafely(rater, guard('idle', rater.idle)),
    waited: rater.waited && changingSafely(rater, guard('waited', rater.waited)),
    rating: guard('rating', rater.rating),
    display: optional('display', rater.display),
    predict: guard('predict', rater.predict),
    restore: restore && {
      needs: restore.needs,
      from: guard('restore', (lines, chosen) => restore.from(lines, chosen)),
    },
  };
}

/** Boards are written when a batch is rated: a text that can't be had must refuse its match before. */
function checkDisplays(rater: Rater, rated: ReadonlyMap<PlayerId, Rated<unknown>>, settings: unknown): void {
  for (const { state } of rated.values()) checkDisplay(rater, state, settings);
}

function checkDisplay(rater: Rater, state: unknown, settings: unknown): void {
  if (!rater.display) return;
  const text: unknown = rater.display(state, settings);
  if (typeof text !== 'string' || text.includes('\0')) throw new TypeError('display must be a text without NUL');
}

/** A board must always be available: if the rater fails on time or on an expired wait, neither changes anything. */
function changingSafely(rater: Rater, change: NonNullable<Rater['idle']>): NonNullable<Rater['idle']> {
  return (state, at, settings) => {
    try {
      const later = change(state, at, settings);
      const { value, deviation, score } = rater.rating(later, settings);
      if (![value, deviation, score].every((number) => number === null || Number.isFinite(number))) return state;
      checkDisplay(rater, later, settings);
      return later;
    } catch {
      return state;
    }
  };
}

const frozen = new WeakSet<object>();

/** The value, frozen to its depths, so that a change of it throws; a map is copied, since no map can be frozen. */
function protectedFromChange(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, protectedFromChange(inner)]));
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value;
  frozen.add(value);
  for (const inner of Object.values(value)) protectedFromChange(inner);
  return Object.freeze(value);
}
