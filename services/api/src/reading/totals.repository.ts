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

/** Reads no log but for an index of void matches: leagues count their matches themselves. @param among leagues that can be reached; null: all */
export async function readTotals(
  { reads, clock }: NeedsReads & NeedsClock,
  among: readonly number[] | null,
): Promise<Totals> {
  const now = clock().getTime();
  const [[row], players, ratedMatches] = await Promise.all([
    reads.query(
      `SELECT count(*)::integer AS leagues, coalesce(sum(match_count), 0)::integer AS matches
       FROM league WHERE ${arePublic(among)}`,
      [among],
    ),
    publicPlayers(reads, now),
    among ? countRated(reads, among) : allRated(reads, now),
  ]);
  return { ...row, players, ratedMatches };
}

/** Milliseconds for which it is remembered what an index of all players, or of all void matches, must be read for. */
const REMEMBERED = 10_000;

const publicPlayers = remembered(countPublicPlayers);
const allRated = remembered((sql) => countRated(sql, null));

/** A count of which the result is remembered for all callers. */
function remembered(count: (sql: Sql) => Promise<number>): (sql: Sql, now: number) => Promise<number> {
  const results = new WeakMap<Sql, { readonly at: number; readonly found: Promise<number> }>();
  return (sql, now) => {
    const known = results.get(sql);
    if (known && now - known.at < REMEMBERED) return known.found;
    const found = count(sql);
    results.set(sql, { at: now, found });
    // The next request counts again.
    found.catch(() => results.delete(sql));
    return found;
  };
}

async function countPublicPlayers(sql: Sql): Promise<number> {
  const [row] = await sql.query(`SELECT count(*)::integer AS players FROM membership WHERE league_id = ${EVERYBODY}`);
  return row.players;
}

async function countRated(sql: Sql, among: readonly number[] | null): Promise<number> {
  const [row] = await sql.query(
    // Citus takes no subquery outside of FROM and WHERE.
    `SELECT coalesce(sum(match_count - void), 0)::integer AS matches
     FROM (SELECT id, match_count, count(match.league_id) AS void
       FROM league LEFT JOIN match ON match.league_id = league.id AND status = 'VOID'
       WHERE ${arePublic(among)}
       GROUP BY id, match_count) AS own`,
    [among],
  );
  return row.matches;
}

/** Of leagues: whether they count, with $1 for those that can be reached. */
function arePublic(among: readonly number[] | null): string {
  return `visibility = 'PUBLIC' AND deleted_at IS NULL AND ${among ? 'id = ANY($1::integer[])' : '$1::integer[] IS NULL'}`;
}
