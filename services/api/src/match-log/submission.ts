import type { SideStatus } from '../league/status-rules.js';

/** A match as a bot, a file or a generator reports it, before any check. */
export interface MatchSubmission {
  /** The sender's own name for the match, unique in the league; sending it twice is safe. */
  readonly externalId: string;
  /** Required; an UnreadableTime is refused with its match. */
  readonly playedAt?: Date | null;
  readonly sides: readonly SideSubmission[];
  /** How much the match counts for raters that use it; null or omitted: 1. */
  readonly weight?: number | null;
  /** A JSON object; see `checkDetails`. */
  readonly details?: unknown;
}

export interface SideSubmission {
  /** Null or omitted: FINISHED. */
  readonly status?: SideStatus | null;
  readonly name?: string | null;
  /** What the side is in the game, such as `home`. */
  readonly role?: string | null;
  readonly placement?: number | null;
  readonly score?: number | null;
  readonly participants: readonly ParticipantSubmission[];
}

export interface ParticipantSubmission {
  /** Handle or account of the player. */
  readonly player: string;
  readonly isGuest?: boolean | null;
  readonly score?: number | null;
  readonly minutesPlayed?: number | null;
  readonly scoresAgainst?: readonly ScoreAgainstSubmission[] | null;
  /** For a player whom the match brings in: the name to show. */
  readonly displayName?: string | null;
  /** For a player whom the match brings in, and who is named by an account: the text to make their handle of. */
  readonly proposedHandle?: string | null;
}

export interface ScoreAgainstSubmission {
  /** Handle of the opponent. */
  readonly opponent: string;
  readonly score: number;
}
