import { dayStart } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';

/** How many ranked players have a value in an interval. */
export interface ValueCount {
  /** In points; belongs to the interval. */
  readonly value: number;
  /** In points; belongs to the next one. */
  readonly to: number;
  readonly count: number;
}

/** The most intervals: forty, and an incomplete one at each end. */
export const MAX_INTERVALS = 42;

/**
 * SQL of the width of the intervals: the smallest of …, 0.5, 1, 2, 5, 10, 20, … points with which there are not too many. Of few players,
 * most of forty intervals would be empty.
 */
const WIDTH = `(SELECT CASE WHEN high = low THEN 1 ELSE magnitude * (CASE WHEN wanted <= magnitude THEN 1
      WHEN wanted <= 2 * magnitude THEN 2 WHEN wanted <= 5 * magnitude THEN 5 ELSE 10 END) END AS width
    FROM (SELECT *, power(10::double precision, floor(log(nullif(wanted, 0)))) AS magnitude
      FROM (SELECT low, high, (high - low) / least(${MAX_INTERVALS - 2}, 2 * sqrt(players)) AS wanted
        FROM (SELECT min(value) AS low, max(value) AS high, count(*) AS players FROM ranked) AS extent) AS scaled) AS sized)`;

/** The values of a league's ranked players in intervals of equal width, from the lowest to the highest; none if nobody is ranked. */
export async function listDistribution(sql: Sql, leagueId: number): Promise<ValueCount[]> {
  const rows: { interval: number; width: number; count: number }[] = await sql.query(
    `WITH ranked AS MATERIALIZED (
       SELECT value FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND value IS NOT NULL
     ), width AS ${WIDTH}
     SELECT floor(value / width) AS interval, width, count(*)::integer AS count
     FROM ranked CROSS JOIN width GROUP BY 1, 2 ORDER BY 1`,
    [leagueId],
  );
  const counts: ValueCount[] = [];
  for (const [place, { interval, width, count }] of rows.entries()) {
    for (let empty = (rows[place - 1]?.interval ?? interval - 1) + 1; empty < interval; empty++) {
      counts.push({ value: empty * width, to: (empty + 1) * width, count: 0 });
    }
    counts.push({ value: interval * width, to: (interval + 1) * width, count });
  }
  return counts;
}

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
     ), counted AS MATERIALIZED (SELECT day, ${count()} - ${count(`AND status = 'VOID'`)} AS count FROM day)
     SELECT to_char(day, 'YYYY-MM-DD') AS day, count::integer AS count FROM counted WHERE count > 0 ORDER BY 1`,
    [id, timeZone, from, to],
  );
}
