import { pairwiseResults } from '@openladder/rating';
import { type StoredMatch, toRaterMatch } from './match.js';

/** The results of two players against each other. */
export interface HeadToHead {
  readonly playerId: number;
  readonly opponentId: number;
  readonly matches: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly lastPlayedAt: Date | null;
}

/** @param meetings matches in which they were on different sides, in the total order */
export function headToHead(playerId: number, opponentId: number, meetings: readonly StoredMatch[]): HeadToHead {
  const results = meetings.map((match) => {
    const sideOf = (id: number) => match.sides.findIndex((side) => side.participants.some((p) => p.playerId === id));
    return pairwiseResults(toRaterMatch(match))[sideOf(playerId)]![sideOf(opponentId)]!;
  });
  return {
    playerId,
    opponentId,
    matches: results.length,
    wins: results.filter((result) => result === 1).length,
    draws: results.filter((result) => result === 0.5).length,
    losses: results.filter((result) => result === 0).length,
    lastPlayedAt: meetings.at(-1)?.playedAt ?? null,
  };
}
