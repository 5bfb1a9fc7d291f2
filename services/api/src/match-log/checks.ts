import { hash } from 'node:crypto';
import { checkReadable, checkText, isRefusal, type Refusal, refuse, shown, under } from '../kit/refusal.js';
import { type SideStatus } from '../league/status-rules.js';
import { checkPlayerName, handleKey } from '../player/handle.js';
import { type Introduction } from '../player/new-player.js';
import { canonicalDetails, checkDetails, type MatchDetails } from './match.js';

/** A match as submitted by a bot, a file or a generator, before any check. */
export interface MatchSubmission {
  /** The sender's own name for the match, unique in the league; sending it twice is safe. */
  readonly externalId: string;
  /** Required; an UnreadableTime refuses its match. */
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
  /** The role of the side in the game, such as `home`. */
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
  /** For a player whom the match introduces: the display name. */
  readonly displayName?: string | null;
  /** For a player whom the match introduces and names by an account: the text from which their handle is made. */
  readonly proposedHandle?: string | null;
}

export interface ScoreAgainstSubmission {
  /** Handle of the opponent. */
  readonly opponent: string;
  readonly score: number;
}

const MAX_SIDES = 200;
/** In a match of this size, each participant of two full sides has 128 opponents who explain their rating. */
const MAX_PARTICIPANTS = 256;
const MAX_PLACEMENT = 10_000;
/** The greatest weight of a match: more is a mistake of the sender. */
const MAX_WEIGHT = 1_000_000;
/** Characters of a role. */
const MAX_ROLE = 40;
/** Greater scores are a mistake of the sender, and would lose points to rounding. */
const MAX_SCORE = 1e9;
/** Two years. */
const MAX_MINUTES = 1_000_000;
/** How far a sender's clock may be ahead of ours, in milliseconds. */
const FUTURE_TOLERANCE = 5 * 60_000;
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');

type Path = readonly (string | number)[];

/** A submitted match that passes all checks without the database. */
export interface CheckedMatch {
  readonly externalId: string;
  readonly playedAt: Date;
  readonly sides: readonly CheckedSide[];
  readonly weight: number;
  readonly details: MatchDetails | null;
}

export interface CheckedSide {
  /** Missing in corrections that were queued before details existed. */
  readonly status?: SideStatus;
  readonly name: string | null;
  /** Missing in corrections that were queued before roles existed. */
  readonly role?: string | null;
  readonly placement: number | null;
  readonly score: number | null;
  readonly participants: readonly CheckedParticipant[];
}

export interface CheckedParticipant {
  /** Or an account of the player. */
  readonly handle: string;
  /** See handleKey(). */
  readonly key: string;
  readonly isGuest: boolean;
  readonly score: number | null;
  readonly minutesPlayed: number | null;
  readonly scoresAgainst: readonly { readonly opponent: string; readonly score: number }[];
  /** The sender's description of the player, in case the player is new; missing if there is none. It is not part of the match's content. */
  readonly introduction?: Introduction;
}

/** When a match may have been played. */
export interface PlayingWindow {
  readonly now: Date;
  /** The league's opening, if it has one. */
  readonly opensAt: Date | null;
}

/**
 * Checks one submitted match as far as possible without the log: its form, and when it was played.
 * @param path location of the match in the input
 * @returns the match with all defaults filled in, or the first rule that it breaks
 */
export function checkSubmission(match: MatchSubmission, window: PlayingWindow, path: Path): CheckedMatch | Refusal {
  const checked = checkForm(match, path);
  if (isRefusal(checked)) return checked;
  return checkWindow(checked, window, path) ?? checked;
}

/**
 * Checks the form of a submitted match: texts, the time, numbers, sides, an outcome, and that no one takes part twice.
 * @param path location of the match in the input
 * @returns the match with all defaults filled in, or the first rule that it breaks
 */
export function checkForm(match: MatchSubmission, path: Path): CheckedMatch | Refusal {
  const checked =
    checkText(match.externalId, ['externalId']) ?? checkPlayedAt(match.playedAt, ['playedAt']) ?? checkSides(match);
  return isRefusal(checked) ? under(path, checked) : checked;
}

// Below this, a path begins at the checked value: paths of valid matches, which are the most, are never put together. Loops count, and paths
// of fields are made once: otherwise they would be the greatest cost of a check.

const AT = {
  name: ['name'],
  role: ['role'],
  placement: ['placement'],
  score: ['score'],
  player: ['player'],
  minutesPlayed: ['minutesPlayed'],
  opponent: ['opponent'],
  weight: ['weight'],
  details: ['details'],
} as const;

function checkSides(match: MatchSubmission): CheckedMatch | Refusal {
  if (match.sides.length < 2) {
    return refuse('COUNT_MIN', ['sides'], { field: 'sides', min: 2, count: match.sides.length });
  }
  if (match.sides.length > MAX_SIDES) {
    return refuse('COUNT_MAX', ['sides'], { field: 'sides', max: MAX_SIDES, count: match.sides.length });
  }
  const sides: CheckedSide[] = [];
  for (let index = 0; index < match.sides.length; index++) {
    const checked = checkSide(match.sides[index]!);
    if (isRefusal(checked)) return under(['sides', index], checked);
    sides.push(checked);
  }
  const problem = checkOutcome(sides) ?? checkParticipants(sides);
  if (problem) return under(['sides'], problem);
  const badWeight = checkWeight(match.weight, AT.weight);
  if (badWeight) return badWeight;
  const details = checkDetails(match.details, AT.details);
  if (isRefusal(details)) return details;
  const { externalId, playedAt, weight } = match;
  return { externalId, playedAt: playedAt as Date, sides, weight: weight ?? 1, details };
}

function checkSide(side: SideSubmission): CheckedSide | Refusal {
  const problem =
    (side.name == null ? undefined : checkText(side.name, AT.name)) ??
    (side.role == null ? undefined : checkRole(side.role, AT.role)) ??
    checkPlacement(side.placement, AT.placement) ??
    checkNumber(side.score, -MAX_SCORE, MAX_SCORE, AT.score);
  if (problem) return problem;
  if (side.participants.length === 0) {
    return refuse('COUNT_MIN', ['participants'], { field: 'participants', min: 1, count: 0 });
  }
  if (side.participants.length > MAX_PARTICIPANTS) return tooMany('participants', side.participants.length);
  const participants: CheckedParticipant[] = [];
  for (let index = 0; index < side.participants.length; index++) {
    const checked = checkParticipant(side.participants[index]!);
    if (isRefusal(checked)) return under(['participants', index], checked);
    participants.push(checked);
  }
  return {
    status: side.status ?? 'FINISHED',
    name: side.name ?? null,
    role: side.role ?? null,
    placement: side.placement ?? null,
    score: asStored(side.score),
    participants,
  };
}

function checkParticipant(participant: ParticipantSubmission): CheckedParticipant | Refusal {
  const handle = checkPlayerName(participant.player, AT.player);
  if (isRefusal(handle)) return handle;
  const problem =
    checkNumber(participant.score, -MAX_SCORE, MAX_SCORE, AT.score) ??
    checkNumber(participant.minutesPlayed, 0, MAX_MINUTES, AT.minutesPlayed);
  if (problem) return problem;

  const against = participant.scoresAgainst?.length ?? 0;
  if (against > MAX_PARTICIPANTS) return tooMany('scoresAgainst', against);
  const scoresAgainst: { opponent: string; score: number }[] = [];
  for (let index = 0; index < against; index++) {
    const against = participant.scoresAgainst![index]!;
    const opponent = checkPlayerName(against.opponent, AT.opponent);
    if (isRefusal(opponent)) return under(['scoresAgainst', index], opponent);
    const badScore = checkNumber(against.score, -MAX_SCORE, MAX_SCORE, AT.score);
    if (badScore) return under(['scoresAgainst', index], badScore);
    scoresAgainst.push({ opponent, score: asStored(against.score)! });
  }
  return {
    handle,
    key: handleKey(handle),
    isGuest: participant.isGuest ?? false,
    score: asStored(participant.score),
    minutesPlayed: asStored(participant.minutesPlayed),
    scoresAgainst,
    ...((participant.proposedHandle ?? participant.displayName) != null && {
      introduction: {
        proposedHandle: participant.proposedHandle ?? null,
        displayName: participant.displayName ?? null,
      },
    }),
  };
}

function tooMany(field: string, count: number): Refusal {
  return refuse('COUNT_MAX', [field], { field, max: MAX_PARTICIPANTS, count });
}

/** Sides that did not finish need no result. */
function checkOutcome(sides: readonly CheckedSide[]): Refusal | undefined {
  const isPlaced = sides.some((side) => side.placement !== null);
  if (isPlaced) {
    const placed = sides.filter((side) => side.placement !== null || side.status !== 'FINISHED').length;
    if (placed === sides.length) return undefined;
    return refuse('PLACEMENTS', [], { placed, sides: sides.length });
  }
  const index = sides.findIndex(
    ({ status, score, participants }) =>
      status === 'FINISHED' && score === null && participants.some((p) => p.score === null),
  );
  if (index < 0) return undefined;
  return refuse('SCORE_MISSING', [index, 'score']);
}

function checkParticipants(sides: readonly CheckedSide[]): Refusal | undefined {
  const sideOf = new Map<string, number>();
  let countsAgainst = false;
  for (let s = 0; s < sides.length; s++) {
    const { participants } = sides[s]!;
    for (let p = 0; p < participants.length; p++) {
      const { handle, key, scoresAgainst } = participants[p]!;
      countsAgainst ||= scoresAgainst.length > 0;
      if (sideOf.has(key)) {
        const at = [s, 'participants', p, 'player'];
        return refuse('IN_MATCH_ALREADY', at, { value: shown(handle) });
      }
      sideOf.set(key, s);
    }
  }
  if (sideOf.size > MAX_PARTICIPANTS) {
    return refuse('COUNT_MAX', [], { field: 'participants', max: MAX_PARTICIPANTS, count: sideOf.size });
  }
  if (!countsAgainst) return undefined;
  for (const [s, side] of sides.entries()) {
    for (const [p, { scoresAgainst }] of side.participants.entries()) {
      if (scoresAgainst.length === 0) continue;
      const seen = new Set<string>();
      for (const [a, { opponent }] of scoresAgainst.entries()) {
        const opponentSide = sideOf.get(handleKey(opponent));
        const isOpponent = opponentSide !== undefined && opponentSide !== s;
        if (isOpponent && !seen.has(handleKey(opponent))) {
          seen.add(handleKey(opponent));
          continue;
        }
        const at = [s, 'participants', p, 'scoresAgainst', a, 'opponent'];
        const rule = isOpponent ? 'OPPONENT_ONCE' : 'OPPONENT_ON_OTHER_SIDE';
        return refuse(rule, at, { value: shown(opponent) });
      }
    }
  }
  return undefined;
}

function checkPlayedAt(playedAt: Date | null | undefined, path: Path): Refusal | undefined {
  if (!playedAt) return refuse('PLAYED_AT_REQUIRED', path);
  const problem = checkReadable(playedAt, path);
  if (problem || playedAt.getTime() >= EARLIEST) return problem;
  return refuse('EARLIEST_YEAR', path, { value: shown(playedAt) });
}

/** Checks when a match was played. A match in the log passed this when it was submitted; the permitted times move on. */
export function checkWindow(
  { playedAt }: Pick<CheckedMatch, 'playedAt'>,
  { now, opensAt }: PlayingWindow,
  path: Path,
): Refusal | undefined {
  if (playedAt.getTime() > now.getTime() + FUTURE_TOLERANCE) {
    const values = { minutes: FUTURE_TOLERANCE / 60_000, value: shown(playedAt) };
    return refuse('NOT_IN_FUTURE', [...path, 'playedAt'], values);
  }
  if (!opensAt || playedAt >= opensAt) return undefined;
  return refuse('BEFORE_OPENING', [...path, 'playedAt'], { opensAt: shown(opensAt), value: shown(playedAt) });
}

/** Checks the role of a side in the game. */
export function checkRole(role: string, path: Path): Refusal | undefined {
  return checkText(role, path, MAX_ROLE);
}

/** Checks the weight of a match. */
export function checkWeight(weight: number | null | undefined, path: Path): Refusal | undefined {
  if (weight == null || (weight > 0 && weight <= MAX_WEIGHT)) return undefined;
  return refuse('GREATER', path, { field: 'weight', limit: 0, max: MAX_WEIGHT, value: weight });
}

function checkPlacement(placement: number | null | undefined, path: Path): Refusal | undefined {
  if (placement == null || (Number.isInteger(placement) && placement >= 1 && placement <= MAX_PLACEMENT))
    return undefined;
  return refuse('WHOLE_NUMBER_RANGE', path, { field: 'placement', min: 1, max: MAX_PLACEMENT, value: placement });
}

function checkNumber(value: number | null | undefined, least: number, most: number, path: Path): Refusal | undefined {
  if (value == null || (value >= least && value <= most)) return undefined;
  return refuse('NUMBER_RANGE', path, { field: String(path.at(-1)), min: least, max: most, value });
}

/** A number as the log stores it, without the sign of -0: a new match must be rated as it will be from the log. */
function asStored(value: number | null | undefined): number | null {
  return value == null ? null : value + 0;
}

/**
 * Hash of the content by which two submissions are equal: everything but the external id, handles ignoring case, and omitted values equal
 * to their defaults.
 * @returns SHA-256
 */
export function contentHash({ playedAt, sides, weight, details }: CheckedMatch): Buffer {
  const more = weight === 1 ? '' : `,{"weight":${weight}}`;
  const last = details === null ? '' : `,${JSON.stringify(canonicalDetails(details))}`;
  const content = `[${playedAt.getTime()},[${sides.map(sideContent).join()}]${more}${last}]`;
  // Our own Buffer would cost as much again as the hash.
  return Buffer.from(hash('sha256', content, 'binary'), 'binary');
}

/** As JSON of nested arrays, without creating them. */
function sideContent({ name, placement, score, participants, status, role }: CheckedSide): string {
  const unfinished = (status ?? 'FINISHED') === 'FINISHED' ? '' : `,"${status}"`;
  const inRole = role == null ? '' : `,{"role":${JSON.stringify(role)}}`;
  const players = participants.map(participantContent).join();
  return `[${JSON.stringify(name)},${placement},${score},[${players}]${unfinished}${inRole}]`;
}

function participantContent({ key, isGuest, score, minutesPlayed, scoresAgainst }: CheckedParticipant): string {
  const against = scoresAgainst
    .map(({ opponent, score }) => `[${JSON.stringify(handleKey(opponent))},${score}]`)
    .join();
  return `[${JSON.stringify(key)},${isGuest},${score},${minutesPlayed},[${against}]]`;
}
