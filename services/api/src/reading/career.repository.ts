import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import { LRUCache } from 'lru-cache';
import { groupedBy } from '../kit/grouped-by.js';
import { dayStart, hideArrayLength } from '../kit/sql/columns.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { SideStatus } from '../league/status-rules.js';
import { linesOf, parametersOf } from '../rating/journal.repository.js';
import type { AsOfLines, Rating, VerdictNumber } from '../rating/rating.js';
import type { CareerLine } from './career.js';
import type { DayCount } from './league-numbers.repository.js';
import { type AsOf, keptThroughMatches, VERSION } from './movers.repository.js';

/** The players of a statement as a FROM item, for lateral joins. */
const WHO = `unnest(${hideArrayLength('$6', 'integer')}) AS who (player_id)`;
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

/** How many results boards show. */
const SHOWN_FORM = 5;

/** The newest results of some players, newest first, by their ids. @param last 1 to MAX_FORM of each; more may be returned */
export async function listForms(
  sql: Sql,
  lines: AsOfLines,
  last: number,
  playerIds: readonly number[],
): Promise<Map<number, readonly VerdictNumber[]>> {
  // The planner knows the limit, and each limit is a separate statement, so there are two.
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

/** The newest lines of a player, at most MAX_FORM. */
export interface RecentLines {
  /** Newest first. */
  readonly verdicts: readonly VerdictNumber[];
  /** After those that gave one, oldest first. */
  readonly values: readonly number[];
}

/** The newest lines of some players, by their ids. */
export async function listRecentLines(
  sql: Sql,
  lines: AsOfLines,
  playerIds: readonly number[],
): Promise<Map<number, RecentLines>> {
  const rows: (RecentLines & { playerId: number })[] = await sql.query(
    `SELECT player_id AS "playerId", array_agg(verdict ${NEWEST_FIRST}) AS verdicts,
            coalesce(array_agg(after_value ORDER BY played_at, sequence) FILTER (WHERE after_value IS NOT NULL), '{}') AS values
     FROM ${WHO} CROSS JOIN LATERAL (
       SELECT * FROM ${linesOf(lines, 'verdict, after_value', 'who.player_id', MAX_FORM)} AS line ${NEWEST_FIRST} LIMIT ${MAX_FORM}
     ) AS line GROUP BY player_id`,
    [...parametersOf(lines), playerIds],
  );
  return new Map(rows.map(({ playerId, ...recent }) => [playerId, recent]));
}

/** Players whose newest lines are remembered: a few hundred bytes each. */
const MAX_REMEMBERED = 20_000;

/**
 * Newest lines by what the board says of a rating. They stay as they are until the player plays or the league has another revision: of the
 * fifty players on a page that is made anew after a match, those who played are read.
 */
export const rememberedLines = new LRUCache<string, RecentLines>({ max: MAX_REMEMBERED });

/** Under which the lines of a present rating are remembered. The value differs where a database lost its newest writes. */
export function recentLinesKey(
  { id, revision, createdAt }: Pick<League, 'id' | 'revision' | 'createdAt'>,
  { playerId, matchesPlayed, value, lastPlayedAt }: Rating,
): string {
  return `${id} ${createdAt.getTime()} ${revision} ${playerId} ${matchesPlayed} ${lastPlayedAt?.getTime()} ${value}`;
}

/** Which part of a career is read. */
export interface CareerWindow {
  /** Inclusive; null: from the first match. */
  readonly from: Date | null;
  /** Exclusive; null: to the last match. */
  readonly to: Date | null;
}

/** A line as bytes. Reading ten thousand of them takes a fraction of the time of as many rows. */
const PACKED_LINE = [
  'int4send(sequence)',
  `float8send(round(date_part('epoch', played_at) * 1000))`,
  'int2send(verdict)',
  ...['after_value', 'after_deviation', 'score'].map((column) => `float8send(coalesce(${column}, '-Infinity'))`),
].join(' || ');
const PACKED_BYTES = 4 + 8 + 2 + 3 * 8;

function unpackLines(packed: Buffer): CareerLine[] {
  const numberAt = (at: number) => {
    const number = packed.readDoubleBE(at);
    return number === Number.NEGATIVE_INFINITY ? null : number;
  };
  return Array.from({ length: packed.length / PACKED_BYTES }, (_, place) => {
    const at = place * PACKED_BYTES;
    return {
      sequence: packed.readInt32BE(at),
      at: packed.readDoubleBE(at + 4),
      verdict: packed.readInt16BE(at + 12) as VerdictNumber,
      value: numberAt(at + 14),
      deviation: numberAt(at + 22),
      score: numberAt(at + 30),
    };
  });
}

/** The lines of some players in a window, in order of play, by their ids. */
export async function listCareers(
  sql: Sql,
  lines: AsOfLines,
  { from, to }: CareerWindow,
  playerIds: readonly number[],
): Promise<Map<number, readonly CareerLine[]>> {
  const rows: { playerId: number; packed: Buffer }[] = await sql.query(
    `SELECT who.player_id AS "playerId", string_agg(${PACKED_LINE}, '' ORDER BY played_at, sequence) AS packed
     FROM ${careersIn(lines, 'verdict, after_value, after_deviation, score', 'played_at >= $7 AND played_at < $8')}
     GROUP BY who.player_id`,
    [...parametersOf(lines), playerIds, from ?? '-infinity', to ?? 'infinity'],
  );
  return new Map(rows.map(({ playerId, packed }) => [playerId, unpackLines(packed)]));
}

/** The days of a career that are counted. */
export interface ActivityWindow {
  /** Time zone of the league. */
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
  return groupedBy(rows, ({ playerId }) => playerId);
}

export type NotableKind = 'best wins' | 'worst defeats';

/** A player's most notable matches. */
export interface NotableMatches {
  /** Sequences, the most notable first. */
  readonly sequences: readonly number[];
  /** Opponents and team-mates in all of them, whose lines were read for this. */
  readonly read: number;
}

const VERDICTS: Readonly<Record<NotableKind, 1 | -1>> = { 'best wins': 1, 'worst defeats': -1 };

/** The id that a player of `match` counts as in the league of $1. Most leagues have no merged players, and need no look-up. */
const PERSON = `SELECT CASE WHEN (SELECT EXISTS (SELECT FROM player_merge WHERE league_id = $1))
    THEN COALESCE((SELECT into_id FROM player_merge AS merge WHERE merge.league_id = $1 AND merge.player_id = own.player_id), own.player_id)
    ELSE own.player_id END AS player_id, COALESCE(sides[number], number) AS side
  FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)`;

/** Whether a line of the journal contains the value of the only opponent: in duels, unless contributions were dropped. */
const TELLS_OF_OPPONENT = `cardinality(player_ids) = 2 AND cardinality(contributions) = ${CONTRIBUTION_WIDTH}`;

/**
 * The wins of some players against the strongest opponents, or their defeats against the weakest ones, by the players' ids. The strength
 * of opponents is the mean of their values after their previous matches; of equal matches, the newer comes first.
 */
export async function listNotableMatches(
  sql: Sql,
  lines: AsOfLines,
  kind: NotableKind,
  most: number,
  playerIds: readonly number[],
): Promise<Map<number, NotableMatches>> {
  const rows: (NotableMatches & { playerId: number })[] = await sql.query(
    `SELECT who.player_id AS "playerId", notable.* FROM ${WHO}
     CROSS JOIN LATERAL (
       SELECT array_agg(sequence ORDER BY place) FILTER (WHERE place <= $8) AS sequences, sum(read)::integer AS read
       FROM (
         SELECT sequence, read, row_number() OVER (ORDER BY strength * verdict DESC, played_at DESC, sequence DESC) AS place
         FROM (
           SELECT line.*, cardinality(player_ids) - 1 AS read, CASE
             WHEN ${TELLS_OF_OPPONENT} THEN nullif(contributions[2], 'NaN')
             ELSE (
               SELECT avg(other.before_value) FROM (${PERSON}) AS person
               CROSS JOIN LATERAL (
                 SELECT before_value FROM ${linesOf(lines, 'before_value', 'person.player_id')} AS own_line
                 WHERE own_line.played_at = line.played_at AND own_line.sequence = line.sequence OFFSET 0
               ) AS other
               WHERE CASE WHEN sides IS NULL THEN person.player_id <> who.player_id
                     ELSE person.side <> (SELECT side FROM (${PERSON}) AS own WHERE player_id = who.player_id LIMIT 1) END
             ) END AS strength
           FROM ${linesOf(lines, 'verdict, contributions', 'who.player_id')} AS line
           JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
           WHERE verdict = $7::integer OFFSET 0
         ) AS strong WHERE strength IS NOT NULL
       ) AS placed HAVING count(*) > 0
     ) AS notable`,
    [...parametersOf(lines), playerIds, VERDICTS[kind], most],
  );
  return new Map(rows.map(({ playerId, ...notable }) => [playerId, notable]));
}

/** A player's result in one race: a match of more than two sides. */
export interface Placing {
  /** From 1; equal is a tie. */
  readonly place: number;
  /** Sides of the race, 3 or more. */
  readonly sides: number;
  /** Share of the other participants who finished behind; a side with the same place counts half. */
  readonly beaten: number;
  /** How the race ended for the side, as reported, with or without a place. */
  readonly status: SideStatus;
}

const OF_LINE = 'ORDER BY line.played_at DESC, line.sequence DESC';

/** How many sides a row of `match` has. */
const SIDES = `CASE WHEN match.sides IS NULL THEN cardinality(player_ids) ELSE (SELECT max(side) + 1 FROM unnest(match.sides) AS side) END`;

/** The number of each participant of a row of `match`, with their side, as a FROM item. */
const NUMBERED =
  '(SELECT number, coalesce(match.sides[number], number - 1) AS side FROM generate_subscripts(player_ids, 1) AS number)';

/** How well a side of a row of `match` did, of those grouped by it. */
const MERIT = `CASE WHEN placements IS NOT NULL THEN -placements[side + 1]::double precision
    ELSE coalesce(side_scores[side + 1], sum(scores[number] ORDER BY number)) END`;

/** How well each side of a row of `match` did, as `sideMerits` has it, and whether it took part, as `tookPart` has it. */
const MERITS = `SELECT side, ${MERIT} AS merit,
    bool_or(coalesce((SELECT into_id FROM player_merge AS merge
      WHERE merge.league_id = $1 AND merge.player_id = player_ids[number]), player_ids[number]) = who.player_id) AS is_own,
    bool_and(guests[number] AND reported -> side::integer ->> 'status' = 'DID_NOT_START') IS NOT TRUE AS took_part
  FROM ${NUMBERED} AS own
  GROUP BY side`;

/**
 * The results of some players in their races, the newest first, by the players' ids. Races are always the current ones, even as of a
 * past moment.
 * @param most how many of their newest matches to read; null: all
 */
export async function listPlacings(
  sql: Sql,
  lines: AsOfLines,
  most: number | null,
  playerIds: readonly number[],
): Promise<Map<number, readonly Placing[]>> {
  const limit = most === null ? '' : `${NEWEST_FIRST} LIMIT ${Number(most)}`;
  const rows: { playerId: number; places: number[]; sides: number[]; beaten: number[]; statuses: SideStatus[] }[] =
    await sql.query(
      `SELECT who.player_id AS "playerId", race.* FROM ${WHO} CROSS JOIN LATERAL (
       SELECT array_agg(finish.place ${OF_LINE}) AS places, array_agg(finish.sides ${OF_LINE}) AS sides,
              array_agg(finish.beaten ${OF_LINE}) AS beaten, array_agg(finish.status ${OF_LINE}) AS statuses
       FROM (SELECT * FROM ${linesOf(lines, 'verdict', 'who.player_id', most ?? undefined)} AS line ${limit}) AS line
       JOIN match ON match.league_id = $1 AND match.sequence = line.sequence AND ${SIDES} > 2
       CROSS JOIN LATERAL (
         SELECT (1 + count(*) FILTER (WHERE merit > own))::integer AS place, count(*)::integer AS sides,
                coalesce((count(*) FILTER (WHERE took_part AND merit < own) + (count(*) FILTER (WHERE took_part AND merit = own) - 1) / 2.0)
                  / nullif(count(*) FILTER (WHERE took_part) - 1, 0)::double precision, 0) AS beaten,
                coalesce(max(reported -> side::integer ->> 'status') FILTER (WHERE is_own), 'FINISHED') AS status
         FROM (SELECT side, is_own, took_part, merit, max(merit) FILTER (WHERE is_own) OVER () AS own FROM (${MERITS}) AS side) AS other
         HAVING bool_or(is_own AND took_part)
       ) AS finish HAVING count(*) > 0
     ) AS race`,
      [...parametersOf(lines), playerIds],
    );
  return new Map(
    rows.map(({ playerId, places, sides, beaten, statuses }) => [
      playerId,
      places.map((place, index) => ({
        place,
        sides: sides[index]!,
        beaten: beaten[index]!,
        status: statuses[index]!,
      })),
    ]),
  );
}

/**
 * The points that the players of a league have from the places of their sides in rated races that those finished, by their ids; each race
 * is read once. Sides that share a place all get its points. Decimals are added exactly, so that the order does not matter.
 */
export async function listRacePoints(
  sql: Sql,
  leagueId: number,
  placePoints: readonly number[],
): Promise<Map<number, number>> {
  const rows: { playerId: number; points: number }[] = await sql.query(
    `SELECT coalesce(merge.into_id, own.player_id) AS "playerId",
            sum(($2::double precision[])[finish.place]::numeric)::double precision AS points
     FROM match CROSS JOIN LATERAL (
       SELECT side, players, rank() OVER (ORDER BY merit DESC NULLS LAST) AS place, count(players) OVER () AS rated
       FROM (SELECT side, ${MERIT} AS merit, array_agg(player_ids[number]) FILTER (WHERE guests[number] IS NOT TRUE) AS players
             FROM ${NUMBERED} AS own GROUP BY side) AS side
     ) AS finish CROSS JOIN LATERAL unnest(players) AS own (player_id)
     LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
     WHERE match.league_id = $1 AND match.status = 'RATED' AND ${SIDES} > 2 AND rated > 1 AND place <= cardinality($2::double precision[])
       AND coalesce(reported -> side::integer ->> 'status', 'FINISHED') = 'FINISHED'
     GROUP BY 1`,
    [leagueId, placePoints],
  );
  return new Map(rows.map(({ playerId, points }) => [playerId, points]));
}

/** The usual matches of a league. */
export interface UsualMatch {
  /** The middle number of sides of the newest matches; null if there are none. */
  readonly sides: number | null;
  /** Whether a player has a draw. */
  readonly hasDraws: boolean;
}

/** How many of the newest matches define the usual result. */
const NEWEST = 20;

export async function findUsualMatch(sql: Sql, league: League): Promise<UsualMatch> {
  const { id } = league;
  const hasDrawn = ({ draws }: Rating) => draws > 0;
  const next = (had: boolean, played: readonly Rating[]) => had || played.some(hasDrawn);
  const [[row], { state: hasDraws }] = await Promise.all([
    sql.query(
      `SELECT (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY sides)::integer FROM (
         SELECT ${SIDES} AS sides FROM match WHERE league_id = $1 AND status = 'RATED' ${NEWEST_FIRST} LIMIT ${NEWEST}
       ) AS newest) AS sides`,
      [id],
    ),
    keptThroughMatches(sql, league, 'draws', () => readDraws(sql, id), next),
  ]);
  return { ...row, hasDraws };
}

async function readDraws(sql: Sql, leagueId: number): Promise<AsOf<boolean>> {
  const rows: AsOf<boolean>[] = await sql.query(
    `SELECT history, version, drawn.found AS state FROM ${VERSION}
     CROSS JOIN (SELECT EXISTS (SELECT FROM rating WHERE league_id = $1 AND draws > 0) AS found) AS drawn`,
    [leagueId],
  );
  return rows[0]!;
}

/** A rank at a midnight. */
export interface RankPoint {
  readonly at: Date;
  readonly rank: number;
}

export interface RankWindow {
  /** Inclusive; null: the newest MAX_RANK_DAYS. */
  readonly from: Date | null;
  /** Inclusive; null: up to the newest. */
  readonly to: Date | null;
}

/** Most recorded days that are read, the newest: somewhat more than a year of them. */
export const MAX_RANK_DAYS = 400;

/**
 * The ranks that players of a league had at the recorded midnights, as the board showed them then, by their ids, the oldest first. Days with
 * the same board as the day before are omitted.
 */
export async function listRankSeries(
  sql: Sql,
  leagueId: number,
  { from, to }: RankWindow,
  playerIds: readonly number[],
): Promise<Map<number, readonly RankPoint[]>> {
  const rows: { playerId: number; at: Date[]; ranks: number[] }[] = await sql.query(
    `SELECT player_id AS "playerId", array_agg(midnight ORDER BY midnight) AS at, array_agg(rank ORDER BY midnight) AS ranks
     FROM (
       SELECT midnight, player_id, array_position(scores, scores[array_position(players, player_id)]) AS rank
       FROM (SELECT midnight, players, scores FROM standings_snapshot
             WHERE league_id = $1 AND players IS NOT NULL AND midnight BETWEEN $3 AND $4
             ORDER BY day DESC LIMIT ${MAX_RANK_DAYS}) AS recorded
       CROSS JOIN unnest($2::integer[]) AS who (player_id)
     ) AS ranked WHERE rank IS NOT NULL GROUP BY player_id`,
    [leagueId, playerIds, from ?? '-infinity', to ?? 'infinity'],
  );
  return new Map(
    rows.map(({ playerId, at, ranks }) => [playerId, at.map((at, place) => ({ at, rank: ranks[place]! }))]),
  );
}
