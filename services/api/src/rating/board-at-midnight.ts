import { setImmediate } from 'node:timers/promises';
import type { PastLine } from './past.repository.js';
import { type PastBoard, packBoard } from './past-board.js';
import type { PastSystem } from './past-system.js';

/** Players per batch; other requests get a turn after each. A batch takes a few milliseconds. */
const AT_A_TIME = 500;

/** The board as of a midnight, from each player's newest line. */
export async function grownBoard(
  { show, waitsSince }: PastSystem,
  lastLines: readonly (PastLine & { readonly isCut: boolean })[],
): Promise<PastBoard> {
  const waits = await waitsSince(lastLines);
  const board: { playerId: number; score: number; isProvisional: boolean }[] = [];
  for (let from = 0; from < lastLines.length; from += AT_A_TIME) {
    const part = lastLines.slice(from, from + AT_A_TIME);
    const shown = await show(part.map((line) => ({ lines: [line], waits: waits.get(line.playerId) })));
    for (const [index, { playerId, isCut }] of part.entries()) {
      const { score, isProvisional } = shown[index]!;
      board.push({ playerId, score: score ?? Number.NEGATIVE_INFINITY, isProvisional: isProvisional || isCut });
    }
    await setImmediate();
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
