import type { LogPosition } from '../match/match.repository.js';
import type { Sql } from '../persistence/transaction.js';
import type { Journal } from '../rating/journal.repository.js';

const COLUMNS = `league_id, player_id, played_at, sequence, revision, before_value, before_deviation, after_value,
  after_deviation, score, is_provisional, verdict, contributions`;

/**
 * Moves the players' lines of revisions before `by` out of the journal, to where `asKnownAt` finds them.
 * @param from the first place; null: the beginning
 */
export async function supersedeLines(
  tx: Sql,
  journal: Journal,
  players: readonly number[],
  from: LogPosition | null,
  by: number,
): Promise<void> {
  if (players.length === 0) return;
  await tx.query(
    `WITH moved AS (
       DELETE FROM rating_change
       WHERE league_id = $1 AND generation = $6 AND player_id = ANY($3::integer[]) AND revision < $2
         AND (played_at, sequence) >= ($4, $5)
       RETURNING ${COLUMNS}
     )
     INSERT INTO superseded_change (${COLUMNS}, superseded_in) SELECT ${COLUMNS}, $2 FROM moved`,
    [journal.id, by, players, from?.playedAt ?? '-infinity', from?.sequence ?? 0, journal.generation],
  );
}
