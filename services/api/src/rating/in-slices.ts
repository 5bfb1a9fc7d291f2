import type { Rater } from '@openladder/rating';
import { askRater, type Work } from '../raters/apart.js';

/** After so many milliseconds, a thread hands over what it has done: work for other leagues gets its turn. */
export const SLICE = 250;
/** States may be long, and those of so many players leave for the thread together. */
export const AT_ONCE = 100;

/** Results for the items from the first on, at least for one, for as long as a slice may take. Runs in the thread of a rater. */
export function inSlice<I, R>(items: readonly I[], resultOf: (item: I, index: number) => R): R[] {
  const end = performance.now() + SLICE;
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(resultOf(item, index));
    if (performance.now() > end) break;
  }
  return results;
}

/**
 * Asks for any number of results by a work that gives them `inSlice`.
 * @throws RaterEnded, RaterAway, or RaterFault if the rater fails
 */
export async function askInSlices<S extends { readonly rater: Rater }, I, R>(
  system: S,
  work: Work<S, readonly [readonly I[]], readonly R[]>,
  items: readonly I[],
): Promise<R[]> {
  const results: R[] = [];
  while (results.length < items.length) {
    results.push(...(await askRater(system, work, items.slice(results.length, results.length + AT_ONCE))));
  }
  return results;
}
