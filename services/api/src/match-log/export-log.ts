import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { DEFAULT_STATUS_RULES, type StatusRules } from '../league/status-rules.js';
import { listPlayersById } from '../player/player.repository.js';
import {
  asRated,
  asReported,
  type LogPosition,
  type MatchDetails,
  type StoredMatch,
  type StoredParticipant,
  type StoredSide,
  statusOf,
  toRaterMatch,
} from './match.js';
import { listLog } from './match.repository.js';

const PAGE = 500;

export interface ExportOptions {
  /** Whether to include void matches. */
  readonly withVoid: boolean;
  /** Whether sides that did not finish are exported as they are rated, instead of as they were reported. */
  readonly asRated: boolean;
}

/** A match of the log as `submitMatches` takes it, its time as text. */
export interface ExportedMatch {
  readonly externalId: string;
  /** ISO 8601, UTC, to the millisecond. */
  readonly playedAt: string;
  readonly sides: readonly object[];
  /** Omitted if it is 1. */
  readonly weight?: number;
  /** Omitted if there are none. */
  readonly details?: MatchDetails;
}

/**
 * The log in the order in which it is rated, with one page of it in memory at a time. In order of arrival, a league whose history was
 * submitted newest first would give such a file, and an import would reverse matches of the same moment.
 * @param tx a repeatable-read transaction, so that the pages fit together
 * @returns each match, and whether the present rules of the league would rate it differently: it keeps the rules of its submission
 */
export async function* exportLog(
  tx: EntityManager,
  { id: leagueId, statusRules }: { readonly id: number; readonly statusRules: StatusRules | null },
  options: ExportOptions,
): AsyncGenerator<{ readonly match: ExportedMatch; readonly isVoid: boolean; readonly hasOtherRules: boolean }> {
  const rules = statusRules ?? DEFAULT_STATUS_RULES;
  const { withVoid } = options;
  for (let after: LogPosition | null = null; ; ) {
    const page: StoredMatch[] = await listLog(tx, leagueId, { limit: PAGE, after, withVoid });
    if (page.length === 0) return;
    const handles = await exportedHandles(tx, leagueId, page);
    for (const match of page) {
      const sides = options.asRated
        ? match.sides.map((side) => ({ ...side, reported: null }))
        : asReported(match.sides);
      const hasOtherRules = !options.asRated && isRatedOtherwise(match, rules);
      yield { match: toSubmission(match, sides, handles), isVoid: match.status === 'VOID', hasOtherRules };
    }
    after = page.at(-1)!;
  }
}

function isRatedOtherwise(match: StoredMatch, rules: StatusRules): boolean {
  if (!match.sides[0]?.reported) return false;
  const now = asRated(asReported(match.sides), match.sides.map(statusOf), rules);
  return !isDeepStrictEqual(toRaterMatch({ ...match, sides: now }), toRaterMatch(match));
}

async function exportedHandles(
  tx: EntityManager,
  leagueId: number,
  matches: readonly StoredMatch[],
): Promise<Map<number, string>> {
  const ids = new Set(
    matches.flatMap(({ sides }) => sides.flatMap((side) => side.participants.map((p) => p.playerId))),
  );
  const players = await listPlayersById(tx, leagueId, [...ids]);
  return new Map(players.map(({ id, handle }) => [id, handle]));
}

function toSubmission(
  { externalId, playedAt, weight, details }: StoredMatch,
  sides: readonly StoredSide[],
  handles: ReadonlyMap<number, string>,
): ExportedMatch {
  return {
    externalId,
    playedAt: playedAt.toISOString(),
    sides: sides.map((side) => toSide(side, handles)),
    ...(weight !== 1 && { weight }),
    ...(details !== null && { details }),
  };
}

function toSide(side: StoredSide, handles: ReadonlyMap<number, string>): object {
  const { name, role = null, placement, score, participants } = side;
  const status = statusOf(side);
  return {
    ...(status !== 'FINISHED' && { status }),
    ...(name !== null && { name }),
    ...(role !== null && { role }),
    ...(placement !== null && { placement }),
    ...(score !== null && { score }),
    participants: participants.map((participant) => toParticipant(participant, handles)),
  };
}

function toParticipant(participant: StoredParticipant, handles: ReadonlyMap<number, string>): object {
  const { playerId, isGuest, score, minutesPlayed, scoresAgainst } = participant;
  const against = scoresAgainst.map(({ opponentId, score }) => ({ opponent: handles.get(opponentId)!, score }));
  return {
    player: handles.get(playerId)!,
    ...(isGuest && { isGuest }),
    ...(score !== null && { score }),
    ...(minutesPlayed !== null && { minutesPlayed }),
    ...(against.length > 0 && { scoresAgainst: against }),
  };
}
