import type { Json } from '@openladder/rating';
import { type Access, canRead } from '../access/access.js';
import { matchSubject } from '../audit/audit.repository.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import { getLeague } from '../league/league.repository.js';
import { type ChangeRequest, type FoundLeague, Unchanged } from '../league-log/change.js';
import type { MatchKey, StoredMatch } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import type { ChangedSubject } from '../replay/applied-change.js';

/** A correction of a match. */
export interface MatchCorrection extends ChangeRequest {
  /** Null if the given id is not that of a match. */
  readonly match: MatchKey | null;
  /** The id as it was given, which a refusal names. */
  readonly given?: string;
  /** The version of the match that the caller has seen. */
  readonly expectedVersion: number;
}

export interface FoundMatch extends FoundLeague {
  readonly match: StoredMatch;
}

/** A match, and the version of it that the caller has seen. */
export interface MatchAtVersion {
  readonly sequence: number;
  readonly expectedVersion: number;
}

/** The match and its league. @throws Refused if the caller may know of no such match */
export async function findMatch(
  { database: { manager } }: NeedsDatabase,
  access: Access,
  { match: key, given }: MatchCorrection,
): Promise<FoundMatch> {
  const [match] = key ? await listMatchesBySequence(manager, key.leagueId, [key.sequence]) : [];
  const league = match && (await getLeague(manager, match.leagueId));
  if (!match || !league || !canRead(access, league)) {
    throw new Refused(refuse('MATCH_ID', ['input', 'match'], { value: shown(given) }));
  }
  return { league, match };
}

export interface ShownMatch {
  readonly match: StoredMatch;
}

/** The match as it is now. */
export async function showMatch({ database }: NeedsDatabase, { match }: FoundMatch): Promise<ShownMatch> {
  return { match: (await listMatchesBySequence(database.manager, match.leagueId, [match.sequence]))[0]! };
}

export function checkVersion(
  { version }: StoredMatch,
  expected: number,
  path: readonly (string | number)[],
): Refusal | null {
  if (version === expected) return null;
  return refuse('STALE_VERSION', path, { version, expected });
}

/** Says that all matches have the status that a change would give them. */
export function alreadyAll(status: StoredMatch['status']): Unchanged {
  return new Unchanged(refuse(status === 'VOID' ? 'ALL_VOID' : 'NONE_VOID', ['input']));
}

/** What a change of its status did to a match. @param match as it was before */
export function statusChange(match: StoredMatch, status: StoredMatch['status']): ChangedSubject {
  const before = auditedMatch(match);
  return { subject: matchSubject(match), before, after: { ...before, status } };
}

/** Ids of the players of a match, guests included. */
export function playersOf({ sides }: StoredMatch): number[] {
  return sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
}

/** A match as the audit log has it. */
export function auditedMatch({ externalId, playedAt, status, version, sides, weight, details }: StoredMatch) {
  return {
    externalId,
    playedAt: playedAt.toISOString(),
    status,
    version,
    sides: JSON.parse(JSON.stringify(sides)) as Json,
    ...(weight !== 1 && { weight }),
    ...(details !== null && { details }),
  };
}
