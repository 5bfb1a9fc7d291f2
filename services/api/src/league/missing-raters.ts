import type { Log } from '../kit/log.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { RaterCatalogue } from '../raters/raters.js';

/** The most leagues that are named for a missing rater. */
const NAMED_LEAGUES = 10;

/** Warns of every rater that a league uses and that is not installed. */
export async function warnOfMissingRaters(sql: Sql, raters: RaterCatalogue, log: Log): Promise<void> {
  const missing: { rater: string; count: number; leagues: string[] }[] = await sql.query(
    `SELECT rater, count(*)::integer AS count, (array_agg(slug ORDER BY slug))[1:$2] AS leagues
     FROM league WHERE rater <> ALL($1::text[]) AND deleted_at IS NULL GROUP BY rater ORDER BY rater`,
    [[...raters.keys()], NAMED_LEAGUES],
  );
  for (const { rater, count, leagues } of missing) {
    log.warn(
      { rater, count, leagues },
      'A rating system is not installed (OPENLADDER_RATERS); its leagues can be read but refuse matches',
    );
  }
}
