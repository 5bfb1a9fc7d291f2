import type { PastLine, PastPlace } from './past.repository.js';
import type { PastSystem } from './past-system.js';
import { shownRating } from './shown.js';

/** The board that a nightly run had refreshed, from everybody's newest line. */
export async function grownBoard(
  { system, stateAfter, waitsSince }: PastSystem,
  lastLines: readonly PastLine[],
  includeProvisional: boolean,
): Promise<PastPlace[]> {
  const waits = await waitsSince(lastLines);
  const shown = lastLines.map((line) => {
    const { score, isProvisional } = shownRating(system, stateAfter([line]), waits.get(line.playerId));
    return { playerId: line.playerId, score: score ?? Number.NEGATIVE_INFINITY, isProvisional };
  });
  const board = shown.filter(({ isProvisional }) => includeProvisional || !isProvisional);
  board.sort(
    (a, b) =>
      Number(a.isProvisional) - Number(b.isProvisional) ||
      (a.score === b.score ? a.playerId - b.playerId : b.score - a.score),
  );
  let rank = 0;
  return board.map((entry, index) => {
    if (index === 0 || entry.score !== board[index - 1]!.score) rank = index + 1;
    return { ...entry, place: index + 1, rank: entry.isProvisional ? null : rank };
  });
}
