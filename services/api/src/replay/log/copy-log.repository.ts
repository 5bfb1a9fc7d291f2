import { finished } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import { pgClient } from '../../kit/sql/prepared.js';
import type { LogPosition } from '../../match-log/match.js';

/** Forces index scans: the planner has no statistics of a new league. */
const ALONG_THE_LOG = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off';
const AS_USUAL = 'SET LOCAL enable_seqscan TO DEFAULT; SET LOCAL enable_bitmapscan TO DEFAULT';

/**
 * A stretch of a league's log as PostgreSQL's binary COPY sends it, for a LogStretch: matches in the total order, without void
 * ones; players as submitted, before merges.
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
    SELECT sequence, played_at, player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores,
           side_roles, weight
    FROM match WHERE league_id = ${Number(leagueId)} AND status = 'RATED' ${from}
    ORDER BY played_at, sequence LIMIT ${Number(limit)}`;
  await tx.query(ALONG_THE_LOG);
  const client = await pgClient(tx);
  const rows = client.query(copyStreams.to(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  try {
    for await (const piece of rows.iterator({ destroyOnReturn: false })) yield piece;
  } finally {
    // A reader that gives up still receives the rest: only then can the connection be used again.
    if (!rows.readableEnded && !rows.errored) await finished(rows.resume());
  }
  await tx.query(AS_USUAL);
}
