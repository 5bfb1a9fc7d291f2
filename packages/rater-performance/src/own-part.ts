import { expectedScore } from '@openladder/rating';
import type { Solved } from './performance.js';
import { SCALE, type Variant } from './settings.js';

/** Changes of fewer points say nothing about how easily the rating moves. */
const SHORT = 0.01;
/** Then it is measured between ratings this many points above and below. */
const BESIDE = 1;

/**
 * The part of a change that comes from the newest game itself. The rest comes from the older games: they lose weight by it, and with
 * their former weights they held the rating where it was. Each of the two pulls with a number of games above expectation at the
 * rating before. They share the change in proportion to their pulls.
 * @param before the rating before the game, in points
 * @param after the same after it
 * @param opponent the opponent's rating
 * @param solved the result of the games with the newest one
 * @returns points
 */
export function ownPart(
  before: number,
  after: number,
  opponent: number,
  result: number,
  { newestWeight, excessAt }: Solved,
  variant: Variant,
): number {
  const change = after - before;
  // Under these variants no game ever loses weight.
  if (variant === 'p1' || variant === 'p2') return change;
  const pull = newestWeight! * (result - expectedScore(before - opponent, SCALE));
  const slope = Math.abs(change) < SHORT ? Number.NaN : excessAt(before) / change;
  const stiffness = slope > 0 ? slope : (excessAt(after - BESIDE) - excessAt(after + BESIDE)) / (2 * BESIDE);
  return stiffness > 0 ? pull / stiffness : change;
}
