import { groupedBy } from '../kit/grouped-by.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { LogWait } from './log-wait.js';
import type { LogPosition } from './match.js';
import { type PlayerAt, WANTED, wantedParameters } from './match.repository.js';
import { MERGED_IDS } from './merge.repository.js';

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

/** The player of a wait, or the player into whom they are merged. For the league of $1. */
const PERSON = `COALESCE((SELECT into_id FROM player_merge AS merge
  WHERE merge.league_id = $1 AND merge.player_id = log_wait.player_id), log_wait.player_id)`;

/** The waits between two places of the log, excluding the first, in order; merged players count as one. Null: the ends of the log. */
export async function listWaits(
  sql: Sql,
  leagueId: number,
  after: LogPosition | null,
  upTo: LogPosition | null,
): Promise<LogWait[]> {
  return sql.query(
    `SELECT sequence, ${PERSON} AS "playerId", at FROM log_wait
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
    `SELECT sequence, ${PERSON} AS "playerId", at FROM log_wait
     WHERE league_id = $1 AND sequence > $2 AND (at, sequence) <= ($3, $4) ORDER BY at, sequence`,
    [leagueId, afterSequence, place?.playedAt ?? '-infinity', place?.sequence ?? 0],
  );
}

/**
 * The waits of players between the newest rated match of each before their place and that place, in order; all before it if they have no
 * such match. Merged players count as one.
 */
export async function listWaitsSinceLastMatch(
  sql: Sql,
  journal: { readonly id: number; readonly generation: number },
  players: readonly PlayerAt[],
): Promise<LogWait[]> {
  return sql.query(
    `SELECT wait.sequence, wanted.player_id AS "playerId", wait.at
     FROM ${WANTED}
     LEFT JOIN LATERAL (
       SELECT played_at, sequence FROM rating_change AS line
       WHERE league_id = $1 AND generation = $5 AND line.player_id = wanted.player_id
         AND (played_at, sequence) < (before_at, before_sequence)
       ORDER BY played_at DESC, sequence DESC LIMIT 1
     ) AS last ON true
     JOIN log_wait AS wait ON wait.league_id = $1
       AND wait.player_id IN (${MERGED_IDS('wanted.player_id')})
       AND (wait.at, wait.sequence) > (COALESCE(last.played_at, '-infinity'), COALESCE(last.sequence, 0))
       AND (wait.at, wait.sequence) < (before_at, before_sequence)
     ORDER BY wait.at, wait.sequence`,
    [journal.id, ...wantedParameters(players), journal.generation],
  );
}
