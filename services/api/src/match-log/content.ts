import { hash } from 'node:crypto';
import { handleKey } from '../player/handle.js';
import type { CheckedMatch } from './checks.js';
import { canonicalDetails } from './details.js';

/**
 * Hash of the content by which two submissions are equal: everything but the external id, handles ignoring case, and omitted values equal
 * to their defaults.
 * @returns SHA-256
 */
export function contentHash(match: CheckedMatch): Buffer {
  const content: unknown[] = [
    match.playedAt.getTime(),
    match.sides.map((side) => {
      const participants = side.participants.map((participant) => [
        participant.key,
        participant.isGuest,
        participant.score,
        participant.minutesPlayed,
        participant.scoresAgainst.map(({ opponent, score }) => [handleKey(opponent), score]),
      ]);
      const content: unknown[] = [side.name, side.placement, side.score, participants];
      if ((side.status ?? 'FINISHED') !== 'FINISHED') content.push(side.status);
      if (side.role != null) content.push({ role: side.role });
      return content;
    }),
  ];
  if (match.weight !== 1) content.push({ weight: match.weight });
  if (match.details !== null) content.push(canonicalDetails(match.details));
  // A Buffer of our own would cost as much again as the hash.
  return Buffer.from(hash('sha256', JSON.stringify(content), 'binary'), 'binary');
}
