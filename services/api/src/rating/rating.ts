import type { Contribution, PlayerId } from '@openladder/rating';
import type { StoredMatch } from '../match-log/match.js';
import type { Player } from '../player/player.js';
import type { PastLines } from './past-lines.js';

/** A player's current rating in a league. */
export interface Rating {
  readonly leagueId: number;
  readonly playerId: number;
  /** Points; null for a player who is not rated yet. */
  readonly value: number | null;
  readonly deviation: number | null;
  /** The value that the board is sorted by; null sorts last. */
  readonly score: number | null;
  readonly isProvisional: boolean;
  readonly display: string;
  readonly matchesPlayed: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly peak: number | null;
  readonly lastPlayedAt: Date | null;
  /** Place on the board, where the reader counted it. */
  readonly rank?: number | null;
  /** How many players have a rank on that board, where the reader counted them. */
  readonly rankedPlayers?: number;
  /** The lines that a past rating was read from; left out of a current one. */
  readonly lines?: PastLines;
  /** Set if the reader joined the player. */
  readonly player?: Player;
}

/** One line of the journal. */
export interface JournalChange {
  readonly leagueId: number;
  readonly playerId: number;
  readonly playedAt: Date;
  readonly sequence: number;
  readonly revision: number;
  /** As of the time of the match if the reader adjusted it, otherwise as it was after the player's previous match. */
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  /** The sum of the contributions; null if the value before or after is. */
  readonly delta: number | null;
  readonly contributions: readonly ExplainedContribution[];
  /** Expected scores against all opponents, added up. */
  readonly expectedScore: number;
  /** Scores against all opponents, added up. */
  readonly actualScore: number;
  /** Set if the journal does not store the contributions: `addLeftOut` derives them and both sums. */
  readonly isLeftOut?: true;
  /** Set if the reader joined the match; without its sides. */
  readonly match?: MatchHead;
}

/** A match without who played it. */
export type MatchHead = Omit<StoredMatch, 'sides'>;

/** An opponent's part, with the opponent if the reader joined them. */
export type ExplainedContribution = Omit<Contribution, 'opponent'> & { readonly opponent: Player | PlayerId };

export interface RatingSnapshot {
  readonly value: number | null;
  readonly deviation: number | null;
}

/** A place on a board. */
export interface Standing {
  /** From 1, shared by players of equal score; null for provisional players. */
  readonly rank: number | null;
  readonly rating: Rating;
  /** Set if the reader joined the player. */
  readonly player?: Player;
}
