import type { PlayerId } from '@openladder/rating';

/**
 * The rating accuracy of the source, RA = sqrt(P1) + ... + sqrt(PN), where P is the number of games against each opponent ("Arimaa
 * performance ratings"). Many opponents tell more than many games.
 * @returns 0 without games
 */
export function ratingAccuracy(games: readonly { readonly opponent: PlayerId }[]): number {
  const counts = new Map<PlayerId, number>();
  for (const { opponent } of games) counts.set(opponent, (counts.get(opponent) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.sqrt(count), 0);
}
