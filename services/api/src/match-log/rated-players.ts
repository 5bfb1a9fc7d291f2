import type { StoredMatch } from './match.js';

/** Ids of the participants whom a rater sees: all but guests. */
export function ratedPlayersOf(sides: StoredMatch['sides']): number[] {
  const players: number[] = [];
  for (const { participants } of sides) {
    for (const { playerId, isGuest } of participants) if (!isGuest) players.push(playerId);
  }
  return players;
}
