import { type BlocksDraft, moveGame, moveSums } from './blocks.js';
import { BEFORE, fieldOf, MEETING, ODDS, type PLACE, RESULT } from './game-log.js';
import type { Opponents } from './opponents.js';
import { NOTHING } from './spread.js';
import { addGameTo, noSums, SUMS } from './window.js';

/** What the games against an opponent fade by until they are settled: all later games, or later ones against him. */
export type Pace = typeof PLACE | typeof MEETING;

/** Games are settled when there are so many that they take more memory one by one. */
const WORTHWHILE = 6;

/** Whether it is time to see which of n games against an opponent can be settled. */
export function isTimeToSettle(n: number): boolean {
  return n % WORTHWHILE === 0;
}

/**
 * Settles games against an opponent whose weights keep their proportions from now on.
 * @param limitOf the position before which they do, all from a position on; at most that of the newest game
 * @param pace what they have faded by
 * @param power decay^m by m
 * @param weightOf what the game at a position weighs
 * @param blocks where they are moved to the block of the newest of them
 * @returns null where that is not worthwhile
 */
export function withSettled(
  { ids, newest, settled, log, spent }: Opponents,
  index: number,
  limitOf: (oldest: number) => number,
  pace: Pace,
  power: Float64Array,
  weightOf: (position: number) => number,
  blocks: BlocksDraft,
): Opponents | null {
  const old = settled[index] ?? null;
  const settledBefore = old ? old.meeting : 0;
  let oldest = newest[index]!;
  while (fieldOf(log, oldest, MEETING) > Math.max(settledBefore, 1)) oldest = fieldOf(log, oldest, BEFORE);
  const limit = limitOf(oldest);
  let last = newest[index]!;
  while (last >= limit) last = fieldOf(log, last, BEFORE);
  const meeting = fieldOf(log, last, MEETING);
  if (meeting - settledBefore < WORTHWHILE - 1) return null;

  const sums = noSums();
  const whole = weightOf(last);
  let at = last;
  for (; at >= 0 && fieldOf(log, at, MEETING) > settledBefore; at = fieldOf(log, at, BEFORE)) {
    const share = power[fieldOf(log, last, pace) - fieldOf(log, at, pace)]!;
    const odds = fieldOf(log, at, ODDS);
    const result = fieldOf(log, at, RESULT);
    addGameTo(sums, 0, blocks.window, odds, result, share);
    moveGame(blocks, at, last, odds, result, share * whole);
  }
  if (old) {
    const share = power[fieldOf(log, last, pace) - fieldOf(log, at, pace)]!;
    for (let sum = 0; sum < SUMS; sum++) sums[sum]! += share * old.sums[sum]!;
    moveSums(blocks, at, last, old.sums, share * whole);
  }
  const after = settled.slice();
  while (after.length < index) after.push(null);
  after[index] = { meeting, sums, spread: old ? old.spread : NOTHING };
  return { ids, newest, settled: after, log, spent: spent + meeting - Math.max(settledBefore, 1) };
}
