import type { Match as RaterMatch } from '@openladder/rating';
import type { SideStatus } from '../league/status-rules.js';
import type { MatchDetails } from './details.js';

export type MatchStatus = 'RATED' | 'VOID';

/** One contest in a league's log. */
export interface StoredMatch {
  readonly leagueId: number;
  /** Order of arrival within the league, from 1 without a gap. Together with playedAt it makes the total order. */
  readonly sequence: number;
  readonly externalId: string;
  readonly playedAt: Date;
  readonly status: MatchStatus;
  /** Goes up with every correction, from 1. */
  readonly version: number;
  readonly sides: readonly StoredSide[];
  readonly submittedAt: Date;
  /** Id of the token; null for a match imported on the command line. */
  readonly submittedBy: number | null;
  /** How much it counts for raters that use it: greater than 0, and 1 for most. */
  readonly weight: number;
  /** Shown, never rated. */
  readonly details: MatchDetails | null;
}

/** A side as it is rated; see `asRated`. */
export interface StoredSide {
  readonly name: string | null;
  /** What the side is in the game, such as `home`; missing in audit entries from before there were roles. */
  readonly role?: string | null;
  readonly placement: number | null;
  readonly score: number | null;
  readonly participants: readonly StoredParticipant[];
  /** Null if all sides of the match finished. */
  readonly reported: ReportedSide | null;
}

/** A side as reported, if some side of its match did not finish; its players as submitted. */
export interface ReportedSide {
  readonly status: SideStatus;
  readonly placement: number | null;
  readonly score: number | null;
  readonly participants: readonly Pick<StoredParticipant, 'playerId' | 'isGuest' | 'score' | 'scoresAgainst'>[];
}

export interface StoredParticipant {
  readonly playerId: number;
  readonly isGuest: boolean;
  readonly score: number | null;
  readonly minutesPlayed: number | null;
  readonly scoresAgainst: readonly ScoreAgainst[];
}

export interface ScoreAgainst {
  readonly opponentId: number;
  readonly score: number;
}

/** A match for raters, without its place in the log. */
export function toRaterMatch(match: Pick<StoredMatch, 'playedAt' | 'sides' | 'weight'>): RaterMatch {
  return {
    playedAt: match.playedAt.getTime(),
    weight: match.weight,
    sides: match.sides.map((side) => ({
      placement: side.placement ?? undefined,
      score: side.score ?? undefined,
      role: side.role ?? undefined,
      participants: side.participants.map((participant) => ({
        player: participant.playerId,
        isGuest: participant.isGuest,
        score: participant.score ?? undefined,
        minutesPlayed: participant.minutesPlayed ?? undefined,
        scoresAgainst: participant.scoresAgainst.map(({ opponentId, score }) => ({ opponent: opponentId, score })),
      })),
    })),
  };
}

/** Ids of the participants whom a rater sees: all but guests. */
export function ratedPlayersOf(sides: StoredMatch['sides']): number[] {
  const players: number[] = [];
  for (const { participants } of sides) {
    for (const { playerId, isGuest } of participants) if (!isGuest) players.push(playerId);
  }
  return players;
}
