import { fieldsBut } from '../kit/sql/table.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { listHidden } from '../rating/rating.repository.js';
import { type Snapshot, type SnapshotPlace, StandingsSnapshotTable } from './snapshot.js';

/**
 * Records the board as the standings of the day that ended at the league's newest midnight. A day is recorded once: if a change of the time
 * zone makes a day end twice, the first record stays. If such a change makes a day end after a later one, it is not recorded.
 */
export async function insertSnapshot(tx: Sql, league: League, now: Date): Promise<void> {
  await tx.query(
    // WITH belongs to SELECT: Citus does not find a table's shards in a WITH of INSERT.
    `INSERT INTO standings_snapshot (league_id, day, midnight, recorded_at, revision, players, scores)
     WITH ended AS (SELECT (($2::timestamptz - interval '1 second') AT TIME ZONE $3)::date AS day), board AS (
       SELECT coalesce(array_agg(player_id ORDER BY score DESC, player_id), '{}') AS players,
              coalesce(array_agg(score ORDER BY score DESC, player_id), '{}') AS scores
       FROM rating WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional
     ), before AS (
       SELECT players, scores FROM standings_snapshot
       WHERE league_id = $1 AND players IS NOT NULL ORDER BY day DESC LIMIT 1
     ), told AS (
       SELECT board.* FROM board LEFT JOIN before ON true
       WHERE (before.players, before.scores) IS DISTINCT FROM (board.players, board.scores)
     )
     SELECT league.id, ended.day, $2, $4, $5, told.players, told.scores
     FROM league CROSS JOIN ended LEFT JOIN told ON true
     WHERE league.id = $1
       AND NOT EXISTS (SELECT FROM standings_snapshot AS later WHERE later.league_id = $1 AND later.day > ended.day)
     ON CONFLICT (league_id, day) DO NOTHING`,
    [league.id, league.refreshedThrough, league.timeZone, now, league.revision],
  );
}

/**
 * Records the standings of each day from a time on that has passed already, as its last lines in the journal have them, for a league whose
 * past was made up. Days that are recorded stay.
 */
export async function insertPastSnapshots(tx: Sql, league: League, from: Date): Promise<void> {
  await tx.query(
    `INSERT INTO standings_snapshot (league_id, day, midnight, recorded_at, revision, players, scores)
     SELECT league.id, ended.day, ended.midnight, $5, league.revision, board.players, board.scores
     FROM league CROSS JOIN LATERAL (
       SELECT day::date AS day, (day::date + 1)::timestamp AT TIME ZONE $4 AS midnight
       FROM generate_series(($2::timestamptz AT TIME ZONE $4)::date, ($3::timestamptz AT TIME ZONE $4)::date - 1, interval '1 day') AS day
     ) AS ended CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(player_id ORDER BY score DESC, player_id), '{}') AS players,
              coalesce(array_agg(score ORDER BY score DESC, player_id), '{}') AS scores
       FROM (SELECT DISTINCT ON (player_id) player_id, score, is_provisional FROM rating_change
             WHERE league_id = $1 AND generation = league.generation AND played_at < ended.midnight
             ORDER BY player_id, played_at DESC, sequence DESC) AS last
       WHERE NOT is_provisional
     ) AS board
     WHERE league.id = $1 AND ended.midnight <= league.refreshed_through ON CONFLICT (league_id, day) DO NOTHING`,
    [league.id, from, league.refreshedThrough, league.timeZone, league.createdAt],
  );
}

const FIELDS = `${fieldsBut(StandingsSnapshotTable, 'day', 'players', 'scores')}, to_char(day, 'YYYY-MM-DD') AS day,
  (SELECT cardinality(players) FROM standings_snapshot AS told
   WHERE told.league_id = snapshot.league_id AND told.day <= snapshot.day AND players IS NOT NULL
   ORDER BY told.day DESC LIMIT 1) AS "playerCount"`;

/** The standings at the end of a day; null if no nightly run recorded them. */
export async function findSnapshot(sql: Sql, leagueId: number, day: string): Promise<Snapshot | null> {
  // ISO 8601 has a year 0, and PostgreSQL has none.
  if (day.startsWith('0000-')) return null;
  const rows: Snapshot[] = await sql.query(
    `SELECT ${FIELDS} FROM standings_snapshot AS snapshot WHERE league_id = $1 AND day = $2`,
    [leagueId, day],
  );
  return rows[0] ?? null;
}

/** One page of the recorded days, newest first. */
export async function listSnapshots(
  sql: Sql,
  leagueId: number,
  page: { limit: number; before: Date | null },
): Promise<Snapshot[]> {
  return sql.query(
    `SELECT ${FIELDS} FROM standings_snapshot AS snapshot WHERE league_id = $1 AND midnight < $2
     ORDER BY day DESC LIMIT $3`,
    [leagueId, page.before ?? 'infinity', page.limit],
  );
}

/** A stretch of a day's standings, best first. Players who are hidden now are omitted; the others keep their ranks. */
export async function listSnapshotPlaces(
  sql: Sql,
  { leagueId, day }: Snapshot,
  page: { limit: number; after: number },
): Promise<SnapshotPlace[]> {
  const hidden = new Set(await listHidden(sql, leagueId));
  const rows: { players: number[]; scores: number[]; rank: number | null }[] = await sql.query(
    `SELECT players[$3:$4] AS players, scores[$3:$4] AS scores, array_position(scores, scores[$3]) AS rank
     FROM standings_snapshot WHERE league_id = $1 AND day <= $2 AND players IS NOT NULL ORDER BY day DESC LIMIT 1`,
    [leagueId, day, page.after + 1, page.after + page.limit + hidden.size],
  );
  const { players, scores, rank } = rows[0]!;
  const places: SnapshotPlace[] = [];
  for (const [index, playerId] of players.entries()) {
    const place = page.after + index + 1;
    const isTied = index > 0 && scores[index] === scores[index - 1];
    places.push({
      place,
      rank: index === 0 ? rank! : isTied ? places[index - 1]!.rank : place,
      playerId,
      score: scores[index] === Number.NEGATIVE_INFINITY ? null : scores[index]!,
    });
  }
  return places.filter(({ playerId }) => !hidden.has(playerId)).slice(0, page.limit);
}
