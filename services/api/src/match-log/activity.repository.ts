import { dayStart } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';

/** The number of matches that count on a day of a league. */
export interface DayCount {
  /** In the league's time zone: YYYY-MM-DD. */
  readonly day: string;
  readonly count: number;
}

/** Days of a window without a given beginning. */
const DEFAULT_DAYS = 365;

/**
 * The number of matches that count on each day of a window, in order; days without matches are omitted. Days are counted one by one along
 * the index of the log's order.
 * @param from inclusive; null: the days of a year, up to `to`
 * @param to exclusive
 */
export async function listActivity(
  sql: Sql,
  { id, timeZone }: Pick<League, 'id' | 'timeZone'>,
  { from, to }: { readonly from: Date | null; readonly to: Date },
): Promise<DayCount[]> {
  const noon = (day: string) => `(${day} + interval '12 hours') AT TIME ZONE $2`;
  const count = (condition = '') =>
    `(SELECT count(*) FROM match WHERE league_id = $1 AND played_at >= begins AND played_at < ends ${condition})`;
  return sql.query(
    `WITH extent AS (
       SELECT ($4::timestamptz - interval '1 millisecond') AT TIME ZONE $2 AS last,
              coalesce($3::timestamptz AT TIME ZONE $2,
                       ($4::timestamptz - interval '1 millisecond') AT TIME ZONE $2 - interval '${DEFAULT_DAYS - 1} days') AS first
     ), day AS MATERIALIZED (
       SELECT day, greatest(${dayStart(noon('day'), '$2')}, $3) AS begins,
              least(${dayStart(noon(`day + interval '1 day'`), '$2')}, $4) AS ends
       FROM extent CROSS JOIN generate_series(date_trunc('day', first), date_trunc('day', last), interval '1 day') AS day
     ), counted AS (SELECT day, ${count()} - ${count(`AND status = 'VOID'`)} AS count FROM day)
     SELECT to_char(day, 'YYYY-MM-DD') AS day, count::integer AS count FROM counted WHERE count > 0 ORDER BY 1`,
    [id, timeZone, from, to],
  );
}
