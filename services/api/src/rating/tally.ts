import {
  type PlayerId,
  type Match as RaterMatch,
  type RatingChange,
  ratedParticipants,
  verdicts,
} from '@openladder/rating';
import type { JournalLine } from './rating-update.js';

/** What a player's rated matches add up to. */
export interface Tally {
  matchesPlayed: number;
  wins: number;
  draws: number;
  losses: number;
  /** Highest value after a match; null while he has none. */
  peak: number | null;
  /** Milliseconds since 1970; null before the first rated match. */
  lastPlayedAt: number | null;
}

export function emptyTally(): Tally {
  return { matchesPlayed: 0, wins: 0, draws: 0, losses: 0, peak: null, lastPlayedAt: null };
}

const COUNTED = { won: 'wins', drawn: 'draws', lost: 'losses' } as const;

/**
 * The lines of the journal that a rated match makes, in the match's order. They let go of the states: a whole history
 * each for some raters, two for every line.
 */
export function journalLines(match: RaterMatch, changes: readonly RatingChange<unknown>[]): JournalLine[] {
  if (changes.length === 0) return [];
  const verdictOf = verdicts(match);
  const sideOf = new Map(ratedParticipants(match).map(({ participant, side }) => [participant.player, side]));
  return changes.map(({ player, before, after, contributions }) => ({
    player,
    before,
    after,
    contributions,
    verdict: verdictOf[sideOf.get(player)!]!,
  }));
}

/** Counts one match's lines for their players. */
export function countLines(tallies: Map<PlayerId, Tally>, playedAt: number, lines: readonly JournalLine[]): void {
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
