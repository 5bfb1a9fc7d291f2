import { setImmediate } from 'node:timers/promises';
import type { PastLine } from './past.repository.js';
import { type PastBoard, packBoard } from './past-board.js';
import type { PastSystem } from './past-system.js';
import { shownRating } from './rating.js';

/** Players per batch; other requests get a turn after each. A batch takes a few milliseconds. */
const AT_A_TIME = 500;

/** The board as of a midnight, from each player's newest line. */
export async function grownBoard(
  { system, stateAfter, waitsSince }: PastSystem,
  lastLines: readonly (PastLine & { readonly isCut: boolean })[],
): Promise<PastBoard> {
  const waits = await waitsSince(lastLines);
  const board: { playerId: number; score: number; isProvisional: boolean }[] = [];
  for (const line of lastLines) {
    const { score, isProvisional } = shownRating(system, stateAfter([line]), waits.get(line.playerId));
    const isLast = isProvisional || line.isCut;
    board.push({ playerId: line.playerId, score: score ?? Number.NEGATIVE_INFINITY, isProvisional: isLast });
    if (board.length % AT_A_TIME === 0) await setImmediate();
  }
  board.sort(
    (a, b) =>
      Number(a.isProvisional) - Number(b.isProvisional) ||
      (a.score === b.score ? a.playerId - b.playerId : b.score - a.score),
  );
  return packBoard(
    board.map(({ playerId }) => playerId),
    board.map(({ score }) => score),
    board.filter(({ isProvisional }) => !isProvisional).length,
  );
}
