import { expectRows, type Sql } from '../persistence/transaction.js';
import { RATING_NAMES, ratingParameters, ratingRowsSql } from './rating.repository.js';
import type { RatingUpdate } from './rating-update.js';

/** Writes a board into a table that only this transaction sees, and that goes with it. */
export async function stageRatings(tx: Sql, leagueId: number, pages: Iterable<readonly RatingUpdate[]>): Promise<void> {
  await tx.query('CREATE TEMPORARY TABLE staged_rating (LIKE rating) ON COMMIT DROP');
  for (const updates of pages) {
    const statement = `INSERT INTO staged_rating ${ratingRowsSql(2)} RETURNING 1`;
    const rows: unknown[] = await tx.query(statement, [leagueId, ...ratingParameters(updates)]);
    expectRows('stageRatings', rows.length, updates.length);
  }
}

/** Makes the board what was staged, in one statement; rows that are so already, to the bit, are left alone. */
export async function publishRatings(tx: Sql): Promise<void> {
  await tx.query(
    `INSERT INTO rating AS old (league_id, ${RATING_NAMES})
     SELECT league_id, ${RATING_NAMES} FROM staged_rating
     ON CONFLICT (league_id, player_id) DO UPDATE SET (${RATING_NAMES}) = ROW (${EXCLUDED})
       WHERE old *<> excluded`,
  );
}

const EXCLUDED = RATING_NAMES.replace(/\w+/g, 'excluded.$&');
