import { hash } from 'node:crypto';
import { handleKey, lowerKey } from '../player/handle.js';
import type { CheckedMatch, CheckedParticipant } from './checks.js';
import { canonicalDetails } from './details.js';

/**
 * The content by which two submissions are the same: everything but the external id, handles without regard to case, and a thing left
 * out the same as the thing at its default.
 * @returns SHA-256
 */
export function contentHash(match: CheckedMatch): Buffer {
  return hashOf(match, (participant) => participant.key, handleKey);
}

/** The same as it was before keys of handles were folded, which matches in the log may have. */
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
      const content = [side.name, side.placement, side.score, participants];
      return (side.status ?? 'FINISHED') === 'FINISHED' ? content : [...content, side.status];
    }),
  ];
  // Matches without details keep the hash that they had before there were any.
  if (match.details !== null) content.push(canonicalDetails(match.details));
  // A Buffer of one's own costs as much again as the hash.
  return Buffer.from(hash('sha256', JSON.stringify(content), 'binary'), 'binary');
}
