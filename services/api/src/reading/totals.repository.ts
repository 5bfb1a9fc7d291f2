import type { NeedsClock, NeedsReads } from '../kit/needs.js';
import type { Sql } from '../kit/sql/transaction.js';
import { EVERYBODY } from '../player/known-players.js';

/** What everybody may read. */
export interface Totals {
  readonly leagues: number;
  readonly players: number;
  /** In the logs of public leagues. */
  readonly matches: number;
  /** Those without the void ones. */
  readonly ratedMatches: number;
}

/** Milliseconds for which the number of players is remembered: to count them is to read an index of all of them. */
const REMEMBERED = 10_000;
const counted = new WeakMap<Sql, { readonly at: number; readonly players: Promise<number> }>();

/** Reads no log but for an index of void matches: leagues count their matches themselves. @param among leagues that can be reached; null: all */
export async function readTotals(
  { reads, clock }: NeedsReads & NeedsClock,
  among: readonly number[] | null,
): Promise<Totals> {
  const now = clock().getTime();
  let known = counted.get(reads);
  if (!known || now - known.at >= REMEMBERED) {
    known = { at: now, players: countPublicPlayers(reads) };
    counted.set(reads, known);
    // The next request counts again.
    known.players.catch(() => counted.delete(reads));
  }
  const [[row], players] = await Promise.all([
    reads.query(
      // Citus takes no subquery outside of FROM and WHERE.
      `SELECT count(*)::integer AS leagues, coalesce(sum(match_count), 0)::integer AS matches,
         coalesce(sum(match_count - void), 0)::integer AS "ratedMatches"
       FROM (SELECT id, match_count, count(match.league_id) AS void
         FROM league LEFT JOIN match ON match.league_id = league.id AND status = 'VOID'
         WHERE visibility = 'PUBLIC' AND deleted_at IS NULL AND ${among ? 'id = ANY($1::integer[])' : '$1::integer[] IS NULL'}
         GROUP BY id, match_count) AS own`,
      [among],
    ),
    known.players,
  ]);
  return { ...row, players };
}

async function countPublicPlayers(sql: Sql): Promise<number> {
  const [row] = await sql.query(`SELECT count(*)::integer AS players FROM membership WHERE league_id = ${EVERYBODY}`);
  return row.players;
}
