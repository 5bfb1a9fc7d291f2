import type { Json } from '@openladder/rating';
import { matchSubject } from '../audit/audit-subject.js';
import { Refused } from '../kit/refusal.js';
import type { StoredMatch } from '../match-log/match.js';
import type { CorrectedSubject } from '../replay/applied-correction.js';

/** All matches have the status that a correction would give them. The log is as it was. */
export class Unchanged extends Refused {}

/** Why a correction changes no match. @param status that it would give them */
export function unchangedMessage(status: StoredMatch['status']): string {
  return status === 'VOID'
    ? 'at least one match must count, but all are void already'
    : 'at least one match must be void, but all count already';
}

/** What a change of its status did to a match. @param match as it was before */
export function statusChange(match: StoredMatch, status: StoredMatch['status']): CorrectedSubject {
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
