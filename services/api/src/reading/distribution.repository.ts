import type { Sql } from '../kit/sql/transaction.js';

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

/** SQL of the width of the intervals: the smallest sufficient one of …, 0.5, 1, 2, 5, 10, 20, … points. */
const WIDTH = `(SELECT CASE WHEN high = low THEN 1 ELSE magnitude * (CASE WHEN wanted <= magnitude THEN 1
      WHEN wanted <= 2 * magnitude THEN 2 WHEN wanted <= 5 * magnitude THEN 5 ELSE 10 END) END AS width
    FROM (SELECT *, power(10::double precision, floor(log(nullif(wanted, 0)))) AS magnitude
      FROM (SELECT low, high, (high - low) / ${MAX_INTERVALS - 2} AS wanted
        FROM (SELECT min(value) AS low, max(value) AS high FROM ranked) AS extent) AS scaled) AS sized)`;

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
