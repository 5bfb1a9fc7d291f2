import type { PlayerId } from '@openladder/rating';
import type { RatedLine } from './journal-line.js';

/** Counts over a player's rated matches. */
export interface Tally {
  matchesPlayed: number;
  wins: number;
  draws: number;
  losses: number;
  /** Highest value after a match; null while they have none. */
  peak: number | null;
  /** Milliseconds since 1970; null before the first rated match. */
  lastPlayedAt: number | null;
}

export function emptyTally(): Tally {
  return { matchesPlayed: 0, wins: 0, draws: 0, losses: 0, peak: null, lastPlayedAt: null };
}

const COUNTED = { won: 'wins', drawn: 'draws', lost: 'losses' } as const;

/** Counts one match's lines for their players. */
export function countLines(tallies: Map<PlayerId, Tally>, playedAt: number, lines: readonly RatedLine[]): void {
  for (const { player, after, verdict } of lines) {
    let tally = tallies.get(player);
    if (!tally) {
      tally = emptyTally();
      tallies.set(player, tally);
    }
    tally.matchesPlayed++;
    tally[COUNTED[verdict]]++;
    tally.lastPlayedAt = playedAt;
    if (after.value !== null && (tally.peak === null || after.value > tally.peak)) tally.peak = after.value;
  }
}
