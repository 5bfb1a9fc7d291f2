import type { Sql } from '../kit/sql/transaction.js';
import { linesOf, parametersOf } from './past.repository.js';
import type { PastLines } from './past-lines.js';

/** The result of a match for a player's side: 1 it stood alone in front, 0 it shared the first place, -1 another did. */
export type VerdictNumber = -1 | 0 | 1;

/** The players that a statement is about, as a FROM item; what is unlike in their careers is joined laterally. */
const WHO = 'unnest($6::integer[]) AS who (player_id)';
const NEWEST_FIRST = 'ORDER BY played_at DESC, sequence DESC';

/** The most results that are read of a player at a time. */
export const MAX_FORM = 20;

/** The newest MAX_FORM results of some players, newest first, by their ids. */
export async function listForms(
  sql: Sql,
  lines: PastLines,
  playerIds: readonly number[],
): Promise<Map<number, readonly VerdictNumber[]>> {
  const newest = `${NEWEST_FIRST} LIMIT ${MAX_FORM}`;
  const rows: { playerId: number; verdicts: VerdictNumber[] }[] = await sql.query(
    `SELECT player_id AS "playerId", array_agg(verdict ${NEWEST_FIRST}) AS verdicts
     FROM ${WHO} CROSS JOIN LATERAL (
       SELECT * FROM ${linesOf(lines, 'verdict', 'who.player_id', newest)} AS line ${newest}
     ) AS line GROUP BY player_id`,
    [...parametersOf(lines), playerIds],
  );
  return new Map(rows.map(({ playerId, verdicts }) => [playerId, verdicts]));
}

/** A run of equal results in a row. */
export interface Streak {
  readonly verdict: VerdictNumber;
  readonly matches: number;
  /** When its first match was played. */
  readonly from: Date;
  /** When its last match so far was played. */
  readonly to: Date;
}

export interface Streaks {
  /** Null before the first rated match. */
  readonly current: Streak | null;
  /** The first of those of the same length; null if no match was won. */
  readonly longestWinning: Streak | null;
  readonly longestLosing: Streak | null;
}

/** The streaks of some players, by their ids. A career is read once, in its order. */
export async function listStreaks(
  sql: Sql,
  lines: PastLines,
  playerIds: readonly number[],
): Promise<Map<number, Streaks>> {
  const inOrder = 'PARTITION BY player_id ORDER BY played_at, sequence';
  const rows: (Streak & { playerId: number; isCurrent: boolean })[] = await sql.query(
    `WITH line AS (
       SELECT who.player_id, line.*, row_number() OVER own AS number, lag(verdict) OVER own AS verdict_before,
              lag(played_at) OVER own AS played_before
       FROM ${WHO} CROSS JOIN LATERAL ${linesOf(lines, 'verdict', 'who.player_id')} AS line
       WINDOW own AS (${inOrder})
     ), last AS (
       SELECT player_id, max(number) AS number, max(played_at) AS played_at FROM line GROUP BY player_id
     ), streak AS (
       SELECT player_id, verdict, line.played_at AS since, lead(line.number) OVER own IS NULL AS is_current,
              coalesce(lead(line.number) OVER own, last.number + 1) - line.number AS matches,
              coalesce(lead(played_before) OVER own, last.played_at) AS until
       FROM (SELECT * FROM line WHERE verdict_before IS DISTINCT FROM verdict) AS line
       JOIN last USING (player_id)
       WINDOW own AS (PARTITION BY player_id ORDER BY line.number)
     ), longest AS (
       SELECT *, row_number() OVER (PARTITION BY player_id, verdict ORDER BY matches DESC, since) AS place FROM streak
     )
     SELECT player_id AS "playerId", verdict, matches::integer, since AS "from", until AS "to", is_current AS "isCurrent"
     FROM longest WHERE is_current OR place = 1 AND verdict <> 0
     ORDER BY player_id, matches DESC, since`,
    [...parametersOf(lines), playerIds],
  );
  const streaks = new Map<number, { -readonly [Key in keyof Streaks]: Streaks[Key] }>();
  for (const { playerId, isCurrent, ...streak } of rows) {
    const own = streaks.get(playerId) ?? { current: null, longestWinning: null, longestLosing: null };
    streaks.set(playerId, own);
    if (isCurrent) own.current = streak;
    // The current one may come beside the longest, never before one that is as long and older.
    if (streak.verdict === 1) own.longestWinning ??= streak;
    if (streak.verdict === -1) own.longestLosing ??= streak;
  }
  return streaks;
}

/** The lowest value of some players after any match, by their ids; null if no match gave them a value. */
export async function listLowest(
  sql: Sql,
  lines: PastLines,
  playerIds: readonly number[],
): Promise<Map<number, number | null>> {
  const rows: { playerId: number; lowest: number | null }[] = await sql.query(
    `SELECT player_id AS "playerId", lowest FROM ${WHO} CROSS JOIN LATERAL (
       SELECT min(after_value) AS lowest FROM ${linesOf(lines, 'after_value', 'who.player_id')} AS line
     ) AS own`,
    [...parametersOf(lines), playerIds],
  );
  return new Map(rows.map(({ playerId, lowest }) => [playerId, lowest]));
}

/** The match after which some players first had their highest value, as its sequence, by their ids. */
export async function listPeakMatches(
  sql: Sql,
  lines: PastLines,
  playerIds: readonly number[],
): Promise<Map<number, number>> {
  const rows: { playerId: number; sequence: number }[] = await sql.query(
    `SELECT who.player_id AS "playerId", sequence FROM ${WHO} CROSS JOIN LATERAL (
       SELECT sequence FROM ${linesOf(lines, 'after_value', 'who.player_id')} AS line
       WHERE after_value IS NOT NULL ORDER BY after_value DESC, played_at, sequence LIMIT 1
     ) AS peak`,
    [...parametersOf(lines), playerIds],
  );
  return new Map(rows.map(({ playerId, sequence }) => [playerId, sequence]));
}

/** A rating after a match, as a chart shows it. */
export interface RatingPoint {
  readonly at: Date;
  readonly value: number;
  readonly deviation: number | null;
  /** The value that the board was sorted by; null for none. */
  readonly score: number | null;
}

/** The part of a career that a chart shows. */
export interface SeriesWindow {
  /** The most points, 4 or more. */
  readonly points: number;
  /** Inclusive; null: from the first match. */
  readonly from: Date | null;
  /** Exclusive; null: to the last match. */
  readonly to: Date | null;
}

/**
 * The ratings of some players after each match in a window, in order of play, by their ids. Where there are more than the
 * points wanted, the time between the first and the last is cut into equal stretches, and each stretch keeps its lowest and its highest
 * value: as many as a chart of that width can show, and every extreme of the career among them.
 */
export async function listSeries(
  sql: Sql,
  lines: PastLines,
  { points, from, to }: SeriesWindow,
  playerIds: readonly number[],
): Promise<Map<number, readonly RatingPoint[]>> {
  const stretches = Math.floor((points - 2) / 2);
  const rows: (RatingPoint & { playerId: number })[] = await sql.query(
    `WITH line AS (
       SELECT who.player_id, played_at, sequence, after_value, after_deviation, score, date_part('epoch', played_at) AS epoch
       FROM ${WHO} CROSS JOIN LATERAL ${linesOf(lines, 'after_value, after_deviation, score', 'who.player_id')} AS line
       WHERE after_value IS NOT NULL AND played_at >= $7 AND played_at < $8
     ), career AS (
       SELECT player_id, count(*) AS total, min(epoch) AS begun, max(epoch) - min(epoch) AS span
       FROM line GROUP BY player_id
     ), placed AS (
       SELECT line.*, total, row_number() OVER (PARTITION BY player_id ORDER BY played_at, sequence) AS number,
              coalesce(least(floor((epoch - begun) / nullif(span, 0) * $10), $10 - 1), 0) AS stretch
       FROM line JOIN career USING (player_id)
     ), marked AS (
       SELECT *, row_number() OVER (PARTITION BY player_id, stretch ORDER BY after_value, number) AS from_low,
              row_number() OVER (PARTITION BY player_id, stretch ORDER BY after_value DESC, number) AS from_high
       FROM placed
     )
     SELECT player_id AS "playerId", played_at AS at, after_value AS value, after_deviation AS deviation,
            nullif(score, '-Infinity') AS score
     FROM marked
     WHERE total <= $9 OR number = 1 OR number = total OR from_low = 1 OR from_high = 1
     ORDER BY player_id, number`,
    [...parametersOf(lines), playerIds, from ?? '-infinity', to ?? 'infinity', points, stretches],
  );
  const series = new Map<number, RatingPoint[]>();
  for (const { playerId, ...point } of rows) {
    const own = series.get(playerId);
    if (own) own.push(point);
    else series.set(playerId, [point]);
  }
  return series;
}
