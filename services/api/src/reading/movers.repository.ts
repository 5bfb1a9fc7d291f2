import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Found, HISTORY, keptByHistory } from '../league/league-reader.js';
import { CONTRIBUTIONS_OF_ROW, linesOfMatches } from '../rating/journal.repository.js';
import { MAX_STORED_CONTRIBUTIONS } from '../rating/journal-line.js';
import type { AsOfLines, Rating } from '../rating/rating.js';
import { listRatings, RATING_COLUMNS, type RatingRow, toRating } from '../rating/rating.repository.js';
import { amongReachable } from './listed-leagues.js';
import { ASKED, lastLinesOf, parametersOf } from './past.repository.js';

/** The values of some players after their newest line, by their ids; null if it gave them none. */
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

/** Most players, and matches, that are looked at: those who played last, and the newest. */
export const MAX_MOVERS = 2_000;

/** The ranked players whose value rose most since a time, those first; at most MAX_MOVERS who played since are compared. */
export async function listMovers(sql: Sql, league: League, { since, limit }: Omit<Listed, 'until'>): Promise<Rating[]> {
  const [{ history, ids, values }]: [{ history: string; ids: number[]; values: (number | null)[] }] = await sql.query(
    `SELECT history, ids, values FROM ${HISTORY} CROSS JOIN (
       SELECT coalesce(array_agg(player_id), '{}') AS ids, coalesce(array_agg(value), '{}') AS values FROM (
         SELECT player_id, value FROM rating
         WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND last_played_at >= $2
         ORDER BY last_played_at DESC, player_id LIMIT ${MAX_MOVERS}
       ) AS last
     ) AS active`,
    [league.id, since],
  );
  // The matches before the newest one stay as they are.
  const isPast = league.ratedThrough !== null && since <= league.ratedThrough;
  const name = isPast ? `movers ${league.id} ${since.getTime()}` : null;
  const before = await keptByHistory(name, history, ids, (missing) => listValuesBefore(sql, league, since, missing));
  const rises = ids.map((playerId, place) => {
    const [then, now] = [before.get(playerId) ?? null, values[place]!];
    return { playerId, rise: then === null || now === null ? 0 : now - then };
  });
  const risen = rises.filter(({ rise }) => rise > 0);
  risen.sort((one, other) => other.rise - one.rise || one.playerId - other.playerId);
  const most = risen.slice(0, limit).map(({ playerId }) => playerId);
  const ratings = new Map((await listRatings(sql, league.id, most)).map((rating) => [rating.playerId, rating]));
  return most.map((playerId) => ratings.get(playerId)).filter((rating) => rating !== undefined);
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

/** Most contributions of all matches that are looked at: a free-for-all of twenty has as many as 190 duels. */
export const MAX_CONTRIBUTIONS_LOOKED_AT = 20_000;

/** What is listed of the matches of a time. */
interface Listed {
  readonly since: Date;
  readonly limit: number;
  /** Exclusive; null: up to the newest match. */
  readonly until: Date | null;
}

/** SQL of the players of a match who may have won it: of a duel, who was placed first; of other matches, and without placements, all. */
const MAY_HAVE_WON = `CASE WHEN cardinality(player_ids) <> 2 THEN player_ids WHEN placements[1] < placements[2] THEN player_ids[1:1]
         WHEN placements[1] > placements[2] THEN player_ids[2:2] WHEN placements[1] = placements[2] THEN '{}' ELSE player_ids END`;

/**
 * Common table expressions: `looked_at`, some matches of the league of $1, the newest first. Matches of so many players that the journal need
 * not store their contributions are left out.
 * @param players SQL of those of their players who are looked at
 * @param condition of the matches
 * @param most of them to look at
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

/**
 * Common table expressions: `lookedAt`, and `upset`, the wins in these matches of less than half of the scores against all opponents. One for
 * each match, without winners who are hidden.
 */
function upsetsAmong(condition: string, most: number): string {
  return `${lookedAt(MAY_HAVE_WON, condition, most)}, won AS (
       SELECT looked_at.played_at, looked_at.sequence, line.player_id,
              CASE cardinality(contributions) WHEN ${CONTRIBUTION_WIDTH} THEN contributions[3] ELSE (
                SELECT avg(contributions[at + 2]) FROM generate_series(1, cardinality(contributions), ${CONTRIBUTION_WIDTH}) AS at
              ) END AS expected
       FROM ${linesOfMatches('looked_at', 'player_id, verdict, contributions', '$2')}
       WHERE verdict = 1 AND cardinality(contributions) > 0
         AND line.player_id NOT IN (SELECT rating.player_id FROM rating WHERE rating.league_id = $1 AND hidden_at IS NOT NULL)
     ), upset AS (
       SELECT DISTINCT ON (sequence) * FROM won WHERE expected < 0.5 ORDER BY sequence, expected, player_id
     )`;
}

/** The least expected wins of a time, those first, and among how many matches they were found. */
export async function listUpsets(
  sql: Sql,
  league: League,
  { since, limit, until }: Listed,
): Promise<{ readonly upsets: LineKey[]; readonly lookedAt: number }> {
  const [{ history, sequences }]: [{ history: string; sequences: number[] }] = await sql.query(
    `WITH ${lookedAt("'{}'::integer[]", 'played_at >= $2 AND played_at < $3', MAX_MOVERS)}
     SELECT history, sequences FROM ${HISTORY} CROSS JOIN (
       SELECT coalesce(array_agg(sequence ORDER BY played_at DESC, sequence DESC), '{}') AS sequences FROM looked_at
     ) AS looked_at`,
    [league.id, since, until ?? 'infinity'],
  );
  const name = `upsets ${league.id} ${since.getTime()} ${until?.getTime()}`;
  const wins = await keptByHistory(name, history, sequences, (missing) => listUpsetsOf(sql, league, missing));
  const upsets = [...wins].flatMap(([sequence, win]) => (win ? [{ sequence, ...win }] : []));
  // Of wins as unexpected, the newest comes first, as in `sequences`.
  upsets.sort((one, other) => one.expected - other.expected);
  return { upsets: upsets.slice(0, limit), lookedAt: sequences.length };
}

/** A win of less than half of the scores against all opponents. */
interface Unexpected {
  readonly playerId: number;
  readonly expected: number;
}

/** The unexpected wins in matches, by their sequences. */
async function listUpsetsOf(
  sql: Sql,
  { id, generation }: League,
  sequences: readonly number[],
): Promise<Found<Unexpected>> {
  const [{ history, found }]: [{ history: string; found: (Unexpected & LineKey)[] }] = await sql.query(
    `WITH ${upsetsAmong('sequence = ANY($3::integer[])', MAX_MOVERS)}
     SELECT history, found FROM ${HISTORY} CROSS JOIN (
       SELECT coalesce(json_agg(json_build_object('sequence', sequence, 'playerId', player_id, 'expected', expected)), '[]') AS found FROM upset
     ) AS upsets`,
    [id, generation, sequences],
  );
  return { history, values: new Map(found.map((win) => [win.sequence, win])) };
}

/** An unexpected win among the results up to it. */
export interface Upset {
  /** The mean score that was expected of the winner against each opponent. */
  readonly expected: number;
  /** From 1, the least expected. */
  readonly place: number;
  readonly among: number;
}

/** Most results that a win is compared with. */
export const MAX_RESULTS_COMPARED = 100;

/** How unexpected the win of a match was among the newest MAX_RESULTS_COMPARED up to it; null if it was expected. */
export async function findUpset(
  sql: Sql,
  league: League,
  { playedAt, sequence }: { readonly playedAt: Date; readonly sequence: number },
): Promise<Upset | null> {
  const rows: Upset[] = await sql.query(
    `WITH ${upsetsAmong('(played_at, sequence) <= ($3::timestamptz, $4::integer)', MAX_RESULTS_COMPARED)}
     SELECT expected, (SELECT count(*)::integer FROM looked_at) AS among,
            (SELECT count(*)::integer FROM upset AS other WHERE other.expected < own.expected) + 1 AS place
     FROM upset AS own WHERE sequence = $4`,
    [league.id, league.generation, playedAt, sequence],
  );
  return rows[0] ?? null;
}

/** Who holds each record of a league; without those that nobody holds. */
export type LeagueRecords = Readonly<Partial<Record<'highestPeak' | 'mostMatches' | 'mostWins', Rating>>>;

/** SQL of the most of a count, as a number that is greatest for the player with the lowest id, and of that player. */
const mostOf = (count: string) => `max((${count}::bigint << 32) - player_id)`;
const holderOf = (most: string) => `((-${most}) & 4294967295)::integer`;

/** Who holds each record, in one pass over the board; of several players, the one with the lowest id. Ranked players are not hidden. */
export async function listRecords(sql: Sql, league: League): Promise<LeagueRecords> {
  const rows: (RatingRow & { record: keyof LeagueRecords })[] = await sql.query(
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
     SELECT record, ${RATING_COLUMNS} FROM held JOIN rating USING (player_id) WHERE league_id = $1`,
    [league.id],
  );
  return Object.fromEntries(rows.map((row) => [row.record, toRating(row)]));
}

/** Most recorded days that `listLeadersSince` looks back, and how many of them at a time. */
export const MAX_DAYS_LED = 400;
const DAYS_AT_A_TIME = 40;

/**
 * Since which midnight the leaders of leagues have been ahead of everybody at each midnight that was recorded, by the leagues' ids; leagues
 * without a leader, and those whose leader was not the first at the newest midnight, are left out.
 * @param begin waits before so many players of recorded boards are read
 */
export async function listLeadersSince(
  sql: Sql,
  leagues: readonly Pick<League, 'id' | 'playerCount'>[],
  begin: (players: number) => Promise<void>,
): Promise<Map<number, Date>> {
  const led = new Map<number, Date>();
  let open = leagues;
  for (let days = 0; days < MAX_DAYS_LED && open.length > 0; days += DAYS_AT_A_TIME) {
    await begin(open.reduce((sum, { playerCount }) => sum + DAYS_AT_A_TIME * playerCount, 0));
    const ids = open.map(({ id }) => id);
    const rows = await amongReachable<{ id: number; since: Date | null; isOpen: boolean }[]>((isOfThese) =>
      sql.query(ledSince(isOfThese), [ids, days]),
    );
    for (const { id, since } of rows) if (since) led.set(id, since);
    const further = new Set(rows.filter(({ isOpen }) => isOpen).map(({ id }) => id));
    open = open.filter(({ id }) => further.has(id));
  }
  return led;
}

/** Of the leagues of $1, in the recorded days after the $2 newest. */
const ledSince = (
  isOfThese: (column: string) => string,
) => `SELECT league.id, since, days = ${DAYS_AT_A_TIME} AND others = 0 AS "isOpen" FROM league CROSS JOIN LATERAL (
       SELECT player_id FROM rating WHERE rating.league_id = league.id AND ${isOfThese('rating.league_id')} AND matches_played > 0 AND NOT is_provisional
       ORDER BY is_provisional, score DESC, player_id LIMIT 1
     ) AS leader CROSS JOIN LATERAL (
       SELECT min(midnight) FILTER (WHERE others = 0) AS since, max(others) AS others, count(*) AS days FROM (
         SELECT midnight, sum((players[1] IS DISTINCT FROM leader.player_id)::integer) OVER (ORDER BY midnight DESC) AS others
         FROM (SELECT midnight, players FROM standings_snapshot AS snapshot
               WHERE snapshot.league_id = league.id AND ${isOfThese('snapshot.league_id')} AND players IS NOT NULL
               ORDER BY day DESC LIMIT ${DAYS_AT_A_TIME} OFFSET $2) AS recorded
       ) AS counted
     ) AS led
     WHERE league.id = ANY($1::integer[])`;
