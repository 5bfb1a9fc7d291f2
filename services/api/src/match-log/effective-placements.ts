import { sideMerits } from '@openladder/rating';
import { type StoredSide, toRaterMatch } from './match.js';

const NEVER = new Date(0);

/**
 * The place of each side as the match is rated: by placement if every side has one, otherwise by score. 1 is best, equal is a tie, and as
 * many sides are ahead of a side as its placement says.
 * @returns one for each side, in the match's order; null if the match has no outcome
 */
export function effectivePlacements(sides: readonly StoredSide[]): readonly number[] | null {
  const merits = sideMerits(toRaterMatch({ playedAt: NEVER, weight: 1, sides }));
  if (!merits) return null;
  const best = [...merits].sort((a, b) => b - a);
  const placements = new Map<number, number>();
  for (const [place, merit] of best.entries()) if (!placements.has(merit)) placements.set(merit, place + 1);
  return merits.map((merit) => placements.get(merit)!);
}
