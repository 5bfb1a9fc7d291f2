import { dayStart } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { DayCount } from '../match-log/activity.repository.js';
import type { AsOfLines, VerdictNumber } from '../rating/rating.js';
import { linesOf, parametersOf } from './past.repository.js';

/** The players of a statement as a FROM item, for lateral joins. */
const WHO = 'unnest($6::integer[]) AS who (player_id)';
const NEWEST_FIRST = 'ORDER BY played_at DESC, sequence DESC';

/**
 * The lines of each of these players as a FROM item. OFFSET 0 makes the planner look up each player's lines: it does not know how few of
 * the league's lines they are, and may otherwise read them all.
 */
function careersIn(lines: AsOfLines, columns: string, condition = 'true'): string {
  return `${WHO} CROSS JOIN LATERAL (
    SELECT * FROM ${linesOf(lines, columns, 'who.player_id')} AS line WHERE ${condition} OFFSET 0) AS line`;
}

/** The most results of a player to read at a time. */
export const MAX_FORM = 20;

/** Of results, boards show so many. */
const SHOWN_FORM = 5;

/** The newest results of some players, newest first, by their ids. @param last 1 to MAX_FORM of each; more may be returned */
export async function listForms(
  sql: Sql,
  lines: AsOfLines,
  last: number,
  playerIds: readonly number[],
): Promise<Map<number, readonly VerdictNumber[]>> {
  // The planner knows the limit, and each is a statement of its own, so there are two.
  const most = last <= SHOWN_FORM ? SHOWN_FORM : MAX_FORM;
  const rows: { playerId: number; verdicts: VerdictNumber[] }[] = await sql.query(
    `SELECT player_id AS "playerId", array_agg(verdict ${NEWEST_FIRST}) AS verdicts
     FROM ${WHO} CROSS JOIN LATERAL (
       SELECT * FROM ${linesOf(lines, 'verdict', 'who.player_id', most)} AS line ${NEWEST_FIRST} LIMIT ${most}
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
  /** The first of equal length; null if no match was won. */
  readonly longestWinning: Streak | null;
  readonly longestLosing: Streak | null;
}

/** The streaks of some players, by their ids. Reads each career once, in order. */
export async function listStreaks(
  sql: Sql,
  lines: AsOfLines,
  playerIds: readonly number[],
): Promise<Map<number, Streaks>> {
  const rows: (Streak & { playerId: number; isCurrent: boolean })[] = await sql.query(
    // A streak begins with a line whose result is not that of the line before it, and ends before the next one that does.
    `WITH line AS (
       SELECT who.player_id, line.*, row_number() OVER (own ORDER BY played_at, sequence) AS number,
              lag(verdict) OVER (own ORDER BY played_at, sequence) AS verdict_before,
              lag(played_at) OVER (own ORDER BY played_at, sequence) AS played_before,
              count(*) OVER own AS total, max(played_at) OVER own AS last
       FROM ${careersIn(lines, 'verdict')}
       WINDOW own AS (PARTITION BY player_id)
     ), streak AS (
       SELECT player_id, verdict, played_at AS since, coalesce(lead(played_before) OVER own, last) AS until,
              coalesce(lead(number) OVER own, total + 1) - number AS matches, lead(number) OVER own IS NULL AS is_current
       FROM line WHERE verdict_before IS DISTINCT FROM verdict
       WINDOW own AS (PARTITION BY player_id ORDER BY number)
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
    // The current streak replaces the longest only if it is longer.
    if (streak.verdict === 1) own.longestWinning ??= streak;
    if (streak.verdict === -1) own.longestLosing ??= streak;
  }
  return streaks;
}

/** The lowest value of some players after any match, by their ids; null if no match gave them a value. */
export async function listLowest(
  sql: Sql,
  lines: AsOfLines,
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
  lines: AsOfLines,
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
  /** Of the match. */
  readonly sequence: number;
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
 * The ratings of some players after each match in a window, in order of play, by their ids. If there are more than the
 * wanted points, the time between the first and the last is divided into equal stretches, each with its lowest and its highest value: as
 * many as a chart of that width can show, including every extreme of the career.
 */
export async function listSeries(
  sql: Sql,
  lines: AsOfLines,
  { points, from, to }: SeriesWindow,
  playerIds: readonly number[],
): Promise<Map<number, readonly RatingPoint[]>> {
  const stretches = Math.floor((points - 2) / 2);
  const rows: (RatingPoint & { playerId: number })[] = await sql.query(
    `WITH line AS (
       SELECT who.player_id, line.*, row_number() OVER (own ORDER BY played_at, sequence) AS number, count(*) OVER own AS total,
              min(played_at) OVER own AS first, max(played_at) OVER own AS last
       FROM ${careersIn(lines, 'after_value, after_deviation, score', 'after_value IS NOT NULL AND played_at >= $7 AND played_at < $8')}
       WINDOW own AS (PARTITION BY player_id)
     ), placed AS (
       SELECT *, coalesce(least(floor(date_part('epoch', played_at - first) / nullif(date_part('epoch', last - first), 0) * $10), $10 - 1), 0) AS stretch
       FROM line
     ), marked AS (
       SELECT *, min(after_value) OVER own AS low, max(after_value) OVER own AS high
       FROM placed WINDOW own AS (PARTITION BY player_id, stretch)
     ), chosen AS (
       SELECT *, row_number() OVER (PARTITION BY player_id, stretch, after_value ORDER BY number) AS place FROM marked
       WHERE total <= $9 OR number IN (1, total) OR after_value IN (low, high)
     )
     SELECT player_id AS "playerId", sequence, played_at AS at, after_value AS value, after_deviation AS deviation,
            nullif(score, '-Infinity') AS score
     FROM chosen WHERE total <= $9 OR number IN (1, total) OR place = 1
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

/** The days of a career that are counted. */
export interface ActivityWindow {
  /** Of the league. */
  readonly timeZone: string;
  /** Inclusive; null: the 365 days up to `to`. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date;
}

/** The rated matches of some players by day, in order, by their ids; days without matches are omitted. */
export async function listPlayerActivity(
  sql: Sql,
  lines: AsOfLines,
  { timeZone, from, to }: ActivityWindow,
  playerIds: readonly number[],
): Promise<Map<number, readonly DayCount[]>> {
  const last = `$8::timestamptz - interval '1 millisecond'`;
  const rows: (DayCount & { playerId: number })[] = await sql.query(
    `SELECT who.player_id AS "playerId", to_char(played_at AT TIME ZONE $9, 'YYYY-MM-DD') AS day, count(*)::integer AS count
     FROM ${careersIn(lines, 'verdict', `played_at >= coalesce($7, ${dayStart(`${last} - interval '364 days'`, '$9')}) AND played_at < $8`)}
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [...parametersOf(lines), playerIds, from, to, timeZone],
  );
  const activity = new Map<number, DayCount[]>();
  for (const { playerId, ...day } of rows) {
    const own = activity.get(playerId);
    if (own) own.push(day);
    else activity.set(playerId, [day]);
  }
  return activity;
}

export type NotableKind = 'best wins' | 'worst defeats';

/** The matches of a player that stand out. */
export interface NotableMatches {
  /** Sequences, the most notable first. */
  readonly sequences: readonly number[];
  /** Lines of opponents that were read to know it. */
  readonly read: number;
}

const VERDICTS: Readonly<Record<NotableKind, 1 | -1>> = { 'best wins': 1, 'worst defeats': -1 };

/** Who somebody of `match` counts as in the league of $1. Most leagues have no merged players, and look none up. */
const PERSON = `SELECT CASE WHEN (SELECT EXISTS (SELECT FROM player_merge WHERE league_id = $1))
    THEN COALESCE((SELECT into_id FROM player_merge AS merge WHERE merge.league_id = $1 AND merge.player_id = own.player_id), own.player_id)
    ELSE own.player_id END AS player_id, COALESCE(sides[number], number) AS side
  FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)`;

/**
 * The wins of some players against the strongest opponents, or their defeats against the weakest ones, by the players' ids. Opponents are
 * as strong as the mean of their values after their match before it; of matches that are alike the newer comes first.
 */
export async function listNotableMatches(
  sql: Sql,
  lines: AsOfLines,
  kind: NotableKind,
  most: number,
  playerIds: readonly number[],
): Promise<Map<number, NotableMatches>> {
  const rows: (NotableMatches & { playerId: number })[] = await sql.query(
    `SELECT who.player_id AS "playerId", notable.* FROM unnest($6::integer[]) AS who (player_id)
     CROSS JOIN LATERAL (
       SELECT array_agg(sequence ORDER BY place) FILTER (WHERE place <= $8) AS sequences, sum(read)::integer AS read
       FROM (
         SELECT sequence, read, row_number() OVER (ORDER BY strength * verdict DESC, played_at DESC, sequence DESC) AS place
         FROM (
           SELECT line.*, opponents.* FROM ${linesOf(lines, 'verdict', 'who.player_id')} AS line
           JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
           CROSS JOIN LATERAL (
             SELECT avg(other.before_value) AS strength, count(*) AS read
             FROM (${PERSON}) AS person
             CROSS JOIN LATERAL (
               SELECT before_value FROM ${linesOf(lines, 'before_value', 'person.player_id')} AS own_line
               WHERE own_line.played_at = line.played_at AND own_line.sequence = line.sequence OFFSET 0
             ) AS other
             WHERE CASE WHEN sides IS NULL THEN person.player_id <> who.player_id
                   ELSE person.side <> (SELECT side FROM (${PERSON}) AS own WHERE player_id = who.player_id LIMIT 1) END
           ) AS opponents
           WHERE verdict = $7::integer
         ) AS strong WHERE strength IS NOT NULL
       ) AS placed HAVING count(*) > 0
     ) AS notable`,
    [...parametersOf(lines), playerIds, VERDICTS[kind], most],
  );
  return new Map(rows.map(({ playerId, ...notable }) => [playerId, notable]));
}
