import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import { LRUCache } from 'lru-cache';
import { groupedBy, madeOnce } from '../kit/grouped-by.js';
import { type NeedsClock, type NeedsReads } from '../kit/needs.js';
import { dayStart } from '../kit/sql/columns.js';
import { type Sql } from '../kit/sql/transaction.js';
import { isSameStamp, type League, type LeagueStamp } from '../league/league.js';
import { type Found, HISTORY, keptByHistory } from '../league/league-reader.js';
import { EVERYBODY } from '../player/known-players.js';
import { linesOfMatches } from '../rating/journal.repository.js';
import { affordable, listNewest, lookedAt, MAX_NEWEST, VERSION } from './movers.repository.js';

/** How many ranked players have a value in an interval. */
export interface ValueCount {
  /** In points; belongs to the interval. */
  readonly value: number;
  /** In points; belongs to the next one. */
  readonly to: number;
  readonly count: number;
}

/** The most intervals: forty, and an incomplete one at each end. */
export const MAX_INTERVALS = 42;

/**
 * SQL of the width of the intervals: the smallest of …, 0.5, 1, 2, 5, 10, 20, … points for which there are not too many. With few
 * players, most of forty intervals would be empty.
 */
const WIDTH = `(SELECT CASE WHEN high = low THEN 1 ELSE magnitude * (CASE WHEN wanted <= magnitude THEN 1
      WHEN wanted <= 2 * magnitude THEN 2 WHEN wanted <= 5 * magnitude THEN 5 ELSE 10 END) END AS width
    FROM (SELECT *, power(10::double precision, floor(log(nullif(wanted, 0)))) AS magnitude
      FROM (SELECT low, high, (high - low) / least(${MAX_INTERVALS - 2}, 2 * sqrt(players)) AS wanted
        FROM (SELECT min(value) AS low, max(value) AS high, count(*) AS players FROM ranked) AS extent) AS scaled) AS sized)`;

/** The values of a league's ranked players in intervals of equal width, from the lowest to the highest; none if nobody is ranked. */
export async function listDistribution(sql: Sql, leagueId: number): Promise<ValueCount[]> {
  const rows: { interval: number; width: number; count: number }[] = await sql.query(
    `WITH ranked AS MATERIALIZED (
       SELECT value FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND value IS NOT NULL
     ), width AS MATERIALIZED ${WIDTH}
     SELECT floor(value / width) AS interval, width, count(*)::integer AS count
     FROM ranked CROSS JOIN width GROUP BY 1, 2 ORDER BY 1`,
    [leagueId],
  );
  const counts: ValueCount[] = [];
  for (const [place, { interval, width, count }] of rows.entries()) {
    for (let empty = (rows[place - 1]?.interval ?? interval - 1) + 1; empty < interval; empty++) {
      counts.push({ value: empty * width, to: (empty + 1) * width, count: 0 });
    }
    counts.push({ value: interval * width, to: (interval + 1) * width, count });
  }
  return counts;
}

/** The number of matches that count on a day of a league. */
export interface DayCount {
  /** In the league's time zone: YYYY-MM-DD. */
  readonly day: string;
  readonly count: number;
}

/** Days of a window without a beginning. */
const DEFAULT_DAYS = 365;

/** A part of the log. */
interface Window {
  /** Inclusive; null: the days of a year, up to `to`. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date;
}

const DAY = 86_400_000;

/** The day of the newest match of a league, to which later matches are added. */
interface NewestDay extends Pick<League, 'version' | 'matchCount'> {
  readonly history: string;
  readonly day: number;
  readonly count: number;
}

const newestDays = new LRUCache<string, NewestDay>({ max: 1_000 });

/**
 * The number of matches that count on each day of a window, in order; days without matches are omitted.
 * @param span how many days are counted together, under the first of them
 */
export async function listActivity(
  sql: Sql,
  league: Pick<League, 'id' | 'timeZone' | 'ratedThrough' | 'revision' | 'version' | 'matchCount'>,
  window: Window,
  span = 1,
): Promise<DayCount[]> {
  const { id, timeZone, ratedThrough, version, matchCount } = league;
  const { from, to } = window;
  const [{ history, first, last }]: [{ history: string; first: number | null; last: number }] = await sql.query(
    `SELECT history, ${dayOf('$3::timestamptz')} AS first, ${dayOf("($4::timestamptz - interval '1 millisecond')")} AS last
     FROM ${HISTORY}`,
    [id, timeZone, from, to],
  );
  const begin = first ?? last - DEFAULT_DAYS + 1;
  const before = Array.from({ length: last - begin }, (_, days) => begin + days);
  const read = (days: readonly number[]) => countByDays(sql, league, window, days);
  // Days before that of the newest match are over.
  const areOver = ratedThrough !== null && to.getTime() <= ratedThrough.getTime() + 1;
  const name = areOver ? `activity ${timeZone} ${from?.getTime()}` : null;
  const countLast = async (): Promise<number> => {
    const key = `${id} ${timeZone} ${from?.getTime()}`;
    const known = newestDays.get(key);
    const isNewest = ratedThrough !== null && ratedThrough < to;
    if (isNewest && known?.history === history && known.day === last && known.version <= version) {
      return known.count + matchCount - known.matchCount;
    }
    const { values, ...asOf } = await read([last]);
    const count = values.get(last)!;
    // On a day with a match, all later ones are of that day, too.
    if (isNewest && count > 0 && asOf.version === version)
      newestDays.set(key, { ...asOf, matchCount, day: last, count });
    return count;
  };
  const counts = new Map<number, number>();
  for (const [number, count] of [
    ...(await keptByHistory(league, name, history, before, read)),
    [last, await countLast()] as const,
  ]) {
    const start = begin + Math.floor((number - begin) / span) * span;
    if (count) counts.set(start, (counts.get(start) ?? 0) + count);
  }
  return Array.from(counts, ([number, count]) => ({ day: new Date(number * DAY).toISOString().slice(0, 10), count }));
}

/** SQL of the number of a day since 1970. */
const dayOf = (time: string) => `floor(extract(epoch FROM ${time} AT TIME ZONE $2) / 86400)::integer`;

/**
 * The number of matches that count on each of some days of a window, one by one along the index of the log's order.
 * @param days since 1970 in the league's time zone
 */
async function countByDays(
  sql: Sql,
  { id, timeZone }: Pick<League, 'id' | 'timeZone'>,
  { from, to }: Window,
  days: readonly number[],
): Promise<Found<number> & Pick<League, 'version'>> {
  const startOf = (number: string) =>
    dayStart(`(timestamp 'epoch' + ${number} * interval '1 day' + interval '12 hours') AT TIME ZONE $2`, '$2');
  const count = (condition = '') =>
    `(SELECT count(*) FROM match WHERE league_id = $1 AND played_at >= begins AND played_at < ends ${condition})`;
  const [{ history, version, counts }]: [{ history: string; version: number; counts: number[] }] = await sql.query(
    `SELECT history, version, counts FROM ${VERSION} CROSS JOIN (
       SELECT array_agg((${count()} - ${count(`AND status = 'VOID'`)})::integer ORDER BY place) AS counts
       FROM unnest($5::integer[]) WITH ORDINALITY AS asked (day, place) CROSS JOIN LATERAL (
         SELECT greatest(${startOf('day')}, $3) AS begins, least(${startOf('(day + 1)')}, $4) AS ends
       ) AS bounds
     ) AS counted`,
    [id, timeZone, from, to, days],
  );
  return { history, version, values: new Map(days.map((day, place) => [day, counts[place]!])) };
}

/** The top of a board at the end of a week, as it was recorded. */
interface WeeklyTop {
  readonly day: string;
  /** Best first. */
  readonly players: readonly number[];
  readonly scores: readonly number[];
}

/** The top of a league's board as of the newest recorded day, and of those 7, 14, … days before it, the oldest first. */
export async function listWeeklyTops(
  sql: Sql,
  leagueId: number,
  { first, weeks }: { readonly first: number; readonly weeks: number },
): Promise<WeeklyTop[]> {
  return sql.query(
    `SELECT to_char(ended.day, 'YYYY-MM-DD') AS day, told.players, told.scores
     FROM (SELECT max(day) AS day FROM standings_snapshot WHERE league_id = $1) AS newest
     CROSS JOIN generate_series(0, $2::integer - 1) AS week
     CROSS JOIN LATERAL (SELECT newest.day - 7 * week AS day) AS ended
     CROSS JOIN LATERAL (
       SELECT players[1:$3] AS players, scores[1:$3] AS scores FROM standings_snapshot
       WHERE league_id = $1 AND standings_snapshot.day <= ended.day AND players IS NOT NULL
       ORDER BY standings_snapshot.day DESC LIMIT 1
     ) AS told ORDER BY ended.day`,
    [leagueId, weeks, first],
  );
}

/** The ranks of each player who was at the top in one of the weeks; null where they were not. */
export function weeklyRanksOf(tops: readonly WeeklyTop[], hidden: ReadonlySet<number>) {
  const ranks = new Map<number, (number | null)[]>();
  for (const [week, { players, scores }] of tops.entries()) {
    for (const [place, playerId] of players.entries()) {
      if (hidden.has(playerId)) continue;
      const own = madeOnce(ranks, playerId, () => tops.map(() => null as number | null));
      own[week] = scores.indexOf(scores[place]!) + 1;
    }
  }
  return {
    days: tops.map(({ day }) => day),
    lines: Array.from(ranks, ([playerId, own]) => ({ playerId, ranks: own })),
  };
}

/** Scores against single opponents, of which about the same was expected. */
export interface ScoreGroup {
  /** Mean of the expected scores, 0 to 1. */
  readonly expected: number;
  /** Mean of the scores, 0 to 1. */
  readonly scored: number;
  readonly count: number;
}

/** How well the scores of a league's newest matches were predicted. */
export interface ScoreCalibration {
  /** Matches that were read. */
  readonly matches: number;
  /** When the oldest of them was played; null if there is none. */
  readonly since: Date | null;
  /** By tenths of the expected score, the lowest first; tenths without a score are omitted. */
  readonly groups: readonly ScoreGroup[];
}

const TENTHS = 10;

/**
 * Scores in the newest counting matches, with the scores expected by the ratings just before each match. Per opponent, as in the
 * journal; matches of so many players that it need not store them are omitted.
 */
export async function getScoreCalibration(sql: Sql, league: League): Promise<ScoreCalibration> {
  const { history, sequences } = await listNewest(sql, league.id, { since: null, until: null });
  const read = (missing: readonly number[]) => listScores(sql, league, missing);
  const kept = await keptByHistory(league, 'scores', history, sequences, read);
  const taken = affordable(kept, ({ pairs }) => pairs);
  const matches = taken.filter(([, { tenths }]) => tenths.length > 0);
  const groups = Array.from({ length: TENTHS }, () => ({ count: 0, expected: 0, scored: 0 }));
  for (const [, { tenths }] of matches) {
    for (const { tenth, count, expected, scored } of tenths) {
      const group = groups[tenth]!;
      group.count += count;
      group.expected += expected;
      group.scored += scored;
    }
  }
  const oldest = matches.at(-1)?.[1];
  return {
    matches: matches.length,
    since: oldest ? new Date(oldest.playedAt) : null,
    groups: groups
      .filter(({ count }) => count > 0)
      .map(({ count, expected, scored }) => ({ count, expected: expected / count, scored: scored / count })),
  };
}

/** The scores of a match. */
interface Scores {
  /** How many scores it has if each player is rated against each opponent. */
  readonly pairs: number;
  readonly playedAt: number;
  /** The tenths with a score. */
  readonly tenths: readonly Tenth[];
}

/** Sums over the scores with about the same expectation. */
interface Tenth {
  readonly tenth: number;
  readonly count: number;
  readonly expected: number;
  readonly scored: number;
}

/** The scores of matches, by their sequences. */
async function listScores(sql: Sql, { id, generation }: League, sequences: readonly number[]): Promise<Found<Scores>> {
  const [{ history, matches, scores }]: [
    {
      history: string;
      matches: (Omit<Scores, 'tenths'> & { sequence: number })[];
      scores: (Tenth & { sequence: number })[];
    },
  ] = await sql.query(
    `WITH ${lookedAt('player_ids', 'sequence = ANY($3::integer[])', MAX_NEWEST)}, score AS (
       SELECT looked_at.sequence, contributions[at + 2] AS expected, contributions[at + 3] AS scored
       FROM ${linesOfMatches('looked_at', 'contributions', '$2')}
       CROSS JOIN generate_series(1, cardinality(contributions), ${CONTRIBUTION_WIDTH}) AS at
     ), tenths AS (
       SELECT sequence, least(floor(score.expected * ${TENTHS}), ${TENTHS - 1}) AS tenth,
              count(*) AS count, sum(expected) AS expected, sum(scored) AS scored
       FROM score GROUP BY 1, 2
     )
     SELECT history, matches, scores FROM ${HISTORY} CROSS JOIN (
       SELECT coalesce(json_agg(json_build_object('sequence', sequence, 'pairs', pairs, 'playedAt', extract(epoch FROM played_at) * 1000)), '[]') AS matches
       FROM looked_at
     ) AS matches CROSS JOIN (SELECT coalesce(json_agg(tenths), '[]') AS scores FROM tenths) AS scores`,
    [id, generation, sequences],
  );
  const scoresOf = groupedBy(scores, ({ sequence }) => sequence);
  const values = matches.map(
    ({ sequence, ...own }) => [sequence, { ...own, tenths: scoresOf.get(sequence) ?? [] }] as const,
  );
  return { history, values: new Map(values) };
}

/** Public totals. */
export interface Totals {
  readonly leagues: number;
  readonly players: number;
  /** In the logs of public leagues. */
  readonly matches: number;
  /** Those without the void ones. */
  readonly ratedMatches: number;
  /** When a part of it is counted again, in milliseconds since 1970; null: after the next write. */
  readonly until: number | null;
}

/**
 * Reads no log except through an index of void matches: leagues count their matches themselves.
 * @param among leagues that can be reached; null: all
 * @param stamp of all leagues before; undefined: not known
 */
export async function readTotals(
  { reads, clock }: NeedsReads & NeedsClock,
  among: readonly number[] | null,
  stamp?: LeagueStamp,
): Promise<Totals> {
  const now = { at: clock().getTime(), stamp };
  const [[row], players, ratedMatches] = await Promise.all([
    reads.query(
      `SELECT count(*)::integer AS leagues, coalesce(sum(match_count), 0)::integer AS matches
       FROM league WHERE ${arePublic(among)}`,
      [among],
    ),
    publicPlayers(reads, now),
    among ? { count: await countRated(reads, among), until: null } : allRated(reads, now),
  ]);
  return {
    ...row,
    players: players.count,
    ratedMatches: ratedMatches.count,
    until: soonest(players.until, ratedMatches.until),
  };
}

/** Milliseconds for which counts that need an index of all players, or of all void matches, are cached, even after further writes. */
const REMEMBERED = 10_000;

/** A moment, and the stamp of all leagues at that moment. */
interface Now {
  readonly at: number;
  readonly stamp: LeagueStamp | undefined;
}

interface RememberedCount extends Pick<Totals, 'until'> {
  readonly count: number;
}

const publicPlayers = rememberedCount(countPublicPlayers);
const allRated = rememberedCount((sql) => countRated(sql, null));

function soonest(...ends: (number | null)[]): number | null {
  const known = ends.filter((end) => end !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** A count whose result is cached for all callers. */
function rememberedCount(count: (sql: Sql) => Promise<number>): (sql: Sql, now: Now) => Promise<RememberedCount> {
  const results = new WeakMap<Sql, Now & { readonly found: Promise<number> }>();
  return async (sql, now) => {
    const before = results.get(sql);
    if (before && isSameStamp(before.stamp, now.stamp)) return { count: await before.found, until: null };
    if (before && now.at < before.at + REMEMBERED) return { count: await before.found, until: before.at + REMEMBERED };
    const found = count(sql);
    results.set(sql, { ...now, found });
    // The next request counts again.
    found.catch(() => results.delete(sql));
    return { count: await found, until: null };
  };
}

async function countPublicPlayers(sql: Sql): Promise<number> {
  const [row] = await sql.query(`SELECT count(*)::integer AS players FROM membership WHERE league_id = ${EVERYBODY}`);
  return row.players;
}

async function countRated(sql: Sql, among: readonly number[] | null): Promise<number> {
  const [row] = await sql.query(
    // Citus accepts no subquery outside FROM and WHERE.
    `SELECT coalesce(sum(match_count - void), 0)::integer AS matches
     FROM (SELECT id, match_count, count(match.league_id) AS void
       FROM league LEFT JOIN match ON match.league_id = league.id AND status = 'VOID'
       WHERE ${arePublic(among)}
       GROUP BY id, match_count) AS own`,
    [among],
  );
  return row.matches;
}

/** Whether leagues count, with $1 for those that can be reached. */
function arePublic(among: readonly number[] | null): string {
  return `visibility = 'PUBLIC' AND deleted_at IS NULL AND ${among ? 'id = ANY($1::integer[])' : '$1::integer[] IS NULL'}`;
}
