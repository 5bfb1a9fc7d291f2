import type { Match as RaterMatch } from '@openladder/rating';
import type { SideStatus } from '../league/status-rules.js';
import type { MatchDetails } from './details.js';

export type MatchStatus = 'RATED' | 'VOID';

/** One contest in a league's log. */
export interface StoredMatch {
  readonly leagueId: number;
  /** Order of arrival within the league, from 1 without a gap. With playedAt it makes the total order. */
  readonly sequence: number;
  readonly externalId: string;
  readonly playedAt: Date;
  readonly status: MatchStatus;
  /** Goes up with every correction, from 1. */
  readonly version: number;
  readonly sides: readonly StoredSide[];
  readonly submittedAt: Date;
  /** Id of the token; null for a match that the command line imported. */
  readonly submittedBy: number | null;
  /** Shown, never rated. */
  readonly details: MatchDetails | null;
}

/** A side as it is rated; see `asRated`. */
export interface StoredSide {
  readonly name: string | null;
  readonly placement: number | null;
  readonly score: number | null;
  readonly participants: readonly StoredParticipant[];
  /** Null where all sides of the match finished. */
  readonly reported: ReportedSide | null;
}

/** A side as it was reported, where some side of its match did not finish; its players as they were submitted. */
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
export function toRaterMatch(match: Pick<StoredMatch, 'playedAt' | 'sides'>): RaterMatch {
  return {
    playedAt: match.playedAt.getTime(),
    sides: match.sides.map((side) => ({
      placement: side.placement ?? undefined,
      score: side.score ?? undefined,
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
