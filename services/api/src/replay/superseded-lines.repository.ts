import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { lockLeague } from '../league/league.repository.js';
import { SAVED_BYTES } from '../league/quota.js';
import type { LogPosition } from '../match-log/match.js';
import type { Journal } from '../rating/journal.repository.js';

/** Numbers of a stretch. Its row stays below 2 kB, so that PostgreSQL keeps it in one piece. */
const MAX_NUMBERS = 144;

/** Lines with more opponents lose their contributions: a late match would otherwise keep megabytes of each match after it. */
const MAX_OPPONENTS = 20;

/** SQL of whether a line keeps its contributions. @param isNeeded SQL: whether states are restored from contributions of superseded lines */
const isExplained = (isNeeded: string) =>
  `(${isNeeded} AND cardinality(contributions) <= ${CONTRIBUTION_WIDTH * MAX_OPPONENTS})`;

/** SQL of the checksum of a stretch, which `verify` computes again: lines within a stretch have no neighbours that would show damage. */
const DIGEST = `substring(sha256(array_send(played_ats) || array_send(sequences) || array_send(numbers) || convert_to(
  concat_ws(' ', player_id, superseded_in, revision, before_value, before_deviation, marks, contributions), 'UTF8')) FOR 8)`;

/**
 * SQL that stores lines of the journal as stretches. A stretch ends where the next line has another revision, or does not begin with
 * the rating at which the previous one ended. The league of each stretch is that of its lines: if leagues are distributed over
 * several servers, the statement runs on one of them, as do its windows, which name the league for that reason.
 * @param lines SQL of a relation of lines, all of one league
 * @param supersededIn SQL of the first revision without them
 * @param isNeeded SQL: whether states are restored from contributions
 */
function keepLines(lines: string, supersededIn: string, isNeeded: string): string {
  const all = (value: string, aggregate = 'array_agg') => `${aggregate}(${value} ORDER BY played_at, sequence)`;
  const mark = `substr(CASE WHEN is_provisional THEN 'ldw' ELSE 'LDW' END, verdict + 2, 1)`;
  const kept = isExplained(isNeeded);
  // Exact: numbers as text are read back to the bit.
  const memories = `string_to_array(${all(`array_to_string(memory, ' '), ' '`, 'string_agg')}, ' ')::double precision[]`;
  return `INSERT INTO superseded_stretch (league_id, player_id, superseded_in, revision, played_at, before_value,
      before_deviation, sequence, marks, played_ats, sequences, numbers, contributions, digest)
    SELECT *, ${DIGEST} FROM (
      SELECT league_id, player_id, ${supersededIn} AS superseded_in, revision, min(played_at) AS played_at,
        (${all('before_value')})[1] AS before_value, (${all('before_deviation')})[1] AS before_deviation,
        (${all('sequence')})[1] AS sequence, ${all(`${mark}, ''`, 'string_agg')} AS marks,
        ${all('played_at')} AS played_ats, ${all('sequence')} AS sequences,
        ${all('after_value')} || ${all('after_deviation')} || ${all(`nullif(score, coalesce(after_value, '-Infinity'))`)}
          || coalesce(${memories}, '{}') AS numbers,
        CASE WHEN bool_or(${kept}) THEN ${all(`CASE WHEN ${kept} THEN contributions::text END`)} END AS contributions
      FROM (
        SELECT *, (row_number() OVER (PARTITION BY league_id, player_id, run ORDER BY played_at, sequence) - 1)
          / greatest(${MAX_NUMBERS} / (3 + coalesce(cardinality(memory), 0)), 1) AS part
        FROM (
          SELECT *, count(*) FILTER (WHERE begins) OVER own AS run
          FROM (
            SELECT *, (revision, before_value, before_deviation) IS DISTINCT FROM
                (lag(revision) OVER own, lag(after_value) OVER own, lag(after_deviation) OVER own) AS begins
            FROM (${lines}) AS moved WINDOW own AS (PARTITION BY league_id, player_id ORDER BY played_at, sequence)
          ) AS line WINDOW own AS (PARTITION BY league_id, player_id ORDER BY played_at, sequence)
        ) AS line
      ) AS line
      GROUP BY league_id, player_id, run, part, revision
    ) AS stretch`;
}

/** Lines that left the journal. */
export interface Superseded {
  readonly lines: number;
  /** Counted bytes that the league saved. */
  readonly saved: number;
}

/**
 * The lines of revisions before $2 at and after places of players, player by player: with a join, the planner would read the journal of the
 * whole league.
 */
const linesFrom = (columns: string) => `
  SELECT line.*
  FROM unnest($3::integer[], $4::timestamptz[], $5::integer[]) AS first (player_id, played_at, sequence)
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM rating_change
    WHERE league_id = $1 AND generation = $6 AND player_id = first.player_id AND revision < $2
      AND (played_at, sequence) >= (first.played_at, first.sequence)
    OFFSET 0
  ) AS line`;

/**
 * Moves the lines of revisions before `by` out of the journal, to where `asKnownAt` finds them. Call it under the league's lock, so that both
 * of its statements see the same lines.
 * @param from place of the first line, by player
 */
export async function supersedeLines(
  tx: Sql,
  journal: Journal,
  from: ReadonlyMap<number, LogPosition>,
  { by, keepsContributions }: { readonly by: number; readonly keepsContributions: boolean },
): Promise<Superseded> {
  const places = [...from.values()];
  const values = [
    journal.id,
    by,
    [...from.keys()],
    places.map(({ playedAt }) => playedAt.toISOString()),
    places.map(({ sequence }) => sequence),
    journal.generation,
    keepsContributions,
  ];
  await tx.query(keepLines(linesFrom('*'), '$2::integer', '$7::boolean'), values);
  const [superseded] = await tx.query(
    `WITH moved AS (
       DELETE FROM rating_change WHERE league_id = $1 AND ctid = ANY(ARRAY(${linesFrom('ctid')})) RETURNING contributions
     )
     SELECT count(*)::integer AS lines, ${SAVED_BYTES.ofLines} + ${SAVED_BYTES.ofContributions(isExplained('$7::boolean'))} AS saved
     FROM moved`,
    values,
  );
  return superseded;
}

/** A generation that is no longer current, with lines still in the journal. */
export interface PastGeneration {
  readonly leagueId: number;
  readonly generation: number;
  /** The first revision of the next one. */
  readonly supersededIn: number;
  readonly rater: string;
}

/** Generations of all leagues that are neither current nor packed. */
export async function listUnpackedGenerations(sql: Sql): Promise<PastGeneration[]> {
  return sql.query(
    `SELECT league_id AS "leagueId", own.generation, max(own.revision) + 1 AS "supersededIn", min(own.rater) AS rater
     FROM league JOIN league_revision AS own ON own.league_id = league.id
     WHERE league.packed_generation < league.generation AND deleted_at IS NULL
       AND own.generation >= league.packed_generation AND own.generation < league.generation
     GROUP BY league_id, own.generation ORDER BY league_id, own.generation`,
  );
}

/** Position of a line in the journal of a generation. */
export interface LinePlace {
  readonly playerId: number;
  readonly playedAt: Date;
  readonly sequence: number;
}

/** The lines that a step packs. */
const linesOfStep = (columns: string) => `
  SELECT ${columns} FROM rating_change
  WHERE league_id = $1 AND generation = $2 AND (player_id, played_at, sequence) > ($5, $6, $7)
    AND EXISTS (SELECT FROM league WHERE id = $1 AND kept_revision < $3)
  ORDER BY player_id, played_at, sequence LIMIT $8`;

/**
 * Packs some lines of a past generation, and deletes them. Call it under the league's lock. `pruneLeagues` deletes lines that need not be kept.
 * @param after the last line of the previous step; null: none
 * @param keepsContributions whether states are restored from contributions of superseded lines
 * @returns the last of these lines; null if there were none
 */
export async function packLines(
  tx: EntityManager,
  { leagueId, generation, supersededIn }: PastGeneration,
  after: LinePlace | null,
  limit: number,
  keepsContributions: boolean,
): Promise<LinePlace | null> {
  const values = [
    leagueId,
    generation,
    supersededIn,
    keepsContributions,
    after?.playerId ?? 0,
    after?.playedAt ?? '-infinity',
    after?.sequence ?? 0,
    limit,
  ];
  await tx.query(keepLines(linesOfStep('*'), '$3::integer', '$4::boolean'), values);
  const rows: (LinePlace & { readonly saved: number })[] = await tx.query(
    `WITH moved AS (
       DELETE FROM rating_change WHERE league_id = $1 AND ctid = ANY(ARRAY(${linesOfStep('ctid')}))
       RETURNING player_id, played_at, sequence, contributions
     )
     SELECT player_id AS "playerId", played_at AS "playedAt", sequence,
            (SELECT ${SAVED_BYTES.ofContributions(isExplained('$4::boolean'))} FROM moved) AS saved
     FROM moved ORDER BY player_id DESC, played_at DESC, sequence DESC LIMIT 1`,
    values,
  );
  const [last] = rows;
  if (last && last.saved > 0) await subtractJournalBytes(tx, leagueId, last.saved);
  return last ?? null;
}

/** Call it at the end of a transaction, because it locks the league. */
export async function subtractJournalBytes(tx: EntityManager, leagueId: number, bytes: number): Promise<void> {
  await lockLeague(tx, leagueId);
  const [, touched] = await tx.query('UPDATE league SET journal_bytes = journal_bytes - $2 WHERE id = $1', [
    leagueId,
    bytes,
  ]);
  expectRows('subtractJournalBytes', touched, 1);
}

/** Marks a generation, and those before it, as packed. Another process may have done so already. */
export async function updatePacked(tx: EntityManager, { leagueId, generation }: PastGeneration): Promise<void> {
  await tx.query(
    `UPDATE league SET packed_generation = (
       SELECT min(generation) FROM league_revision WHERE league_id = $1 AND generation > $2)
     WHERE id = $1 AND packed_generation <= $2`,
    [leagueId, generation],
  );
}
