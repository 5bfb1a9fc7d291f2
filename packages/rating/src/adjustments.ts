import type { Adjustment, ChangeLine, Rater } from './rater.js';

/** The part of a rating change that a journal stores. */
export function changeLine({ before, after, contributions }: Omit<ChangeLine, 'delta'>): ChangeLine {
  const delta = before.value === null || after.value === null ? null : after.value - before.value;
  return { before, after, delta, contributions };
}

/**
 * Rounding that a sum may have in addition to the last bits of its terms, in points. `openladder verify` allows for the same, so
 * it never reports an adjustment that is omitted here.
 */
const ROUNDING = 1e-9;

/**
 * The adjustment of a rater with only one reason for adjustments: the change minus the contributions.
 * @returns none if only rounding is left, or there are no contributions
 */
export function remainder(
  { before, after, delta, contributions }: ChangeLine,
  reason: string,
): readonly [] | readonly [Adjustment] {
  if (delta === null || contributions.length === 0) return [];
  let points = delta;
  let size = Math.abs(before.value ?? 0) + Math.abs(after.value ?? 0);
  for (const contribution of contributions) {
    if (contribution.delta === null) return [];
    points -= contribution.delta;
    size += Math.abs(contribution.delta);
  }
  return Math.abs(points) <= ROUNDING + Number.EPSILON * size ? [] : [{ reason, points }];
}

/** The adjustments of a change: the rater's own, or none. */
export function adjustmentsOf<Settings, State>(
  rater: Pick<Rater<Settings, State>, 'adjustments'>,
  line: ChangeLine,
  settings: Settings,
): readonly Adjustment[] {
  return rater.adjustments?.(line, settings) ?? [];
}
