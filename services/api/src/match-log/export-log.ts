import type { EntityManager } from 'typeorm';
import { listPlayersById } from '../player/player.repository.js';
import {
  asReported,
  type LogPosition,
  type MatchDetails,
  type StoredMatch,
  type StoredParticipant,
  type StoredSide,
  statusOf,
} from './match.js';
import { listLog } from './match.repository.js';

const PAGE = 500;

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
 * The log in the order in which it is rated, with one page of it in memory at a time. In order of arrival, a file of a league whose history
 * came from its end would look like one that is newest first, and an import would turn matches of the same moment round.
 * @param tx a repeatable-read transaction, so that the pages fit together
 * @param withVoid whether to include void matches
 */
export async function* exportLog(
  tx: EntityManager,
  leagueId: number,
  { withVoid }: { readonly withVoid: boolean },
): AsyncGenerator<{ readonly match: ExportedMatch; readonly isVoid: boolean }> {
  for (let after: LogPosition | null = null; ; ) {
    const page: StoredMatch[] = await listLog(tx, leagueId, { limit: PAGE, after, withVoid });
    if (page.length === 0) return;
    const handles = await handlesOf(tx, leagueId, page);
    for (const match of page) {
      yield { match: toSubmission(match, handles), isVoid: match.status === 'VOID' };
    }
    after = page.at(-1)!;
  }
}

async function handlesOf(
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
  { externalId, playedAt, sides, weight, details }: StoredMatch,
  handles: ReadonlyMap<number, string>,
): ExportedMatch {
  return {
    externalId,
    playedAt: playedAt.toISOString(),
    sides: asReported(sides).map((side) => toSide(side, handles)),
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
