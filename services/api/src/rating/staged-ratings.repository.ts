import type { EntityManager } from 'typeorm';
import { columnNames, type Row } from '../kit/sql/columns.js';
import { copyRows } from '../kit/sql/copy-rows.js';
import type { Sql } from '../kit/sql/transaction.js';
import { RATING, ratingRow } from './rating.repository.js';
import type { RatingUpdate } from './rating-update.js';

const STAGED = { league_id: 'integer', ...RATING } as const;

/** Writes a board into a table that only this transaction sees, and that goes with it. */
export async function stageRatings(
  tx: EntityManager,
  leagueId: number,
  pages: Iterable<readonly RatingUpdate[]>,
): Promise<void> {
  await tx.query('CREATE TEMPORARY TABLE staged_rating (LIKE rating) ON COMMIT DROP');
  await copyRows(tx, 'staged_rating', STAGED, rowsOf(leagueId, pages));
}

function* rowsOf(leagueId: number, pages: Iterable<readonly RatingUpdate[]>): Generator<Row<typeof STAGED>> {
  for (const updates of pages) for (const update of updates) yield { league_id: leagueId, ...ratingRow(update) };
}

/** Makes the board what was staged, in one statement; rows that are so already, to the bit, are not even locked. */
export async function publishRatings(tx: Sql): Promise<void> {
  await tx.query(
    `INSERT INTO rating (${NAMES}) SELECT ${NAMES} FROM staged_rating AS new
     WHERE NOT EXISTS (
       SELECT FROM rating AS old WHERE (old.league_id, old.player_id) = (new.league_id, new.player_id) AND old *= new
     )
     ON CONFLICT (league_id, player_id) DO UPDATE SET (${NAMES}) = ROW (${EXCLUDED})`,
  );
}

const NAMES = columnNames(STAGED);
const EXCLUDED = NAMES.replace(/\w+/g, 'excluded.$&');
