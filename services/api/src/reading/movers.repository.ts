import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Found, HISTORY, keptByHistory } from '../league/league-reader.js';
import {
  ASKED,
  CONTRIBUTIONS_OF_ROW,
  lastLinesOf,
  linesOfMatches,
  parametersOf,
} from '../rating/journal.repository.js';
import { MAX_STORED_CONTRIBUTIONS } from '../rating/journal-line.js';
import type { AsOfLines, Rating } from '../rating/rating.js';
import { listRatings, RATING_COLUMNS, type RatingRow, toRating } from '../rating/rating.repository.js';

/** The values of some players after their newest line, by their ids; null if it has none. */
export async function listValues(
  sql: Sql,
  lines: AsOfLines,
  playerIds: readonly number[],
): Promise<Map<number, number | null>> {
  const rows: { playerId: number; value: number | null }[] = await sql.query(
    `SELECT player_id AS "playerId", after_value AS value FROM ${lastLinesOf(lines, 'after_value', ASKED)} AS last`,
    [...parametersOf(lines), playerIds],
  );
  return new Map(rows.map(({ playerId, value }) => [playerId, value]));
}

/** The most players, and matches, that are compared: those who played last, and the newest. */
export const MAX_NEWEST = 2_000;

/** The data read from a board, and its version of the league. */
interface Version {
  readonly history: string;
  readonly version: number;
}
export type AsOf<State> = Version & { readonly state: State };

/** SQL of one row, a Version of the league of $1; null if it does not exist. */
export const VERSION = `(SELECT history, version FROM ${HISTORY} LEFT JOIN (SELECT version FROM league WHERE id = $1) AS own ON true) AS as_of`;

/** Beyond this many versions, or matches of one of them, reading everything again may cost as much. */
const MAX_VERSIONS = 10;
const MAX_ARRIVED = 50;

const followed = new LRUCache<string, AsOf<unknown>>({ max: 100 });
/** Running queries for the players since a version: a page needs them for several figures. */
const asked = new Map<string, Promise<AsOf<Rating[]> | null>>();

/**
 * Figures of a board, read again or, if only matches were added at the end of the log since the last reading, updated from it.
 * @param name of the figures
 * @param next updates them after some players have played; null if that is impossible
 */
export async function keptThroughMatches<State>(
  sql: Sql,
  { id, createdAt, version }: League,
  name: string,
  read: () => Promise<AsOf<State>>,
  next: (before: State, played: readonly Rating[]) => State | null,
): Promise<AsOf<State>> {
  // A league of another database may have the same id.
  const own = `${id} ${createdAt.getTime()}`;
  const key = `${own} ${name}`;
  const before = followed.get(key) as AsOf<State> | undefined;
  const listPlayed = (since: Version) => {
    const question = `${own} ${since.version} ${version} ${since.history}`;
    const answer = asked.get(question) ?? listPlayedSince(sql, id, since).finally(() => asked.delete(question));
    asked.set(question, answer);
    return answer;
  };
  const versions = before ? version - before.version : Number.NaN;
  // If somebody else's query fails, everything is read again.
  const played = versions >= 0 && versions <= MAX_VERSIONS ? await listPlayed(before!).catch(() => null) : null;
  const isAsBefore = played?.version === before?.version;
  const state = played && (isAsBefore ? before!.state : next(before!.state, played.state));
  const found = played && state !== null ? { ...played, state } : await read();
  followed.set(key, found);
  return found;
}

/** The ratings of the players since a version of a league; null if anything else has happened in it. */
async function listPlayedSince(sql: Sql, leagueId: number, before: Version): Promise<AsOf<Rating[]> | null> {
  const rows: (Version & { events: number } & { [Column in keyof RatingRow]: RatingRow[Column] | null })[] =
    await sql.query(
      `WITH event AS MATERIALIZED (
         SELECT sequences FROM league_event WHERE league_id = $1 AND number > $2 AND kind = 'MATCHES_RATED' AND cardinality(sequences) <= ${MAX_ARRIVED}
         ORDER BY number LIMIT ${MAX_VERSIONS}
       ), played AS MATERIALIZED (
         SELECT DISTINCT coalesce(merge.into_id, own.player_id) AS player_id
         FROM event CROSS JOIN LATERAL unnest(sequences) AS arrived (sequence) CROSS JOIN LATERAL (
           SELECT player_ids FROM match WHERE match.league_id = $1 AND match.sequence = arrived.sequence LIMIT 1
         ) AS match CROSS JOIN LATERAL unnest(player_ids) AS own (player_id)
         LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
       )
       SELECT history, version, events, own.* FROM ${VERSION}
       CROSS JOIN (SELECT count(*)::integer AS events FROM event) AS counted
       LEFT JOIN (
         SELECT now.* FROM played CROSS JOIN LATERAL (
           SELECT ${RATING_COLUMNS} FROM rating WHERE league_id = $1 AND rating.player_id = played.player_id LIMIT 1
         ) AS now
       ) AS own ON true`,
      [leagueId, before.version],
    );
  const { history, version, events } = rows[0]!;
  if (history !== before.history || events !== version - before.version) return null;
  return { history, version, state: rows.flatMap((row) => (row.player_id === null ? [] : toRating(row as RatingRow))) };
}

/** A player whose gain is compared. */
interface Active {
  readonly playerId: number;
  readonly value: number | null;
  readonly lastPlayedAt: number;
}

/** The ranked players whose value rose most since a time, in descending order; at most MAX_NEWEST who played since are compared. */
export async function listMovers(sql: Sql, league: League, { since, limit }: Omit<Listed, 'until'>): Promise<Rating[]> {
  const { id, ratedThrough } = league;
  const name = `movers ${since.getTime()}`;
  const toActive = ({ playerId, value, lastPlayedAt }: Rating): Active[] =>
    lastPlayedAt && lastPlayedAt >= since ? [{ playerId, value, lastPlayedAt: lastPlayedAt.getTime() }] : [];
  const next = (before: Active[], played: readonly Rating[]) => {
    const again = new Set(played.map(({ playerId }) => playerId));
    const others = before.filter(({ playerId }) => !again.has(playerId));
    const all = [...others, ...played.filter(({ isProvisional }) => !isProvisional).flatMap(toActive)];
    // It is unknown who replaces a player who left.
    if (before.length === MAX_NEWEST && all.length < MAX_NEWEST) return null;
    all.sort((one, other) => other.lastPlayedAt - one.lastPlayedAt || one.playerId - other.playerId);
    return all.slice(0, MAX_NEWEST);
  };
  const found = await keptThroughMatches(sql, league, name, () => listActive(sql, id, since), next);
  const { history, state: active } = found;
  const ids = active.map(({ playerId }) => playerId);
  // The matches before the newest one do not change.
  const isPast = ratedThrough !== null && since <= ratedThrough;
  const read = (missing: readonly number[]) => listValuesBefore(sql, league, since, missing);
  const before = await keptByHistory(league, isPast ? name : null, history, ids, read);
  const risen = active.flatMap(({ playerId, value }) => {
    const then = before.get(playerId) ?? null;
    return then !== null && value !== null && value > then ? [{ playerId, rise: value - then }] : [];
  });
  risen.sort((one, other) => other.rise - one.rise || one.playerId - other.playerId);
  const most = risen.slice(0, limit).map(({ playerId }) => playerId);
  const ratings = new Map((await listRatings(sql, id, most)).map((rating) => [rating.playerId, rating]));
  return most.map((playerId) => ratings.get(playerId)).filter((rating) => rating !== undefined);
}

/** The ranked players who have played since a time, the latest first. */
async function listActive(sql: Sql, leagueId: number, since: Date): Promise<AsOf<Active[]>> {
  const [{ ids, values, times, ...asOf }]: [Version & { ids: number[]; values: (number | null)[]; times: number[] }] =
    await sql.query(
      `SELECT history, version, ids, values, times FROM ${VERSION} CROSS JOIN (
         SELECT coalesce(array_agg(player_id), '{}') AS ids, coalesce(array_agg(value), '{}') AS values,
                coalesce(array_agg(extract(epoch FROM last_played_at)::double precision * 1000), '{}') AS times
         FROM (
           SELECT player_id, value, last_played_at FROM rating
           WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND last_played_at >= $2
           ORDER BY last_played_at DESC, player_id LIMIT ${MAX_NEWEST}
         ) AS last
       ) AS active`,
      [leagueId, since],
    );
  const state = ids.map((playerId, place) => ({ playerId, value: values[place]!, lastPlayedAt: times[place]! }));
  return { ...asOf, state };
}

/** The values of players after their newest line before a time. */
async function listValuesBefore(
  sql: Sql,
  { id, generation }: League,
  time: Date,
  playerIds: readonly number[],
): Promise<Found<number>> {
  const [{ history, ids, values }]: [{ history: string; ids: number[]; values: number[] }] = await sql.query(
    `SELECT history, ids, values FROM ${HISTORY} CROSS JOIN (
       SELECT coalesce(array_agg(asked.player_id), '{}') AS ids, coalesce(array_agg(after_value), '{}') AS values
       FROM unnest($4::integer[]) AS asked (player_id) CROSS JOIN LATERAL (
         SELECT after_value FROM rating_change AS line
         WHERE line.league_id = $1 AND line.generation = $2 AND line.player_id = asked.player_id AND line.played_at < $3
         ORDER BY line.played_at DESC, line.sequence DESC LIMIT 1
       ) AS line
     ) AS before`,
    [id, generation, time, playerIds],
  );
  return { history, values: new Map(ids.map((playerId, place) => [playerId, values[place]!])) };
}

/** A line of the journal, by its match and its player. */
export interface LineKey {
  readonly sequence: number;
  readonly playerId: number;
}

/** The most contributions of all compared matches: a free-for-all of twenty has as many as 190 duels. */
export const MAX_CONTRIBUTIONS_LOOKED_AT = 20_000;

/** Matches of a time to list. */
interface Listed {
  readonly since: Date;
  readonly limit: number;
  /** Exclusive; null: up to the newest match. */
  readonly until: Date | null;
}

/** SQL of the players of a match who may have won it: in a duel, the player in first place; in other matches, and without placements, all. */
const MAY_HAVE_WON = `CASE WHEN cardinality(player_ids) <> 2 THEN player_ids WHEN placements[1] < placements[2] THEN player_ids[1:1]
         WHEN placements[1] > placements[2] THEN player_ids[2:2] WHEN placements[1] = placements[2] THEN '{}' ELSE player_ids END`;

/**
 * Common table expressions: `looked_at`, some matches of the league of $1, the newest first. Matches of so many players that the journal need
 * not store their contributions are omitted.
 * @param players SQL of their players to read
 * @param condition on the matches
 * @param most matches to read
 */
export function lookedAt(players: string, condition: string, most: number): string {
  return `newest AS (
       SELECT played_at, sequence, ${players} AS player_ids, ${CONTRIBUTIONS_OF_ROW} AS pairs FROM match
       WHERE league_id = $1 AND status = 'RATED' AND ${condition}
       ORDER BY played_at DESC, sequence DESC LIMIT ${most}
     ), looked_at AS MATERIALIZED (
       SELECT * FROM (
         SELECT *, sum(pairs::integer) OVER (ORDER BY played_at DESC, sequence DESC) AS total FROM newest
         WHERE pairs <= ${MAX_STORED_CONTRIBUTIONS}
       ) AS counted WHERE total <= ${MAX_CONTRIBUTIONS_LOOKED_AT}
     )`;
}

/** SQL of the score that was expected of the player of a line against each opponent, on average; null if its contributions are not stored. */
export const MEAN_EXPECTED = `CASE cardinality(contributions) WHEN ${CONTRIBUTION_WIDTH} THEN contributions[3] ELSE (
                SELECT avg(contributions[at + 2]) FROM generate_series(1, cardinality(contributions), ${CONTRIBUTION_WIDTH}) AS at
              ) END`;

/**
 * Common table expressions: `lookedAt`, and `upset`, the wins in these matches for which less than half of the scores against all opponents
 * was expected. One per match, without hidden winners.
 */
export function upsetsAmong(condition: string, most: number): string {
  return `${lookedAt(MAY_HAVE_WON, condition, most)}, won AS (
       SELECT looked_at.played_at, looked_at.sequence, line.player_id,
              ${MEAN_EXPECTED} AS expected
       FROM ${linesOfMatches('looked_at', 'player_id, verdict, contributions', '$2')}
       WHERE verdict = 1 AND cardinality(contributions) > 0
         AND line.player_id NOT IN (SELECT rating.player_id FROM rating WHERE rating.league_id = $1 AND hidden_at IS NOT NULL)
     ), upset AS (
       SELECT DISTINCT ON (sequence) * FROM won WHERE expected < 0.5 ORDER BY sequence, expected, player_id
     )`;
}

/** The least expected wins of a time, in ascending order, and the number of matches that were searched. */
export async function listUpsets(
  sql: Sql,
  league: League,
  { since, limit, until }: Listed,
): Promise<{ readonly upsets: LineKey[]; readonly lookedAt: number }> {
  const { history, sequences } = await listNewest(sql, league.id, { since, until });
  const name = `upsets ${since.getTime()} ${until?.getTime()}`;
  const read = (missing: readonly number[]) => listResults(sql, league, missing);
  const results = affordable(await keptByHistory(league, name, history, sequences, read), ({ pairs }) => pairs);
  const upsets = results.flatMap(([, { win }]) => win ?? []);
  // Of equally unexpected wins, the newest comes first, as in `sequences`.
  upsets.sort((one, other) => one.expected - other.expected);
  return { upsets: upsets.slice(0, limit), lookedAt: results.length };
}

/**
 * The newest matches of a time, by their sequences, including void ones, at most MAX_NEWEST. From the index alone: the planner, which has
 * no statistics of a new league, would sort all matches of the time.
 */
export async function listNewest(
  sql: Sql,
  leagueId: number,
  { since, until }: { readonly since: Date | null; readonly until: Date | null },
): Promise<{ readonly history: string; readonly sequences: number[] }> {
  const [newest] = await sql.query(
    `SELECT history, sequences FROM ${HISTORY} CROSS JOIN (
       SELECT coalesce(array_agg(sequence), '{}') AS sequences FROM (
         SELECT sequence FROM match WHERE league_id = $1 AND played_at >= $2 AND played_at < $3
         ORDER BY played_at DESC, sequence DESC LIMIT ${MAX_NEWEST}
       ) AS newest
     ) AS listed`,
    [leagueId, since ?? '-infinity', until ?? 'infinity'],
  );
  return newest;
}

/** The known figures of matches, the newest first, up to MAX_CONTRIBUTIONS_LOOKED_AT of all together. */
export function affordable<Result>(
  results: ReadonlyMap<number, Result | null>,
  contributionsOf: (result: Result) => number,
): [number, Result][] {
  let contributions = 0;
  const taken: [number, Result][] = [];
  for (const [sequence, result] of results) {
    if (result === null) continue;
    contributions += contributionsOf(result);
    if (contributions > MAX_CONTRIBUTIONS_LOOKED_AT) break;
    taken.push([sequence, result]);
  }
  return taken;
}

/** A rated match: its number of contributions, and its win with an expectation of less than half of the scores, if there is one. */
interface Result {
  readonly pairs: number;
  readonly win: Unexpected | undefined;
}

interface Unexpected extends LineKey {
  /** The mean score expected of the winner against each opponent. */
  readonly expected: number;
}

/** The results of matches, by their sequences. */
async function listResults(sql: Sql, { id, generation }: League, sequences: readonly number[]): Promise<Found<Result>> {
  const [{ history, matches, wins }]: [
    { history: string; matches: { sequence: number; pairs: number }[]; wins: Unexpected[] },
  ] = await sql.query(
    `WITH ${upsetsAmong('sequence = ANY($3::integer[])', MAX_NEWEST)}
     SELECT history, matches, wins FROM ${HISTORY} CROSS JOIN (
       SELECT coalesce(json_agg(json_build_object('sequence', sequence, 'pairs', pairs)), '[]') AS matches FROM looked_at
     ) AS matches CROSS JOIN (
       SELECT coalesce(json_agg(json_build_object('sequence', sequence, 'playerId', player_id, 'expected', expected)), '[]') AS wins FROM upset
     ) AS wins`,
    [id, generation, sequences],
  );
  const winOf = new Map(wins.map((win) => [win.sequence, win]));
  return {
    history,
    values: new Map(matches.map(({ sequence, pairs }) => [sequence, { pairs, win: winOf.get(sequence) }])),
  };
}

/** The holder of each record of a league, without records that nobody holds. */
export type LeagueRecords = Readonly<Partial<Record<'highestPeak' | 'mostMatches' | 'mostWins', Rating>>>;

/** SQL of the maximum of a count and the player who has it, in one number; of equal players, the one with the lowest id. */
const mostOf = (count: string) => `max((${count}::bigint << 32) - player_id)`;
const holderOf = (most: string) => `((-${most}) & 4294967295)::integer`;

/** The holder of each record; of several players, the one with the lowest id. Ranked players are not hidden. */
export async function listRecords(sql: Sql, league: League): Promise<LeagueRecords> {
  const next = (held: LeagueRecords, played: readonly Rating[]) => {
    const again = new Map(played.map((rating) => [rating.playerId, rating]));
    // It is unknown who follows a holder who has lost their rank.
    if (held.highestPeak && again.get(held.highestPeak.playerId)?.isProvisional) return null;
    return recordsAmong([...played, ...Object.values(held).filter(({ playerId }) => !again.has(playerId))]);
  };
  return (await keptThroughMatches(sql, league, 'records', () => readRecords(sql, league.id), next)).state;
}

function recordsAmong(ratings: readonly Rating[]): LeagueRecords {
  const best = (of: (rating: Rating) => number | null) => {
    const most = ratings.reduce<readonly [number, Rating] | null>((most, rating) => {
      const count = of(rating);
      if (count === null || rating.isHidden || rating.matchesPlayed === 0) return most;
      const isMore = !most || count > most[0] || (count === most[0] && rating.playerId < most[1].playerId);
      return isMore ? [count, rating] : most;
    }, null);
    return most?.[1];
  };
  const records = {
    highestPeak: best(({ isProvisional, peak }) => (isProvisional ? null : peak)),
    mostMatches: best(({ matchesPlayed }) => matchesPlayed),
    mostWins: best(({ wins }) => wins || null),
  };
  return Object.fromEntries(Object.entries(records).filter(([, rating]) => rating !== undefined));
}

/** The records, in one pass over the board. */
async function readRecords(sql: Sql, leagueId: number): Promise<AsOf<LeagueRecords>> {
  const rows: (RatingRow & Version & { record: keyof LeagueRecords | null })[] = await sql.query(
    `WITH best AS MATERIALIZED (
       SELECT max(peak) FILTER (WHERE NOT is_provisional) AS peak, ${mostOf('matches_played')} AS matches,
              ${mostOf('wins')} FILTER (WHERE wins > 0) AS wins
       FROM rating WHERE league_id = $1 AND matches_played > 0 AND hidden_at IS NULL
     ), held AS (
       SELECT 'highestPeak' AS record, player_id FROM (
         SELECT player_id FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional
           AND peak = (SELECT peak FROM best) ORDER BY player_id LIMIT 1
       ) AS highest
       UNION ALL SELECT 'mostMatches', ${holderOf('matches')} FROM best
       UNION ALL SELECT 'mostWins', ${holderOf('wins')} FROM best
     )
     SELECT history, version, own.* FROM ${VERSION} LEFT JOIN (
       SELECT record, ${RATING_COLUMNS} FROM held JOIN rating USING (player_id) WHERE league_id = $1
     ) AS own ON true`,
    [leagueId],
  );
  const { history, version } = rows[0]!;
  const held = rows.flatMap((row) => (row.record ? [[row.record, toRating(row)] as const] : []));
  return { history, version, state: Object.fromEntries(held) };
}
