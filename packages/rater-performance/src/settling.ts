import { type BlocksDraft, moveGame, moveSums } from './blocks.js';
import { BEFORE, chunkAt, fieldOf, MEETING, ODDS, type PLACE, RESULT, startOf } from './game-log.js';
import { NOTHING } from './grid.js';
import { addSeen, addSumsTo, noSums } from './local-polynomial.js';
import type { Opponents } from './opponents.js';

/** What the games against an opponent fade by until they are settled: all later games, or later games against the same opponent. */
export type FadeField = typeof PLACE | typeof MEETING;

/** With this many games or more, settled ones take less memory together than one by one. */
const WORTHWHILE = 6;

/** Whether it is time to look which of n games against an opponent can be settled. */
export function isTimeToSettle(n: number): boolean {
  return n % WORTHWHILE === 0;
}

/**
 * Settles games against an opponent whose weights keep their proportions from now on.
 * @param limitOf the end of the games that do, from a position on; at most the position of the newest game
 * @param field what they have faded by
 * @param power decay^m by m
 * @param matchWeight what the game at a position weighs
 * @param blocks in these they move to the block of the newest of them
 * @returns null if it is not worthwhile
 */
export function withSettled(
  { ids, newest, settled, log, spent }: Opponents,
  index: number,
  limitOf: (oldest: number) => number,
  field: FadeField,
  power: Float64Array,
  matchWeight: (position: number) => number,
  blocks: BlocksDraft,
): Opponents | null {
  const old = settled[index] ?? null;
  const settledBefore = old ? old.meeting : 0;
  const n = fieldOf(log, newest[index]!, MEETING);
  const oldest = Math.max(settledBefore, 1);
  // From the newest to the one that stands for the settled games.
  const positions: number[] = [];
  for (let at = newest[index]!; positions.length <= n - oldest; at = fieldOf(log, at, BEFORE)) positions.push(at);
  const limit = limitOf(positions[n - oldest]!);
  const first = positions.findIndex((position) => position < limit);
  const meeting = n - first;
  if (first < 0 || meeting - settledBefore < WORTHWHILE - 1) return null;

  const sums = noSums(blocks.view);
  const last = positions[first]!;
  const whole = matchWeight(last);
  const fadedAt = fieldOf(log, last, field);
  for (let game = first; game < n - settledBefore; game++) {
    const at = positions[game]!;
    const games = chunkAt(log, at);
    const start = startOf(log, at);
    const share = power[fadedAt - games[start + field]!]!;
    addSeen(sums, blocks.view, games[start + ODDS]!, games[start + RESULT]!, share);
    moveGame(blocks, at, last, games[start + ODDS]!, games[start + RESULT]!, share * whole);
  }
  if (old) {
    const at = positions[n - settledBefore]!;
    const share = power[fadedAt - fieldOf(log, at, field)]!;
    addSumsTo(sums, 0, old.sums, share);
    moveSums(blocks, at, last, old.sums, share * whole);
  }
  const after = settled.slice();
  while (after.length < index) after.push(null);
  after[index] = { meeting, sums, grid: old ? old.grid : NOTHING };
  return { ids, newest, settled: after, log, spent: spent + meeting - Math.max(settledBefore, 1) };
}
