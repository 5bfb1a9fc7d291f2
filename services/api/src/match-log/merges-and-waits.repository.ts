import { groupedBy } from '../kit/grouped-by.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { LogWait } from './log-wait.js';
import type { LogPosition } from './match.js';

/** Ids under which matches of a player of the league of $1 were submitted: their own, and those merged into them. */
export const MERGED_IDS = (player: string) =>
  `SELECT ${player}::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = ${player}::integer`;

/** The player that a player of the league of $1 counts as. */
export const PERSON = (player: string) =>
  `COALESCE((SELECT into_id FROM player_merge WHERE league_id = $1 AND player_id = ${player}::integer), ${player}::integer)`;

/** The journal of the league of $1. */
const JOURNAL = `rating_change WHERE league_id = $1 AND generation = (SELECT generation FROM league WHERE id = $1)`;

/**
 * Sequences of all matches of a player of the league of $1 under any id, including void ones: matches with a line of the player in the
 * journal, and matches without one.
 * @param person a player who is not merged into another
 * @param times condition on `played_at` that excludes lines; nothing is excluded of matches without a line
 */
export const APPEARANCES = (person: string, times?: string) =>
  `SELECT sequence FROM ${LINES(person, times)} UNION ALL ${UNRATED(person)}`;

/**
 * Enough of `APPEARANCES` to find the newest of those matches.
 * @param count the most matches wanted; the journal has a player's lines in order of play
 */
export const NEWEST_APPEARANCES = (person: string, times: string, count: number) =>
  `(SELECT sequence FROM ${LINES(person, times)} ORDER BY played_at DESC, sequence DESC LIMIT ${count})
   UNION ALL ${UNRATED(person)}`;

const LINES = (person: string, times?: string) => `${JOURNAL} AND player_id = ${person}${times ? ` AND ${times}` : ''}`;

/** Sequences of matches without a line in the journal. */
export const UNRATED = (person: string) =>
  `SELECT sequence FROM unrated_appearance WHERE league_id = $1 AND player_id IN (${MERGED_IDS(person)})`;

/** Whether one of these ids and one of the other ids are on different sides of `match`; both are queries. */
export const OPPOSED = (ids: string, others: string) =>
  `EXISTS (SELECT FROM generate_subscripts(player_ids, 1) AS own CROSS JOIN generate_subscripts(player_ids, 1) AS other
    WHERE player_ids[own] IN (${ids}) AND player_ids[other] IN (${others})
      AND COALESCE(sides[own], own) <> COALESCE(sides[other], other))`;

/** Merges of a league: ids of merged players, each with the player whose history they share. */
export async function listMerges(sql: Sql, leagueId: number): Promise<Map<number, number>> {
  const rows: { player_id: number; into_id: number }[] = await sql.query(
    'SELECT player_id, into_id FROM player_merge WHERE league_id = $1',
    [leagueId],
  );
  return new Map(rows.map((row) => [row.player_id, row.into_id]));
}

/**
 * The merges of a league as they were at a time. They are read from the audit log, because an undone merge leaves no other trace. Empty if
 * there are no waits in the league: only waits need them.
 */
export async function listMergesOfWaitsAt(sql: Sql, leagueId: number, at: Date): Promise<Map<number, number>> {
  const rows: { player_id: number; into_id: number | null }[] = await sql.query(
    `SELECT DISTINCT ON (subject) (after ->> 'playerId')::integer AS player_id, (after ->> 'intoId')::integer AS into_id
     FROM audit_entry WHERE league_id = $1 AND subject LIKE 'Player:%' AND after ? 'playerId' AND at <= $2
       AND EXISTS (SELECT FROM log_wait WHERE league_id = $1)
     ORDER BY subject, id DESC`,
    [leagueId, at],
  );
  return new Map(rows.flatMap(({ player_id, into_id }) => (into_id === null ? [] : [[player_id, into_id]])));
}

export async function insertMerge(
  tx: Sql,
  merge: { leagueId: number; playerId: number; intoId: number; mergedAt: Date },
): Promise<void> {
  const rows: unknown[] = await tx.query(
    'INSERT INTO player_merge (league_id, player_id, into_id, merged_at) VALUES ($1, $2, $3, $4) RETURNING 1',
    [merge.leagueId, merge.playerId, merge.intoId, merge.mergedAt],
  );
  expectRows('insertMerge', rows.length, 1);
}

export async function deleteMerge(tx: Sql, leagueId: number, playerId: number): Promise<void> {
  const [, touched] = await tx.query('DELETE FROM player_merge WHERE league_id = $1 AND player_id = $2', [
    leagueId,
    playerId,
  ]);
  expectRows('deleteMerge', touched, 1);
}

/**
 * The place of a player's first match in a league, as a guest or not, or of their first wait; null if there is none. The player is given as
 * submitted; the journal must be that of the current merges.
 */
export async function findFirstPlace(
  sql: Sql,
  leagueId: number,
  playerId: number,
): Promise<{ playedAt: Date; sequence: number } | null> {
  const rows: { played_at: Date; sequence: number }[] = await sql.query(
    `SELECT played_at, sequence FROM match
     WHERE league_id = $1 AND sequence IN (${APPEARANCES(PERSON('$2'))}) AND $2 = ANY(player_ids)
     UNION ALL SELECT at, sequence FROM log_wait WHERE league_id = $1 AND player_id = $2
     ORDER BY played_at, sequence LIMIT 1`,
    [leagueId, playerId],
  );
  return rows[0] ? { playedAt: rows[0].played_at, sequence: rows[0].sequence } : null;
}

/** External id of a match in which an unmerged player played together with one of these; null if there is none. */
export async function findMeeting(
  sql: Sql,
  leagueId: number,
  playerId: number,
  others: readonly number[],
): Promise<string | null> {
  const rows: { external_id: string }[] = await sql.query(
    `SELECT external_id FROM match
     WHERE league_id = $1 AND sequence IN (${APPEARANCES('$2::integer')}) AND player_ids && $3::integer[]
     ORDER BY played_at, sequence LIMIT 1`,
    [leagueId, playerId, others],
  );
  return rows[0]?.external_id ?? null;
}

/** Writes waits to the log in one statement; the caller provides the sequences. */
export async function insertWaits(tx: Sql, leagueId: number, waits: readonly LogWait[]): Promise<void> {
  const rows: unknown[] = await tx.query(
    `INSERT INTO log_wait (league_id, sequence, player_id, at)
     SELECT $1, sequence, player_id, at
     FROM unnest($2::integer[], $3::integer[], $4::timestamptz[]) AS new (sequence, player_id, at)
     RETURNING 1`,
    [
      leagueId,
      waits.map(({ sequence }) => sequence),
      waits.map(({ playerId }) => playerId),
      waits.map(({ at }) => at.toISOString()),
    ],
  );
  expectRows('insertWaits', rows.length, waits.length);
}

/** The player of a wait, or the player into whom they are merged. */
const WAITER = PERSON('log_wait.player_id');

/** The waits between two places of the log, excluding the first, in order; merged players count as one. Null: the ends of the log. */
export async function listWaits(
  sql: Sql,
  leagueId: number,
  after: LogPosition | null,
  upTo: LogPosition | null,
): Promise<LogWait[]> {
  return sql.query(
    `SELECT sequence, ${WAITER} AS "playerId", at FROM log_wait
     WHERE league_id = $1 AND (at, sequence) > ($2, $3) AND (at, sequence) <= ($4, $5) ORDER BY at, sequence`,
    [leagueId, after?.playedAt ?? '-infinity', after?.sequence ?? 0, upTo?.playedAt ?? 'infinity', upTo?.sequence ?? 0],
  );
}

/** A player's place in the log. */
export interface PlayerPlace extends LogPosition {
  readonly playerId: number;
}

/**
 * The waits of players between a place of each and a time, in order; merged players count as one.
 * @param merges merged players, each with the player into whom they are merged
 */
export async function listWaitsBetween(
  sql: Sql,
  leagueId: number,
  after: readonly PlayerPlace[],
  upTo: Date,
  merges: ReadonlyMap<number, number>,
): Promise<LogWait[]> {
  const merged = groupedBy(merges, ([, into]) => into);
  const wanted = after.flatMap((place) =>
    [place.playerId, ...(merged.get(place.playerId) ?? []).map(([id]) => id)].map((id) => ({ id, place })),
  );
  return sql.query(
    `SELECT wait.sequence, wanted.player_id AS "playerId", wait.at
     FROM unnest($2::integer[], $3::integer[], $4::timestamptz[], $5::integer[]) AS wanted (id, player_id, played_at, sequence)
     JOIN log_wait AS wait ON wait.league_id = $1 AND wait.player_id = wanted.id
       AND (wait.at, wait.sequence) > (wanted.played_at, wanted.sequence) AND wait.at <= $6
     ORDER BY wait.at, wait.sequence`,
    [
      leagueId,
      wanted.map(({ id }) => id),
      wanted.map(({ place }) => place.playerId),
      wanted.map(({ place }) => place.playedAt.toISOString()),
      wanted.map(({ place }) => place.sequence),
      upTo,
    ],
  );
}

/** The waits that arrived after a sequence and are not after a given place; merged players count as one. */
export async function listWaitsArrivedUpTo(
  sql: Sql,
  leagueId: number,
  afterSequence: number,
  place: LogPosition | null,
): Promise<LogWait[]> {
  return sql.query(
    `SELECT sequence, ${WAITER} AS "playerId", at FROM log_wait
     WHERE league_id = $1 AND sequence > $2 AND (at, sequence) <= ($3, $4) ORDER BY at, sequence`,
    [leagueId, afterSequence, place?.playedAt ?? '-infinity', place?.sequence ?? 0],
  );
}
