import type { PlayerId } from '@openladder/rating';

/**
 * The source's rating accuracy RA = sqrt(P1) + ... + sqrt(PN), P being the games against each opponent ("Arimaa
 * performance ratings"). Many opponents tell more than many games.
 * @returns 0 without games
 */
export function ratingAccuracy(games: readonly { readonly opponent: PlayerId }[]): number {
  const counts = new Map<PlayerId, number>();
  for (const { opponent } of games) counts.set(opponent, (counts.get(opponent) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.sqrt(count), 0);
}
