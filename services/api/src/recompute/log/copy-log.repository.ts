import { finished } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import type { LogPosition } from '../../match/match.repository.js';
import { pgClient } from '../../persistence/pg-client.js';

/** Along the indexes, whatever the planner thinks of a league that it knows nothing of. */
const ALONG_THE_LOG = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off';
const AS_USUAL = 'SET LOCAL enable_seqscan TO DEFAULT; SET LOCAL enable_bitmapscan TO DEFAULT';

/**
 * A stretch of a league's log as PostgreSQL's binary COPY sends it, for a LogStretch: its matches in the total order, then
 * their participants, of each match in their order, the matches as they arrived. Void matches are left out; players are
 * those who were submitted, whoever they are merged into. It is one statement, so that both are of one moment, and the
 * participants are found by all sequences at once: looking for those of each match takes twice as long.
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
    WITH stretch AS MATERIALIZED (
      SELECT sequence, played_at, placements, side_scores FROM match
      WHERE league_id = ${Number(leagueId)} AND status = 'RATED' ${from}
      ORDER BY played_at, sequence LIMIT ${Number(limit)}
    )
    SELECT sequence, played_at, placements, side_scores, NULL::smallint, NULL::integer, NULL::boolean,
           NULL::double precision, NULL::double precision, NULL::double precision[]
    FROM stretch
    UNION ALL
    (SELECT sequence, NULL, NULL, NULL, side, player_id, is_guest, score, minutes_played, scores_against
     FROM participant
     WHERE league_id = ${Number(leagueId)} AND sequence = ANY ((SELECT array_agg(sequence) FROM stretch)::integer[])
     ORDER BY sequence, position)`;
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
