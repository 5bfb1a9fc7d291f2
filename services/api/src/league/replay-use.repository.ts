import type { Sql } from '../kit/sql/transaction.js';

/** Lines that replays of a league wrote since a time. */
export async function sumLeagueLines(sql: Sql, leagueId: number, since: Date): Promise<number> {
  const rows: { lines: number }[] = await sql.query(
    `SELECT coalesce(sum(lines), 0)::bigint AS lines FROM league_revision WHERE league_id = $1 AND applied_at >= $2`,
    [leagueId, since],
  );
  return rows[0]!.lines;
}

/** What replays on account of a token wrote since an hour began, in lines, and by how many bytes journals grew since a day did. */
export async function sumTokenUse(
  sql: Sql,
  tokenId: number,
  { hour, day }: { readonly hour: Date; readonly day: Date },
): Promise<{ readonly lines: number; readonly bytes: number }> {
  const rows: { lines: number; bytes: number }[] = await sql.query(
    `SELECT coalesce(sum(lines) FILTER (WHERE applied_at >= $2), 0)::bigint AS lines,
            greatest(coalesce(sum(bytes), 0) + coalesce(
              (SELECT bytes FROM token_growth WHERE token_id = $1 AND day = $3), 0), 0)::bigint AS bytes
     FROM league_revision WHERE token_id = $1 AND applied_at >= $3`,
    [tokenId, hour, day],
  );
  return rows[0]!;
}

/** What is new of a token's growth; `day` is the beginning of a day of UTC, as a time. */
interface GrowthOfDay {
  readonly id: number;
  readonly day: number;
  readonly untold: number;
}

/**
 * Adds by how many bytes tokens made journals grow. A newer day takes the place of an older one.
 * @returns what each has come to on that day, with what replays wrote, by its id; not those of a day that is over
 */
export async function addTokenGrowth(sql: Sql, news: readonly GrowthOfDay[]): Promise<Map<number, number>> {
  // In one order everywhere, so that no two processes wait for each other.
  const inOrder = news.toSorted((a, b) => a.id - b.id);
  const rows: { tokenId: number; bytes: number }[] = await sql.query(
    `WITH told AS (
       INSERT INTO token_growth AS growth (token_id, day, bytes)
       SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[])
       ON CONFLICT (token_id) DO UPDATE SET day = EXCLUDED.day,
         bytes = EXCLUDED.bytes + CASE WHEN growth.day = EXCLUDED.day THEN growth.bytes ELSE 0 END
       WHERE growth.day <= EXCLUDED.day
       RETURNING token_id, day, bytes)
     SELECT token_id AS "tokenId", greatest(bytes + coalesce(
              (SELECT sum(bytes) FROM league_revision WHERE token_id = told.token_id AND applied_at >= told.day), 0), 0)::bigint AS bytes FROM told`,
    [
      inOrder.map(({ id }) => id),
      inOrder.map(({ day }) => new Date(day).toISOString()),
      inOrder.map(({ untold }) => untold),
    ],
  );
  return new Map(rows.map(({ tokenId, bytes }) => [tokenId, bytes]));
}
