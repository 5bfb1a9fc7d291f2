import { dayStart } from '../kit/sql/columns.js';
import { fieldsOf } from '../kit/sql/table.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { LeagueRevisionTable } from '../league/league.table.js';
import { ASKED, lastLinesOf, linesOf, parametersOf } from '../rating/journal.repository.js';
import type { Tally } from '../rating/journal-line.js';
import type { AsOfLines, PastMoment } from '../rating/rating.js';

const DERIVATION = ['revision', 'generation', 'rater', 'raterVersion', 'settings'] as const;

/** The derivation that was official at a time. */
export type KnownDerivation = Pick<LeagueRevisionTable, (typeof DERIVATION)[number]>;

/** @returns null if the league did not exist yet */
export async function findDerivationAt(sql: Sql, leagueId: number, at: Date): Promise<KnownDerivation | null> {
  const rows: KnownDerivation[] = await sql.query(
    `SELECT ${fieldsOf(LeagueRevisionTable, DERIVATION)} FROM league_revision
     WHERE league_id = $1 AND applied_at <= $2 ORDER BY revision DESC LIMIT 1`,
    [leagueId, at],
  );
  return rows[0] ?? null;
}

/**
 * The midnight of the board at a moment: that of the newest nightly run by then; before the first, that of the day on
 * which the league was created. For matches up to an earlier time: the midnight before that time.
 */
export async function findShownThrough(
  sql: Sql,
  league: Pick<League, 'id' | 'createdAt' | 'refreshedThrough' | 'timeZone'>,
  { asOf, asKnownAt }: PastMoment,
): Promise<Date> {
  const rows: { midnight: Date }[] = await sql.query(
    `SELECT least(run.midnight, ${dayStart('$3::timestamptz', '$5')}) AS midnight
     FROM (SELECT CASE WHEN $2::timestamptz IS NULL THEN $4::timestamptz ELSE coalesce(
             (SELECT max(midnight) FROM standings_snapshot WHERE league_id = $1 AND recorded_at <= $2),
             ${dayStart('$6::timestamptz', '$5')}
           ) END AS midnight) AS run`,
    [league.id, asKnownAt, asOf, league.refreshedThrough, league.timeZone, league.createdAt],
  );
  return rows[0]!.midnight;
}

/** The newest match that had arrived at a time; 0 if none had. Sequences are given in the order of arrival. */
export async function findKnownSequence(
  sql: Sql,
  { id, lastSequence }: Pick<League, 'id' | 'lastSequence'>,
  at: Date,
): Promise<number> {
  // By bisection: the times of arrival have no index.
  const rows: { known: number }[] = await sql.query(
    `WITH RECURSIVE search (known, most) AS (
       SELECT 0, $3::integer
       UNION ALL
       SELECT CASE WHEN submitted_at <= $2 THEN sequence ELSE known END,
              CASE WHEN submitted_at <= $2 THEN most ELSE (known + most + 1) / 2 - 1 END
       FROM search LEFT JOIN LATERAL (
         SELECT sequence, submitted_at FROM match
         WHERE league_id = $1 AND sequence BETWEEN (known + most + 1) / 2 AND most ORDER BY sequence LIMIT 1
       ) AS probe ON true
       WHERE known < most
     )
     SELECT known FROM search WHERE known >= most`,
    [id, at, lastSequence],
  );
  return rows[0]!.known;
}

/** The place in the log of the newest match played by a time, as text; null if there is none. */
export async function findLogEnd(sql: Sql, leagueId: number, asOf: Date | null): Promise<string | null> {
  const rows: { place: string }[] = await sql.query(
    `SELECT played_at || ' ' || sequence AS place FROM match WHERE league_id = $1 AND played_at <= $2
     ORDER BY played_at DESC, sequence DESC LIMIT 1`,
    [leagueId, asOf ?? 'infinity'],
  );
  return rows[0]?.place ?? null;
}

/** Each player of a table of lines once: the index is read from player to player. */
function playersIn(table: string, condition: string): string {
  const next = (after: string) => `(SELECT player_id FROM ${table} AS line
      WHERE league_id = $1 AND ${condition} ${after} ORDER BY player_id LIMIT 1)`;
  return `(WITH RECURSIVE each (player_id) AS (
      SELECT * FROM ${next('')} AS first
      UNION ALL SELECT ${next('AND line.player_id > each.player_id')} FROM each WHERE player_id IS NOT NULL
    ) SELECT player_id FROM each WHERE player_id IS NOT NULL)`;
}

/** Players who may have lines. */
function playersOf({ knownSequence }: AsOfLines): string {
  if (knownSequence === null) return '(SELECT player_id FROM rating WHERE league_id = $1 AND matches_played > 0)';
  return `(${playersIn('rating_change', 'generation = $5')} UNION ${playersIn('superseded_stretch', 'true')})`;
}

/** The players whom a league denies a rank. */
export interface BoardCut {
  /** Players with fewer matches. */
  readonly minMatches: number;
  /** Players who had not played since, in milliseconds since 1970; null: no limit. */
  readonly activeSince: number | null;
}

/** Whether a player whose newest line is `last` is denied a rank. No more of their lines are read than needed. */
function isCutSql(lines: AsOfLines, cut: BoardCut | null): string {
  if (!cut) return 'false';
  const least = Number(cut.minMatches);
  const own = `SELECT 1 FROM ${linesOf(lines, 'verdict', 'last.player_id')} AS line LIMIT ${least}`;
  const isNew = least > 1 ? `(SELECT count(*) FROM (${own}) AS enough) < ${least}` : 'false';
  const since = cut.activeSince === null ? null : new Date(cut.activeSince).toISOString();
  return `(${isNew} OR ${since === null ? 'false' : `last.played_at < '${since}'`})`;
}

/** The players of a past board, in its order. */
export interface PastOrder {
  readonly players: readonly number[];
  /** The score of each; -Infinity for none. */
  readonly scores: readonly number[];
  /** How many of them have a rank: they come before all others. */
  readonly ranked: number;
}

/**
 * The board by the journal's scores: one entry of an index for each player, however long the histories are.
 * @param hidden players to omit
 */
export async function findPastOrder(
  sql: Sql,
  lines: AsOfLines,
  cut: BoardCut | null,
  hidden: readonly number[],
): Promise<PastOrder> {
  const order = 'ORDER BY is_provisional, score DESC, player_id';
  const rows: PastOrder[] = await sql.query(
    `SELECT coalesce(array_agg(player_id ${order}), '{}') AS players, coalesce(array_agg(score ${order}), '{}') AS scores,
            (count(*) FILTER (WHERE NOT is_provisional))::integer AS ranked
     FROM (SELECT player_id, score, is_provisional OR ${isCutSql(lines, cut)} AS is_provisional
           FROM ${lastLinesOf(lines, 'score, is_provisional', playersOf(lines))} AS last
           WHERE player_id <> ALL($6::integer[])) AS last`,
    [...parametersOf(lines), hidden],
  );
  return rows[0]!;
}

/** The columns of the journal from which a state is restored, and their fields. */
const STATE = `after_value AS value, after_deviation AS deviation, score, is_provisional AS "isProvisional", contributions, memory`;
const STATE_FIELDS = 'value, deviation, score, "isProvisional", contributions, memory';
const PLACE = 'player_id AS "playerId", played_at AS "playedAt", sequence';

/** A line of a past journal. */
export interface PastLine {
  readonly playerId: number;
  readonly playedAt: Date;
  readonly sequence: number;
  readonly value: number | null;
  readonly deviation: number | null;
  readonly score: number;
  readonly isProvisional: boolean;
  /** Null for lines that are stored without them. */
  readonly contributions: number[] | null;
  /** Null for lines that store none. */
  readonly memory: number[] | null;
}

/** The newest line of every player, and whether the league denies them a rank. */
export async function listPastLastLines(
  sql: Sql,
  lines: AsOfLines,
  cut: BoardCut | null,
): Promise<(PastLine & { readonly isCut: boolean })[]> {
  return sql.query(
    `SELECT ${PLACE}, ${STATE_FIELDS}, ${isCutSql(lines, cut)} AS "isCut"
     FROM ${lastLinesOf(lines, STATE, playersOf(lines))} AS last`,
    parametersOf(lines),
  );
}

/** Counts over the matches of a player up to a past moment. */
export type PastTally = Readonly<Omit<Tally, 'lastPlayedAt'>>;

/** The newest line of each of some players, with the sums of their lines. */
export async function listPastRecords(
  sql: Sql,
  lines: AsOfLines,
  playerIds: readonly number[],
): Promise<(PastLine & PastTally)[]> {
  const counted = (verdict: number, name: string) =>
    `(count(*) FILTER (WHERE verdict = ${verdict}))::integer AS ${name}`;
  return sql.query(
    `SELECT ${PLACE}, ${STATE_FIELDS}, tally.*
     FROM ${lastLinesOf(lines, STATE, ASKED)} AS last CROSS JOIN LATERAL (
       SELECT count(*)::integer AS "matchesPlayed", ${counted(1, 'wins')}, ${counted(0, 'draws')},
              ${counted(-1, 'losses')}, max(after_value) AS peak
       FROM ${linesOf(lines, 'verdict, after_value', 'last.player_id')} AS line
     ) AS tally`,
    [...parametersOf(lines), playerIds],
  );
}

/** Every line of some players, in each player's order. */
export async function listPastLines(sql: Sql, lines: AsOfLines, playerIds: readonly number[]): Promise<PastLine[]> {
  return sql.query(
    `SELECT ${PLACE}, ${STATE_FIELDS} FROM ${ASKED} AS who CROSS JOIN LATERAL ${linesOf(lines, STATE, 'who.player_id')} AS line
     ORDER BY player_id, played_at, sequence`,
    [...parametersOf(lines), playerIds],
  );
}
