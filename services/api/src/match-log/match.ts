import { pairwiseResults, type Match as RaterMatch, sideMerits } from '@openladder/rating';
import type { SideStatus } from '../league/status-rules.js';
import type { MatchDetails } from './details.js';

export type MatchStatus = 'RATED' | 'VOID';

/** Names a match within the platform. */
export interface MatchKey {
  readonly leagueId: number;
  readonly sequence: number;
}

/** A place in the total order. */
export interface LogPosition {
  readonly playedAt: Date;
  readonly sequence: number;
}

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

/** The first of some matches (at least one) in the total order. */
export function earliest<Match extends LogPosition>(matches: readonly Match[]): Match {
  return matches.reduce((first, match) => (isBefore(match, first) ? match : first));
}

function isBefore(one: LogPosition, other: LogPosition): boolean {
  return +one.playedAt < +other.playedAt || (+one.playedAt === +other.playedAt && one.sequence < other.sequence);
}

const NEVER = new Date(0);

/**
 * The place of each side as the match is rated: by placement if every side has one, otherwise by score. 1 is best, equal is a tie, and as
 * many sides are ahead of a side as its placement says.
 * @returns one for each side, in the match's order; null if the match has no outcome
 */
export function effectivePlacements(sides: readonly StoredSide[]): readonly number[] | null {
  const merits = sideMerits(toRaterMatch({ playedAt: NEVER, weight: 1, sides }));
  if (!merits) return null;
  const best = [...merits].sort((a, b) => b - a);
  const placements = new Map<number, number>();
  for (const [place, merit] of best.entries()) if (!placements.has(merit)) placements.set(merit, place + 1);
  return merits.map((merit) => placements.get(merit)!);
}

/** Whether a tie of two sides is no draw: neither finished, and neither is rated. */
export function isTieOfUnfinished(one: StoredSide, other: StoredSide): boolean {
  return [one, other].every(
    ({ reported, participants }) =>
      reported !== null && reported.status !== 'FINISHED' && participants.every(({ isGuest }) => isGuest),
  );
}

/** The most contributions that are held in memory together: about 30 MB. */
export const MAX_HELD_CONTRIBUTIONS = 100_000;
/** The most contributions of one match of a submission that are held until all of its matches are answered. */
export const MAX_KEPT_CONTRIBUTIONS = 100;

type Sides = { readonly sides: readonly { readonly participants: readonly unknown[] }[] };

/** How many contributions a match has: the number of opponents of each participant, added up. */
export function contributionsOf({ sides }: Sides): number {
  const participants = sides.reduce((sum, side) => sum + side.participants.length, 0);
  return sides.reduce((sum, side) => sum + side.participants.length * (participants - side.participants.length), 0);
}

/** Splits a list into parts of at most MAX_HELD_CONTRIBUTIONS. An element with more is a part by itself. */
export function splitByContributions<T>(list: readonly T[], count: (element: T) => number): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const element of list) {
    const contributions = count(element);
    if (parts.length === 0 || contributions > room) {
      parts.push([]);
      room = MAX_HELD_CONTRIBUTIONS;
    }
    parts.at(-1)!.push(element);
    room -= contributions;
  }
  return parts;
}

/** The results of two players against each other. */
export interface HeadToHead {
  readonly playerId: number;
  readonly opponentId: number;
  readonly matches: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly lastPlayedAt: Date | null;
}

/** @param meetings matches in which they were on different sides, in the total order */
export function headToHead(playerId: number, opponentId: number, meetings: readonly StoredMatch[]): HeadToHead {
  const results = meetings.map((match) => {
    const sideOf = (id: number) => match.sides.findIndex((side) => side.participants.some((p) => p.playerId === id));
    const [own, other] = [sideOf(playerId), sideOf(opponentId)];
    const result = pairwiseResults(toRaterMatch(match))[own]![other]!;
    return result === 0.5 && isTieOfUnfinished(match.sides[own]!, match.sides[other]!) ? null : result;
  });
  return {
    playerId,
    opponentId,
    matches: results.length,
    wins: results.filter((result) => result === 1).length,
    draws: results.filter((result) => result === 0.5).length,
    losses: results.filter((result) => result === 0).length,
    lastPlayedAt: meetings.at(-1)?.playedAt ?? null,
  };
}
