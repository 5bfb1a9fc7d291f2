import { hash } from 'node:crypto';
import { handleKey, lowerKey } from '../player/handle.js';
import type { CheckedMatch, CheckedParticipant } from './checks.js';
import { canonicalDetails } from './details.js';

/**
 * Hash of the content by which two submissions are equal: everything but the external id, handles ignoring case, and omitted values equal
 * to their defaults.
 * @returns SHA-256
 */
export function contentHash(match: CheckedMatch): Buffer {
  return hashOf(match, (participant) => participant.key, handleKey);
}

/** The same hash from before keys of handles were folded, which matches in the log may have. */
export function unfoldedContentHash(match: CheckedMatch): Buffer {
  return hashOf(match, ({ handle }) => lowerKey(handle), lowerKey);
}

function hashOf(
  match: CheckedMatch,
  keyOf: (participant: CheckedParticipant) => string,
  keyOfHandle: (handle: string) => string,
): Buffer {
  const content: unknown[] = [
    match.playedAt.getTime(),
    match.sides.map((side) => {
      const participants = side.participants.map((participant) => [
        keyOf(participant),
        participant.isGuest,
        participant.score,
        participant.minutesPlayed,
        participant.scoresAgainst.map(({ opponent, score }) => [keyOfHandle(opponent), score]),
      ]);
      const content: unknown[] = [side.name, side.placement, side.score, participants];
      if ((side.status ?? 'FINISHED') !== 'FINISHED') content.push(side.status);
      if (side.role != null) content.push({ role: side.role });
      return content;
    }),
  ];
  // Matches without a status, a role, a weight or details keep the hash that they had before there were any.
  if (match.weight !== 1) content.push({ weight: match.weight });
  if (match.details !== null) content.push(canonicalDetails(match.details));
  // A Buffer of our own would cost as much again as the hash.
  return Buffer.from(hash('sha256', JSON.stringify(content), 'binary'), 'binary');
}
