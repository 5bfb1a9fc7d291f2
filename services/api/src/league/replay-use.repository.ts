import type { Sql } from '../kit/sql/transaction.js';

/** Lines that replays of a league wrote since a time. */
export async function sumLeagueLines(sql: Sql, leagueId: number, since: Date): Promise<number> {
  const rows: { lines: number }[] = await sql.query(
    `SELECT coalesce(sum(lines), 0)::bigint AS lines FROM league_revision WHERE league_id = $1 AND applied_at >= $2`,
    [leagueId, since],
  );
  return rows[0]!.lines;
}

/** What replays on account of a token wrote: lines since an hour began, and bytes since a day did. */
export async function sumTokenUse(
  sql: Sql,
  tokenId: number,
  { hour, day }: { readonly hour: Date; readonly day: Date },
): Promise<{ readonly lines: number; readonly bytes: number }> {
  const rows: { lines: number; bytes: number }[] = await sql.query(
    `SELECT coalesce(sum(lines) FILTER (WHERE applied_at >= $2), 0)::bigint AS lines,
            greatest(coalesce(sum(bytes), 0), 0)::bigint AS bytes
     FROM league_revision WHERE token_id = $1 AND applied_at >= $3`,
    [tokenId, hour, day],
  );
  return rows[0]!;
}
