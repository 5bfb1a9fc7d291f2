import type { Contribution } from '@openladder/rating';

/** A player's current rating in a league. */
export interface Rating {
  readonly leagueId: number;
  readonly playerId: number;
  /** Points; null for a player who is not rated yet. */
  readonly value: number | null;
  readonly deviation: number | null;
  /** What the board is sorted by; null sorts last. */
  readonly score: number | null;
  readonly isProvisional: boolean;
  readonly display: string;
  readonly matchesPlayed: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly peak: number | null;
  readonly lastPlayedAt: Date | null;
}

/** One line of the journal. */
export interface RatingChange {
  readonly leagueId: number;
  readonly playerId: number;
  readonly playedAt: Date;
  readonly sequence: number;
  readonly revision: number;
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  readonly contributions: readonly Contribution[];
}

export interface RatingSnapshot {
  readonly value: number | null;
  readonly deviation: number | null;
}

/** A place on a board. */
export interface Standing {
  /** From 1, shared by players of equal score; null for provisional players. */
  readonly rank: number | null;
  readonly rating: Rating;
}
