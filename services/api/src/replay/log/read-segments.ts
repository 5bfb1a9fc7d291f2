import { finished } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import { pgClient } from '../../kit/sql/prepared.js';
import type { LogWait } from '../../match-log/log-wait.js';
import type { LogPosition } from '../../match-log/match.js';
import type { InTurn } from './line-writer.js';
import { LogSegment } from './log-segment.js';

/** Matches to read at once while their size is unknown. */
const FIRST_STRETCH = 10_000;
/** About how many bytes of the log to read at once. */
const STRETCH_BYTES = 2_000_000;

/** A stretch of a log with the expired waits up to its last match. Use it before the next. */
export interface SegmentWithWaits {
  readonly stretch: LogSegment;
  readonly waits: readonly LogWait[];
}

export interface ReadingAhead {
  /** Matches of a stretch; if omitted, as many as take little memory. */
  readonly atOnce?: number | undefined;
  /** Shared with other work of the connection; none if omitted. */
  readonly inTurn?: InTurn;
}

/**
 * Reads a log to its end, and prefetches one stretch.
 * @param after where to continue; null: the beginning
 * @param readWaits reads the waits up to a place that were not read before
 */
export function readStretches(
  tx: EntityManager,
  leagueId: number,
  after: LogPosition | null,
  readWaits: (upTo: LogPosition) => Promise<readonly LogWait[]>,
  { atOnce, inTurn = (read) => read() }: ReadingAhead = {},
): AsyncGenerator<SegmentWithWaits> {
  let [stretch, other] = [new LogSegment(), new LogSegment()];
  let readUpTo = after;
  let limit = atOnce ?? FIRST_STRETCH;
  let isOver = false;
  const next = async () => {
    if (isOver) return null;
    [stretch, other] = [other, stretch];
    await stretch.read(copyLog(tx, leagueId, { after: readUpTo, limit }));
    isOver = stretch.matches < limit;
    if (!stretch.last) return null;
    readUpTo = stretch.last;
    limit = atOnce ?? Math.max(1, Math.floor((STRETCH_BYTES * stretch.matches) / stretch.bytes));
    return { stretch, waits: await readWaits(readUpTo) };
  };
  return ahead(() => inTurn(next));
}

/**
 * Fetches the next item while the previous one is being used.
 * @param next returns null at the end. Called again as soon as it has returned; a failure is thrown when its item is due
 */
export async function* ahead<T>(next: () => Promise<T | null>): AsyncGenerator<T> {
  let coming = next();
  try {
    for (let item = await coming; item !== null; item = await coming) {
      coming = next();
      coming.catch(() => undefined);
      yield item;
    }
  } finally {
    // Nothing is in progress for a caller that leaves early.
    await coming.catch(() => undefined);
  }
}

/** Forces index scans: the planner has no statistics of a new league. */
const ALONG_THE_LOG = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off';
const AS_USUAL = 'SET LOCAL enable_seqscan TO DEFAULT; SET LOCAL enable_bitmapscan TO DEFAULT';

/**
 * A stretch of a league's log as PostgreSQL's binary COPY sends it, for a LogSegment: matches in the total order, without void
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
    // A reader that stops early still receives the rest: only then can the connection be used again.
    if (!rows.readableEnded && !rows.errored) await finished(rows.resume());
  }
  await tx.query(AS_USUAL);
}
