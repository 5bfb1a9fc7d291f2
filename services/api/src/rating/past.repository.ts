import { dayStart } from '../kit/sql/midnight.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Settings } from '../raters/rating-system.js';

/** A moment of a league's past. */
export interface PastMoment {
  /** Only matches played by then; null: all. */
  readonly asOf: Date | null;
  /** Only what the board showed then: null for what is known now. */
  readonly asKnownAt: Date | null;
}

/** The derivation that was official at a time. */
export interface KnownDerivation {
  readonly revision: number;
  readonly generation: number;
  readonly rater: string;
  readonly raterVersion: string;
  readonly settings: Settings;
}

/** @returns null where the league did not exist yet */
export async function findDerivationAt(sql: Sql, leagueId: number, at: Date): Promise<KnownDerivation | null> {
  const rows: KnownDerivation[] = await sql.query(
    `SELECT revision, generation, rater, rater_version AS "raterVersion", settings FROM league_revision
     WHERE league_id = $1 AND applied_at <= $2 ORDER BY revision DESC LIMIT 1`,
    [leagueId, at],
  );
  return rows[0] ?? null;
}

/** The newest nightly run that had shaped the board at a moment; null where none had. */
export async function findShownThrough(
  sql: Sql,
  league: Pick<League, 'id' | 'refreshedThrough' | 'timeZone'>,
  { asOf, asKnownAt }: PastMoment,
): Promise<Date | null> {
  const rows: { midnight: Date | null }[] = await sql.query(
    `SELECT CASE WHEN run.midnight IS NOT NULL
              THEN least(run.midnight, ${dayStart('$3::timestamptz', '$5')}) END AS midnight
     FROM (SELECT CASE WHEN $2::timestamptz IS NULL THEN $4::timestamptz ELSE (
             SELECT max(midnight) FROM standings_snapshot WHERE league_id = $1 AND recorded_at <= $2
           ) END AS midnight) AS run`,
    [league.id, asKnownAt, asOf, league.refreshedThrough, league.timeZone],
  );
  return rows[0]!.midnight;
}

/** A place on a past board. */
export interface PastPlace {
  readonly playerId: number;
  readonly place: number;
  readonly rank: number | null;
  readonly score: number;
  readonly isProvisional: boolean;
}

/**
 * The lines that a past moment shows, as a FROM item. Its parameters are the league ($1), the moment of play ($2), the
 * moment of knowledge ($3), the revision that was official then ($4) and the generation of its lines ($5).
 */
function linesOf({ asKnownAt }: PastMoment): string {
  const lines = (table: string, condition: string) =>
    `SELECT player_id, played_at, sequence, after_value, after_deviation, score, is_provisional, verdict, contributions
     FROM ${table} WHERE league_id = $1 AND played_at <= $2 AND ${condition}`;
  // Without a moment of knowledge its parameters only have to have types.
  const journal = 'generation = $5';
  if (!asKnownAt)
    return `(${lines('rating_change', `${journal} AND $3::timestamptz IS NULL AND $4::integer IS NOT NULL`)})`;
  // Sequences are given in the order of arrival. A join of every line with its match would say the same, slowly.
  const known = `revision <= $4 AND sequence <= (
    SELECT sequence FROM match WHERE league_id = $1 AND submitted_at <= $3 ORDER BY sequence DESC LIMIT 1
  )`;
  const current = lines('rating_change', `${journal} AND ${known}`);
  return `(${current} UNION ALL ${lines('superseded_change', `${known} AND superseded_in > $4`)})`;
}

type Lines = Pick<KnownDerivation, 'revision' | 'generation'>;

const parameters = (leagueId: number, { asOf, asKnownAt }: PastMoment, { revision, generation }: Lines) => [
  leagueId,
  asOf ?? 'infinity',
  asKnownAt,
  revision,
  generation,
];

/** The board at a past moment; $6: whether provisional players are on it. */
function boardAt(moment: PastMoment): string {
  return `(WITH last AS (
      SELECT DISTINCT ON (player_id) player_id, score, is_provisional FROM ${linesOf(moment)} AS line
      ORDER BY player_id, played_at DESC, sequence DESC
    )
    SELECT player_id AS "playerId", score, is_provisional AS "isProvisional",
           (row_number() OVER (ORDER BY is_provisional, score DESC, player_id))::integer AS place,
           CASE WHEN NOT is_provisional
             THEN (rank() OVER (PARTITION BY is_provisional ORDER BY score DESC))::integer END AS rank
    FROM last WHERE $6 OR NOT is_provisional)`;
}

/** A stretch of the board at a past moment, between two places. */
export async function listPastPlaces(
  sql: Sql,
  leagueId: number,
  moment: PastMoment,
  derivation: Lines,
  page: { includeProvisional: boolean; from: number; to: number },
): Promise<PastPlace[]> {
  return sql.query(`SELECT * FROM ${boardAt(moment)} AS board WHERE place BETWEEN $7 AND $8 ORDER BY place`, [
    ...parameters(leagueId, moment, derivation),
    page.includeProvisional,
    page.from,
    page.to,
  ]);
}

/** A player's place on the board at a past moment. */
export async function findPastPlace(
  sql: Sql,
  leagueId: number,
  moment: PastMoment,
  derivation: Lines,
  key: { includeProvisional: boolean; playerId: number },
): Promise<PastPlace | null> {
  const rows: PastPlace[] = await sql.query(`SELECT * FROM ${boardAt(moment)} AS board WHERE "playerId" = $7`, [
    ...parameters(leagueId, moment, derivation),
    key.includeProvisional,
    key.playerId,
  ]);
  return rows[0] ?? null;
}

const PAST_LINE = `player_id AS "playerId", played_at AS "playedAt", sequence, after_value AS value, after_deviation AS deviation,
  score, is_provisional AS "isProvisional", verdict, contributions`;

/** A line of a past journal. */
export interface PastLine {
  readonly playerId: number;
  readonly playedAt: Date;
  readonly sequence: number;
  readonly value: number | null;
  readonly deviation: number | null;
  readonly score: number;
  readonly isProvisional: boolean;
  readonly verdict: number;
  readonly contributions: number[];
}

/** The newest line of every player at a past moment. */
export async function listPastLastLines(
  sql: Sql,
  leagueId: number,
  moment: PastMoment,
  derivation: Lines,
): Promise<PastLine[]> {
  return sql.query(
    `SELECT DISTINCT ON (player_id) ${PAST_LINE} FROM ${linesOf(moment)} AS line
     ORDER BY player_id, played_at DESC, sequence DESC`,
    parameters(leagueId, moment, derivation),
  );
}

/** Every line of some players up to a past moment, in each player's order. */
export async function listPastLines(
  sql: Sql,
  leagueId: number,
  moment: PastMoment,
  derivation: Lines,
  playerIds: readonly number[],
): Promise<PastLine[]> {
  return sql.query(
    `SELECT ${PAST_LINE} FROM ${linesOf(moment)} AS line WHERE player_id = ANY($6::integer[])
     ORDER BY player_id, played_at, sequence`,
    [...parameters(leagueId, moment, derivation), playerIds],
  );
}
