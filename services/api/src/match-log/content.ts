import { hash } from 'node:crypto';
import { handleKey } from '../player/handle.js';
import type { CheckedMatch } from './checks.js';

/**
 * What makes two submissions the same: everything but the external id, handles without regard to case, and a thing left
 * out the same as the thing at its default.
 * @returns SHA-256
 */
export function contentHash(match: CheckedMatch): Buffer {
  const content = [
    match.playedAt.getTime(),
    match.sides.map((side) => [
      side.name,
      side.placement,
      side.score,
      side.participants.map((participant) => [
        participant.key,
        participant.isGuest,
        participant.score,
        participant.minutesPlayed,
        participant.scoresAgainst.map(({ opponent, score }) => [handleKey(opponent), score]),
      ]),
    ]),
  ];
  // A Buffer of one's own costs as much again as the hash.
  return Buffer.from(hash('sha256', JSON.stringify(content), 'binary'), 'binary');
}
