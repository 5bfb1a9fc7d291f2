import type { PlayerId } from '@openladder/rating';
import { binaryArray } from '../persistence/binary-array.js';
import type { LogPosition } from './match.repository.js';

/** A player as he was just before a place of the log. */
export interface PlayerAt {
  readonly player: PlayerId;
  /** Null: the end of the log. */
  readonly before: LogPosition | null;
}

/** The relation `wanted` of players, made of the parameters $2 to $4: each with the place as `before_at` and `before_sequence`. */
export const WANTED = `(
  SELECT player_id, COALESCE(at, 'infinity') AS before_at, COALESCE(sequence, 0) AS before_sequence
  FROM unnest($2::integer[], $3::timestamptz[], $4::integer[]) AS given (player_id, at, sequence)
) AS wanted`;

export function wantedParameters(players: readonly PlayerAt[]): Buffer[] {
  return [
    binaryArray(
      'integer',
      players.map(({ player }) => Number(player)),
    ),
    binaryArray(
      'timestamptz',
      players.map(({ before }) => before?.playedAt ?? null),
    ),
    binaryArray(
      'integer',
      players.map(({ before }) => before?.sequence ?? null),
    ),
  ];
}
