import type { PlayerId } from '@openladder/rating';
import { type Columns, columnParameters, columnRows } from '../kit/sql/columns.js';
import type { LogPosition } from './match.repository.js';

/** A player as they were just before a place of the log. */
export interface PlayerAt {
  readonly player: PlayerId;
  /** Null: the end of the log. */
  readonly before: LogPosition | null;
}

const COLUMNS = { player_id: 'integer', at: 'timestamptz', sequence: 'integer' } as const satisfies Columns;

/** The relation `wanted` of players, made of the parameters $2 to $4: each with the place as `before_at` and `before_sequence`. */
export const WANTED = `(
  SELECT player_id, COALESCE(at, 'infinity') AS before_at, COALESCE(sequence, 0) AS before_sequence
  FROM ${columnRows(COLUMNS, 2)}
) AS wanted`;

export function wantedParameters(players: readonly PlayerAt[]): Buffer[] {
  const rows = players.map(({ player, before }) => {
    return { player_id: Number(player), at: before?.playedAt ?? null, sequence: before?.sequence ?? null };
  });
  return columnParameters(COLUMNS, rows);
}
