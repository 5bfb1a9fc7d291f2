import {
  type PlayerId,
  type Match as RaterMatch,
  type RatingChange,
  ratedParticipants,
  verdicts,
} from '@openladder/rating';

/** What a player's rated matches add up to. */
export interface Tally {
  matchesPlayed: number;
  wins: number;
  draws: number;
  losses: number;
  /** Highest value after a match; null while he was never rated. */
  peak: number | null;
  lastPlayedAt: number;
}

const COUNTED = { won: 'wins', drawn: 'draws', lost: 'losses' } as const;

/** Counts one rated match for each of its rated participants. */
export function countMatch(
  tallies: Map<PlayerId, Tally>,
  match: RaterMatch,
  changes: readonly RatingChange<unknown>[],
): void {
  if (changes.length === 0) return;
  const verdictOf = verdicts(match);
  const sideOf = new Map(ratedParticipants(match).map(({ participant, side }) => [participant.player, side]));
  for (const { player, after } of changes) {
    let tally = tallies.get(player);
    if (!tally) {
      tally = { matchesPlayed: 0, wins: 0, draws: 0, losses: 0, peak: null, lastPlayedAt: match.playedAt };
      tallies.set(player, tally);
    }
    tally.matchesPlayed++;
    tally[COUNTED[verdictOf[sideOf.get(player)!]!]]++;
    tally.lastPlayedAt = match.playedAt;
    if (after.value !== null && (tally.peak === null || after.value > tally.peak)) tally.peak = after.value;
  }
}
