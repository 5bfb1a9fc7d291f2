import { draw, duel } from '@openladder/client';

/**
 * Reads "g-1 2026-11-20T12:00:00Z ann ben": your own id for the match, when it was played, who won, who lost; with "draw" at the end
 * nobody won. Sent again with the same id, it counts once.
 * @returns undefined if the line is no result
 */
export function matchOf(line) {
  const [externalId, playedAt, one, other, end, ...more] = line.trim().split(/\s+/);
  const isTime = !Number.isNaN(Date.parse(playedAt));
  if (!other || !isTime || more.length > 0 || (end !== undefined && end !== 'draw')) return undefined;
  return { externalId, playedAt, sides: end === 'draw' ? draw(one, other) : duel(one, other) };
}
