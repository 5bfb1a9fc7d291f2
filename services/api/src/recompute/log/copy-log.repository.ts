import { finished } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import type { LogPosition } from '../../match/match.repository.js';
import { pgClient } from '../../persistence/pg-client.js';

/**
 * The plan that goes along the index of the total order, with which rows come at once, in whatever memory. The planner
 * would sort the whole stretch before it sends the first row.
 */
const ALONG_THE_LOG = 'SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_hashjoin = off';
const AS_USUAL =
  'SET LOCAL enable_sort TO DEFAULT; SET LOCAL enable_bitmapscan TO DEFAULT; SET LOCAL enable_hashjoin TO DEFAULT';

/**
 * The participants of a stretch of a league's log in its total order, as PostgreSQL's binary COPY sends them, for a
 * LogReader; void matches are left out. Players are those who were submitted, whoever they are merged into.
 * @param limit matches at most
 */
export async function* copyLog(
  tx: EntityManager,
  leagueId: number,
  page: { after: LogPosition | null; limit: number },
): AsyncGenerator<Buffer> {
  const { after, limit } = page;
  // COPY takes no parameters; these are numbers and a time.
  const from = after
    ? `AND (played_at, sequence) > ('${after.playedAt.toISOString()}', ${Number(after.sequence)})`
    : '';
  const query = `
    SELECT played_at, match.sequence, side, player_id, is_guest, placements[side + 1], side_scores[side + 1], score,
           minutes_played, scores_against
    FROM (SELECT played_at, sequence, placements, side_scores FROM match
          WHERE league_id = ${Number(leagueId)} AND status = 'RATED' ${from}
          ORDER BY played_at, sequence LIMIT ${Number(limit)}) AS match
    CROSS JOIN LATERAL (
      SELECT * FROM participant WHERE league_id = ${Number(leagueId)} AND participant.sequence = match.sequence
      ORDER BY position
    ) AS participant`;
  await tx.query(ALONG_THE_LOG);
  const client = await pgClient(tx);
  const rows = client.query(copyStreams.to(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  try {
    for await (const piece of rows.iterator({ destroyOnReturn: false })) yield piece;
  } finally {
    // Whoever gives up gets the rest nevertheless: only after it the connection can be used again.
    if (!rows.readableEnded && !rows.errored) await finished(rows.resume());
  }
  await tx.query(AS_USUAL);
}
