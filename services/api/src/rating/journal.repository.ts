import type { Contribution } from '@openladder/rating';
import { MAX_PARTS, ResponseTooLarge } from '../kit/paging/response-size.js';
import {
  columnCount,
  columnNames,
  columnParameters,
  columnRows,
  columnValues,
  gatedBy,
  limitedTo,
  type Row,
} from '../kit/sql/columns.js';
import { columnsOf, type RowOf, typedColumns } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { PlacedWait } from '../match-log/log-wait.js';
import type { LogPosition } from '../match-log/match.js';
import { MatchTable } from '../match-log/match.table.js';
import { MERGED_IDS } from '../match-log/merges-and-waits.repository.js';
import { packContributions, type RatedLine, readContributions } from './journal-line.js';
import { type AsOfLines, deltaOf, type JournalChange, type MatchHead, scoreSums, VERDICT_NUMBERS } from './rating.js';
import { RatingChangeTable } from './rating.table.js';

/** A league's journal: its lines of one generation. */
export type Journal = Pick<League, 'id' | 'generation'>;

/** The changes of one match, to be written to the journal. */
export interface JournalEntry {
  readonly sequence: number;
  readonly playedAt: Date;
  readonly lines: readonly RatedLine[];
  /** Whether the lines are stored with their contributions; see `storesContributions`. */
  readonly storesContributions: boolean;
}

const CHANGE = typedColumns(
  RatingChangeTable,
  [
    ...([
      'playerId',
      'playedAt',
      'sequence',
      'beforeValue',
      'beforeDeviation',
      'afterValue',
      'afterDeviation',
    ] as const),
    ...(['score', 'isProvisional', 'verdict', 'contributions', 'memory'] as const),
  ],
  ['contributions', 'memory'],
);

/** Including generation and revision. */
export const CHANGE_PARAMETERS = 2 + columnCount(CHANGE);

/** Writes lines of the journal of the league $1: generation and revision are `$first` and the next. */
export function insertChangesSql(first: number, gate?: string, table = 'rating_change'): string {
  return `INSERT INTO ${table} (league_id, generation, revision, ${columnNames(CHANGE)})
    SELECT $1::integer, $${first}::integer, $${first + 1}::integer, ${columnValues(CHANGE, first + 2)}
    FROM ${columnRows(CHANGE, first + 2)} ${gatedBy(gate)}`;
}

export function changeRows(entries: readonly JournalEntry[]): Row<typeof CHANGE>[] {
  return entries.flatMap(({ sequence, playedAt, lines, storesContributions }) =>
    lines.map(({ player, before, after, verdict, contributions, memory }) => ({
      player_id: Number(player),
      played_at: playedAt,
      sequence,
      before_value: before.value,
      before_deviation: before.deviation,
      after_value: after.value,
      after_deviation: after.deviation,
      score: after.score ?? Number.NEGATIVE_INFINITY,
      is_provisional: after.isProvisional,
      verdict: VERDICT_NUMBERS[verdict],
      contributions: storesContributions ? packContributions(contributions) : null,
      memory,
    })),
  );
}

export function changeParameters(
  { generation, revision }: Pick<League, 'generation' | 'revision'>,
  rows: readonly Row<typeof CHANGE>[],
): unknown[] {
  return [generation, revision, ...columnParameters(CHANGE, rows)];
}

/** Writes the journal lines of a batch in one statement. */
export async function insertChanges(
  tx: Sql,
  { id, generation }: Journal,
  revision: number,
  entries: readonly JournalEntry[],
  table: 'rating_change' | 'staged_change' = 'rating_change',
): Promise<void> {
  const rows = changeRows(entries);
  if (rows.length === 0) return;
  const statement = `${insertChangesSql(2, undefined, table)} RETURNING 1`;
  const written: unknown[] = await tx.query(statement, [id, ...changeParameters({ generation, revision }, rows)]);
  expectRows('insertChanges', written.length, rows.length);
}

/** Columns of a line that are read, without its contributions. */
const LINE_FIELDS = [
  ...(['leagueId', 'playerId', 'playedAt', 'sequence', 'revision', 'beforeValue', 'beforeDeviation'] as const),
  ...(['afterValue', 'afterDeviation', 'verdict'] as const),
] as const;
export const STORED_LINE_COLUMNS = columnsOf(RatingChangeTable, ...LINE_FIELDS);

export type ChangeRow = RowOf<RatingChangeTable, (typeof LINE_FIELDS)[number]> & {
  /** Undefined if not requested, null if there would be too many. */
  readonly contributions?: number[] | null;
  /** Whether the journal does not store them. */
  readonly lacks_contributions?: boolean;
};

const LACKS_CONTRIBUTIONS = 'contributions IS NULL AS lacks_contributions';
const CHANGE_COLUMNS = `${STORED_LINE_COLUMNS}, coalesce(contributions, '{}') AS contributions, ${LACKS_CONTRIBUTIONS}`;

/** Number of contributions of a row of `match`: `contributionsOf` in SQL. */
export const CONTRIBUTIONS_OF_ROW = `(cardinality(player_ids)::bigint * cardinality(player_ids)
         - CASE WHEN sides IS NULL THEN cardinality(player_ids) ELSE (
             SELECT sum(size * size) FROM (SELECT count(*) AS size FROM unnest(sides) AS side GROUP BY side) AS team) END)`;

/** The contributions of lines; of none if all matches of a relation have more. */
export function boundedContributions(matches: string, most: number): string {
  const all = `SELECT sum(${CONTRIBUTIONS_OF_ROW}) FROM ${matches}`;
  return `CASE WHEN (${all}) <= ${most} THEN coalesce(contributions, '{}') END AS contributions, ${LACKS_CONTRIBUTIONS}`;
}

export function toChange(row: ChangeRow, match?: MatchHead): JournalChange {
  const { contributions } = row;
  if (contributions === null) return withheld(row);
  return explained(row, contributions === undefined ? NONE : readContributions(contributions), match);
}

const NONE: Contribution[] = [];

/** Written out for speed, since a page has a hundred of them. */
function explained(row: ChangeRow, contributions: Contribution[], match?: MatchHead): JournalChange {
  const before = { value: row.before_value, deviation: row.before_deviation };
  const after = { value: row.after_value, deviation: row.after_deviation };
  const { expectedScore, actualScore } = contributions.length === 0 ? NO_SCORES : scoreSums(contributions);
  return {
    leagueId: row.league_id,
    playerId: row.player_id,
    playedAt: row.played_at,
    sequence: row.sequence,
    revision: row.revision,
    before,
    after,
    delta: deltaOf({ before, after }),
    verdict: row.verdict,
    contributions,
    expectedScore,
    actualScore,
    lacksContributions: row.lacks_contributions === true ? true : undefined,
    match,
  };
}

const NO_SCORES = scoreSums(NONE);

/** A line without contributions; reading them throws. */
function withheld(row: ChangeRow): JournalChange {
  const refusal = {
    enumerable: true,
    get: () => {
      throw new ResponseTooLarge();
    },
  };
  return Object.defineProperties(explained({ ...row, lacks_contributions: false }, []), {
    contributions: refusal,
    expectedScore: refusal,
    actualScore: refusal,
  });
}

/** Data that a page of the journal includes besides its lines. */
export interface LineJoins {
  /** Columns of the matches: none, the external ids (the lines have the times), or all but the participants. */
  readonly matches: 'none' | 'ids' | 'heads';
  /** Whether to read contributions and their sums. */
  readonly contributions: boolean;
  /** Whether to read the player's waits: those between the first and the last line, and perhaps a few more. */
  readonly waits: boolean;
}

const HEAD_FIELDS = ['externalId', 'status', 'version', 'submittedAt', 'submittedBy', 'weight', 'details'] as const;
type MatchHeadRow = RowOf<MatchTable, (typeof HEAD_FIELDS)[number]>;

const MATCH_COLUMNS: Readonly<Record<LineJoins['matches'], string>> = {
  none: '',
  ids: `, ${columnsOf(MatchTable, 'externalId')}`,
  heads: `, ${columnsOf(MatchTable, ...HEAD_FIELDS)}`,
};

/** Waits of the player $2 in the time of a page, in order, with its newest line; an array of [milliseconds, sequence]. */
const WAITS = `, CASE WHEN page.sequence = (SELECT sequence FROM page ORDER BY played_at DESC, sequence DESC LIMIT 1) THEN (
    SELECT json_agg(json_build_array((extract(epoch FROM at) * 1000)::bigint, sequence) ORDER BY at, sequence)
    FROM log_wait WHERE league_id = $1 AND player_id IN (${MERGED_IDS('$2')})
      AND at >= (SELECT min(played_at) FROM page) AND at <= (SELECT max(played_at) FROM page)) END AS waits`;

/** One page of a player's journal, newest first, and waits in the log's order. */
export async function listChanges(
  sql: Sql,
  journal: Journal,
  playerId: number,
  window: { from?: Date; to?: Date },
  page: { limit: number; after: LogPosition | null },
  { matches, contributions, waits }: LineJoins,
): Promise<{ changes: JournalChange[]; waits: PlacedWait[] }> {
  const columns = contributions ? CHANGE_COLUMNS : STORED_LINE_COLUMNS;
  const lines = `SELECT ${columns} FROM rating_change
    WHERE league_id = $1 AND generation = $8 AND player_id = $2
      AND played_at >= $3 AND played_at < $4 AND (played_at, sequence) < ($5, $6)
    ORDER BY played_at DESC, sequence DESC`;
  const rows: (ChangeRow & Partial<MatchHeadRow> & { waits?: [number, number][] | null })[] = await sql.query(
    `WITH page AS MATERIALIZED (${limitedTo(lines, '$7', page.limit)})
     SELECT page.*${MATCH_COLUMNS[matches]}${waits ? WAITS : ''}
     FROM page ${matches === 'none' ? '' : 'JOIN match ON match.league_id = $1 AND match.sequence = page.sequence'}
     ORDER BY page.played_at DESC, page.sequence DESC`,
    [
      journal.id,
      playerId,
      window.from ?? '-infinity',
      window.to ?? 'infinity',
      page.after?.playedAt ?? 'infinity',
      page.after?.sequence ?? 0,
      page.limit,
      journal.generation,
    ],
  );
  return {
    changes: rows.map((row) => toChange(row, matches === 'none' ? undefined : toMatchHead(row))),
    waits: (rows[0]?.waits ?? []).map(([at, sequence]) => ({ at: new Date(at), sequence })),
  };
}

function toMatchHead(row: ChangeRow & Partial<MatchHeadRow>): MatchHead {
  return {
    leagueId: row.league_id,
    sequence: row.sequence,
    externalId: row.external_id!,
    playedAt: row.played_at,
    status: row.status!,
    version: row.version!,
    submittedAt: row.submitted_at!,
    submittedBy: row.submitted_by!,
    weight: row.weight ?? 1,
    details: row.details!,
  };
}

/**
 * The lines of the players of a relation of matches of the league $1, as a FROM item: `own` has the players, and `line` their lines. LIMIT
 * keeps the planner, which has no statistics of a new league, from joining its whole journal.
 */
export function linesOfMatches(matches: string, columns: string, generation: string): string {
  return `${matches} CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
     LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
     CROSS JOIN LATERAL (
       SELECT ${columns} FROM rating_change AS line
       WHERE line.league_id = $1 AND line.generation = ${generation} AND line.player_id = coalesce(merge.into_id, own.player_id)
         AND line.played_at = ${matches}.played_at AND line.sequence = ${matches}.sequence
       LIMIT 1
     ) AS line`;
}

/** $1: the league, $2: the moment of play, $3: the newest known sequence, $4: the revision, $5: its generation. */
export const parametersOf = ({ leagueId, asOf, knownSequence, revision, generation }: AsOfLines) => [
  leagueId,
  asOf ?? 'infinity',
  knownSequence,
  revision,
  generation,
];

const OWN = 'league_id = $1 AND played_at <= $2';
const KNOWN = 'revision <= $4 AND sequence <= $3';
const SUPERSEDED = `${KNOWN} AND superseded_in > $4 AND first_played_at <= $2`;
const NEWEST_FIRST = 'ORDER BY played_at DESC, sequence DESC';
/** No older stretch has a newer line of the same revision, and no more of them are unpacked than needed. */
const NEWEST_STRETCH_FIRST = 'ORDER BY first_played_at DESC, first_sequence DESC, played_at DESC, sequence DESC';

/**
 * The lines of a player, as a FROM item for a statement whose first parameters are those of `parametersOf`.
 * @param each SQL of the player's id
 * @param most how many of the newest are enough; up to twice as many may be returned. All if omitted
 */
export function linesOf(lines: AsOfLines, columns: string, each: string, most?: number): string {
  const from = (table: 'rating_change' | 'superseded_change', condition: string, order = NEWEST_FIRST) =>
    `(SELECT ${columns}, played_at, sequence FROM ${table} WHERE ${OWN} AND player_id = ${each} AND ${condition}
      ${most ? `${order} LIMIT ${most}` : ''})`;
  // The present needs no known sequence; its parameters only need types.
  if (lines.knownSequence === null) {
    return from('rating_change', 'generation = $5 AND $3::integer IS NULL AND $4::integer IS NOT NULL');
  }
  const superseded = from('superseded_change', SUPERSEDED, NEWEST_STRETCH_FIRST);
  return `(${from('rating_change', `generation = $5 AND ${KNOWN}`)} UNION ALL ${superseded})`;
}

/** The players of a statement. */
export const ASKED = '(SELECT unnest($6::integer[]) AS player_id)';

/** The newest line of each of some players, as a FROM item. @param who SQL of a relation with their ids as player_id */
export function lastLinesOf(lines: AsOfLines, columns: string, who: string): string {
  return `(SELECT who.player_id, last.* FROM ${who} AS who CROSS JOIN LATERAL (
      SELECT * FROM ${linesOf(lines, columns, 'who.player_id', 1)} AS line ${NEWEST_FIRST} LIMIT 1
    ) AS last)`;
}

/** Contributions at a time, of matches that several callers may have requested at once. */
const MAX_GATHERED = 4 * MAX_PARTS;

/** The journal lines of matches, all participants'. */
export async function listChangesOfMatches(
  sql: Sql,
  journal: Journal,
  sequences: readonly number[],
  isExplained: boolean,
): Promise<JournalChange[]> {
  const columns = `${STORED_LINE_COLUMNS} ${isExplained ? `, ${boundedContributions('asked', MAX_GATHERED)}` : ''}`;
  const rows: ChangeRow[] = await sql.query(
    `WITH asked AS MATERIALIZED (
       SELECT * FROM match WHERE league_id = $1 AND sequence = ANY($2::integer[])
     )
     SELECT line.* FROM ${linesOfMatches('asked', columns, '$3')} ORDER BY asked.sequence, number`,
    [journal.id, sequences, journal.generation],
  );
  return rows.map((row) => toChange(row));
}

/** The journal lines of some players at a place in the log. */
export async function listChangesAt(
  sql: Sql,
  journal: Journal,
  playerIds: readonly number[],
  { playedAt, sequence }: LogPosition,
): Promise<JournalChange[]> {
  const rows: ChangeRow[] = await sql.query(
    `SELECT ${STORED_LINE_COLUMNS} FROM rating_change
     WHERE league_id = $1 AND generation = $2 AND player_id = ANY($3::integer[]) AND played_at = $4 AND sequence = $5`,
    [journal.id, journal.generation, playerIds, playedAt, sequence],
  );
  return rows.map((row) => toChange(row));
}

/** One journal line by its match and revision. */
export async function findChange(
  sql: Sql,
  journal: Journal,
  key: { playerId: number; sequence: number; revision: number },
): Promise<JournalChange | null> {
  const rows: ChangeRow[] = await sql.query(
    `SELECT ${CHANGE_COLUMNS} FROM match JOIN rating_change USING (league_id, played_at, sequence)
     WHERE league_id = $1 AND generation = $5 AND player_id = $2 AND sequence = $3 AND revision = $4`,
    [journal.id, key.playerId, key.sequence, key.revision, journal.generation],
  );
  return rows[0] ? toChange(rows[0]) : null;
}
