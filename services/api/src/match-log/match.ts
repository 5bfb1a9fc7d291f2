import { type Ending, type Json, pairwiseResults, type Match as RaterMatch, sideMerits } from '@openladder/rating';
import { type Refusal, refuse, shown } from '../kit/refusal.js';
import { nobodyFinishedRule, type SideStatus, type StatusRule, type StatusRules } from '../league/status-rules.js';

export type MatchStatus = 'RATED' | 'VOID';

/** Identifies a match on the platform. */
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
  /** The role of the side in the game, such as `home`; missing in audit entries from before roles existed. */
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

/** Ids of the participants who are passed to raters: all but guests. */
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
 * The place of each side as the match is rated: by placement if every side has one, otherwise by score. 1 is best, equal is a tie, and
 * the place is one more than the number of sides ahead.
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

const isUnrated = ({ participants }: StoredSide) => participants.every(({ isGuest }) => isGuest);

/** Whether a side took part. A side that did not start took no part, unless it is rated all the same. */
export function tookPart(side: StoredSide): boolean {
  return statusOf(side) !== 'DID_NOT_START' || !isUnrated(side);
}

/**
 * The result of a side against another one: above 0 for a win, 0 for a draw. Null if one took no part, or if they tie, and neither
 * finished and neither is rated.
 * @param lead above 0 if it is ahead
 */
export function resultBetween(one: StoredSide, other: StoredSide, lead: number): number | null {
  const sides = [one, other];
  const isVain = lead === 0 && sides.every((side) => isUnrated(side) && statusOf(side) !== 'FINISHED');
  return isVain || !sides.every(tookPart) ? null : lead;
}

/** The most contributions in memory at once: about 30 MB. */
export const MAX_HELD_CONTRIBUTIONS = 100_000;
/** The most contributions of one submitted match that are in memory until the whole submission is answered. */
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
    const lead = pairwiseResults(toRaterMatch(match))[own]![other]! - 0.5;
    return resultBetween(match.sides[own]!, match.sides[other]!, lead);
  });
  return {
    playerId,
    opponentId,
    matches: results.length,
    wins: results.filter((result) => result !== null && result > 0).length,
    draws: results.filter((result) => result === 0).length,
    losses: results.filter((result) => result !== null && result < 0).length,
    lastPlayedAt: meetings.at(-1)?.playedAt ?? null,
  };
}

/** Other facts about a match, such as its map or a link to its replay: a JSON object that no rater reads. */
export type MatchDetails = { readonly [key: string]: Json };

/** Bytes of JSON in UTF-8. */
const MAX_BYTES = 2_048;
/** The object itself is level 1. */
const MAX_DEPTH = 4;
/** PostgreSQL cannot store these characters in JSON. */
const UNSTORABLE = /\0|\p{Cs}/u;

type Path = readonly (string | number)[];

/**
 * Checks the details of a match.
 * @returns them as plain JSON, or null if there are none, or the first rule that they break
 */
export function checkDetails(value: unknown, path: Path): MatchDetails | null | Refusal {
  if (value == null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    return refuse('DETAILS_OBJECT', path, { value: shown(value) });
  }
  const problem = problemIn(value, path, 1);
  if (problem) return problem;
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    return refuse('DETAILS_BYTES', path, { max: MAX_BYTES, length: bytes });
  }
  return JSON.parse(text) as MatchDetails;
}

/** @param depth the level of `value`, if it has parts */
function problemIn(value: unknown, path: Path, depth: number): Refusal | undefined {
  if (typeof value === 'string') return textProblem(value, path);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return refuse('DETAILS_FINITE', path, { value });
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return refuse('DETAILS_DEPTH', path, { max: MAX_DEPTH, value: shown(value) });
  for (const [key, part] of Object.entries(value)) {
    const problem = textProblem(key, path) ?? problemIn(part, [...path, key], depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

function textProblem(text: string, path: Path): Refusal | undefined {
  if (!UNSTORABLE.test(text)) return undefined;
  return refuse('DETAILS_TEXT', path, { value: shown(text) });
}

/** Equal for equal details, whatever the order of their keys. Objects become lists, because a key may be `__proto__`. */
export function canonicalDetails(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(canonicalDetails);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return { entries: entries.map(([key, part]) => [key, canonicalDetails(part)]) };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * The sides of a match as they are rated. If all sides finished, they are rated as reported. Otherwise, sides of the rule LAST share the
 * last place; sides of the rule UNRATED come after all others, and their participants are guests. If a side is LAST, placements decide for
 * every rater, and points are ignored. AS_PLACED is LAST for a side without a result. If no side is AS_PLACED, the sides that would share
 * the last place follow the rule for matches that nobody finished, because no side is ahead of them.
 * @param sides as reported
 */
export function asRated(
  sides: readonly Omit<StoredSide, 'reported'>[],
  statuses: readonly SideStatus[],
  rules: StatusRules,
): StoredSide[] {
  if (statuses.every((status) => status === 'FINISHED')) return sides.map((side) => ({ ...side, reported: null }));
  const merits = meritsOf(sides);
  const byMerit = (rule: StatusRule, side: number) => (rule === 'AS_PLACED' && merits[side] === null ? 'LAST' : rule);
  let treatments = statuses.map((status, side) => byMerit(status === 'FINISHED' ? 'AS_PLACED' : rules[status], side));
  if (!treatments.includes('AS_PLACED')) {
    const rule = nobodyFinishedRule(rules);
    treatments = treatments.map((treatment, side) => (treatment === 'LAST' ? byMerit(rule, side) : treatment));
  }
  const isAsPlaced = treatments.every((treatment) => treatment === 'AS_PLACED');
  const hasLast = treatments.includes('LAST');
  const placed = merits.filter((_, side) => treatments[side] === 'AS_PLACED') as number[];
  return sides.map((side, index) => {
    const reported = reportedSide(side, statuses[index]!);
    if (isAsPlaced) return { ...side, reported };
    const isPlaced = treatments[index] === 'AS_PLACED';
    const ahead = isPlaced ? placed.filter((merit) => merit > merits[index]!).length : placed.length;
    return {
      name: side.name,
      role: side.role,
      placement: ahead + 1,
      score: hasLast ? null : side.score,
      participants: side.participants.map((participant) => ({
        ...participant,
        isGuest: participant.isGuest || treatments[index] === 'UNRATED',
        ...(hasLast && { score: null, scoresAgainst: [] }),
      })),
      reported,
    };
  });
}

/** How well each side did, greater is better: by placement if a side has one, otherwise by score; null if it has neither. */
function meritsOf(sides: readonly Omit<StoredSide, 'reported'>[]): readonly (number | null)[] {
  const isPlaced = sides.some(({ placement }) => placement !== null);
  return sides.map(({ placement, score, participants }) => {
    if (isPlaced) return placement === null ? null : -placement;
    if (score !== null) return score;
    const scores = participants.map((participant) => participant.score);
    return scores.some((own) => own === null) ? null : scores.reduce((sum: number, own) => sum + own!, 0);
  });
}

function reportedSide(
  { placement, score, participants }: Omit<StoredSide, 'reported'>,
  status: SideStatus,
): ReportedSide {
  return {
    status,
    placement,
    score,
    participants: participants.map(({ playerId, isGuest, score, scoresAgainst }) => ({
      ...{ playerId, isGuest, score, scoresAgainst },
    })),
  };
}

/** The sides of a match as reported; the same objects if all finished. */
export function asReported<Side extends StoredSide>(sides: readonly Side[]): readonly Side[] {
  if (!sides[0]?.reported) return sides;
  // Opponents are named as submitted; merged ones may count as others by now.
  const people = new Map(
    sides.flatMap((side) =>
      side.participants.map(({ playerId }, n) => [side.reported!.participants[n]!.playerId, playerId] as const),
    ),
  );
  return sides.map((side) => ({
    ...side,
    placement: side.reported!.placement,
    score: side.reported!.score,
    participants: side.participants.map((participant, n) => {
      const { isGuest, score, scoresAgainst } = side.reported!.participants[n]!;
      const against = scoresAgainst.map(({ opponentId, score }) => ({ opponentId: people.get(opponentId)!, score }));
      return { ...participant, isGuest, score, scoresAgainst: against };
    }),
  }));
}

/** How the match ended for a side. */
export function statusOf({ reported }: Pick<StoredSide, 'reported'>): SideStatus {
  return reported?.status ?? 'FINISHED';
}

/** How a match ended for the side of a player. */
export function sideStatusOf({ sides }: Pick<StoredMatch, 'sides'>, playerId: number): SideStatus {
  const own = sides.find(({ participants }) => participants.some((one) => one.playerId === playerId));
  return own ? statusOf(own) : 'FINISHED';
}

/** How the side of a player dropped out of a match; null if it finished, and in a duel, which a side that did not finish has lost. */
export function endingOf({ sides }: Pick<StoredMatch, 'sides'>, playerId: number): Ending | null {
  const status = sideStatusOf({ sides }, playerId);
  if (status === 'DISQUALIFIED') return status;
  return status === 'DID_NOT_FINISH' && sides.length > 2 ? status : null;
}
