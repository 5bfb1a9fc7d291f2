import { madeOnce } from '../kit/grouped-by.js';
import type { NeedsReads } from '../kit/needs.js';
import { MAX_PARTS, type ResponseSize } from '../kit/paging/response-size.js';
import { limitedTo, mostOf } from '../kit/sql/columns.js';
import { columnsOf } from '../kit/sql/table.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { asReported, type LogPosition, type MatchKey, type MatchStatus } from '../match-log/match.js';
import { MATCH_FIELDS, type MatchRow } from '../match-log/match.repository.js';
import { MatchTable } from '../match-log/match.table.js';
import { APPEARANCES, MERGED_IDS, NEWEST_APPEARANCES, OPPOSED } from '../match-log/merges-and-waits.repository.js';
import type { Player } from '../player/player.js';
import type { NeedsRaters } from '../raters/raters.js';
import {
  boundedContributions,
  type ChangeRow,
  linesOfMatches,
  STORED_LINE_COLUMNS,
  toChange,
} from '../rating/journal.repository.js';
import type { JournalChange, MatchView, ParticipantView, SideView } from '../rating/rating.js';
import { RatingChangeTable } from '../rating/rating.table.js';
import { addDerivedContributions, growToMatches } from './changes.js';
import { MEAN_EXPECTED, upsetsAmong } from './movers.repository.js';

export interface MatchFilter {
  readonly playerId?: number;
  /** Only matches in which the player and this one were on different sides. */
  readonly opponentId?: number;
  readonly status?: MatchStatus;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  /** Whether to sort in the order of rating; false if omitted. */
  readonly oldestFirst?: boolean;
}

/** Data that a page includes besides the matches and their participants. */
export interface MatchPageJoins {
  readonly players: boolean;
  readonly changes: boolean;
  /** Whether the changes have their contributions. */
  readonly contributions: boolean;
}

/** A participant; the first one of each match has the columns of the match as well. */
type PageRow = Omit<MatchRow, 'player_ids' | 'sides' | 'guests' | 'scores' | 'minutes_played'> &
  Partial<ChangeRow> & {
    readonly side: number;
    readonly player_id: number;
    readonly is_guest: boolean;
    readonly score: number | null;
    readonly minutes_played: number | null;
    readonly handle?: string;
    readonly created_at?: Date;
  };

/** Fields with a separate part in each row. */
const OF_PARTICIPANTS = new Set<string>(['sequence', 'playerIds', 'sides', 'guests', 'scores', 'minutesPlayed']);

/** Only the first row of a match has the columns of the match: the others would repeat them. */
const HEAD_COLUMNS = MATCH_FIELDS.filter((field) => !OF_PARTICIPANTS.has(field))
  .map((field) => columnsOf(MatchTable, field))
  .map((column) => `CASE WHEN number = 1 THEN own.${column} END AS ${column}`);

const CHANGE_COLUMNS = `line.${columnsOf(RatingChangeTable, 'revision', 'beforeValue', 'beforeDeviation', 'afterValue', 'afterDeviation', 'verdict')}`;

/** How many matches of the log pass a filter. */
export async function countMatches(sql: Sql, league: League, filter: MatchFilter): Promise<number> {
  const { playerId, opponentId, status, from, to } = filter;
  if (playerId === undefined && !status && !from && !to) return league.matchCount;
  const values: unknown[] = [league.id];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const times = ['true'];
  if (from) times.push(`played_at >= ${parameter(from)}`);
  if (to) times.push(`played_at < ${parameter(to)}`);
  const whole = `SELECT count(*) FROM match WHERE league_id = $1 AND ${times.join(' AND ')}`;
  const all =
    from || to || playerId !== undefined || status === 'VOID'
      ? whole
      : `SELECT ${parameter(league.matchCount)}::bigint`;
  // Void matches have an index, and the counting ones are all others.
  const voided = `${whole} AND status = 'VOID'`;
  let query = `(${all})`;
  if (playerId !== undefined) {
    const person = `${parameter(playerId)}::integer`;
    const own = status ? `AND status = ${parameter(status)}` : '';
    const opponent = opponentId === undefined ? undefined : `${parameter(opponentId)}::integer`;
    query = `(${all} AND ${TOOK_PART(person, times.join(' AND '), opponent)} ${own})`;
  } else if (status) query = status === 'VOID' ? `(${voided})` : `(${all}) - (${voided})`;
  const rows: { count: number }[] = await sql.query(`SELECT (${query})::integer AS count`, values);
  return rows[0]!.count;
}

/** Whether a player took part in a row of `match`, and an opponent on another side of it. */
const TOOK_PART = (player: string, times: string, opponent: string | undefined) => {
  const own = APPEARANCES(player, times);
  if (opponent === undefined) return `sequence IN (${own})`;
  return `sequence IN ((${own}) INTERSECT (${APPEARANCES(opponent, times)})) AND ${OPPOSED(MERGED_IDS(player), MERGED_IDS(opponent))}`;
};

/** One page of the log, newest first by default, with all data of its matches, in one statement. */
export async function listMatches(
  sql: Sql,
  league: League,
  filter: MatchFilter,
  page: { limit: number; after: LogPosition | null },
  joins: MatchPageJoins,
): Promise<MatchView[]> {
  const values: unknown[] = [league.id];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const [beyond, order] = filter.oldestFirst ? ['>', 'ASC'] : ['<', 'DESC'];
  const times = ['true'];
  if (filter.from) times.push(`played_at >= ${parameter(filter.from)}`);
  if (filter.to) times.push(`played_at < ${parameter(filter.to)}`);
  if (page.after) {
    const { playedAt, sequence } = page.after;
    times.push(`(played_at, sequence) ${beyond} (${parameter(playedAt)}, ${parameter(sequence)})`);
  }
  const conditions = ['league_id = $1', ...times];
  if (filter.status) conditions.push(`status = ${parameter(filter.status)}`);
  if (filter.playerId !== undefined) {
    const person = `${parameter(filter.playerId)}::integer`;
    if (filter.opponentId !== undefined || filter.oldestFirst) {
      const opponent = filter.opponentId === undefined ? undefined : `${parameter(filter.opponentId)}::integer`;
      conditions.push(TOOK_PART(person, times.join(' AND '), opponent));
    } else conditions.push(`sequence IN (${NEWEST_APPEARANCES(person, times.join(' AND '), mostOf(page.limit))})`);
  }
  const matches = `SELECT * FROM match WHERE ${conditions.join(' AND ')} ORDER BY played_at ${order}, sequence ${order}`;
  const limited = limitedTo(matches, parameter(page.limit), page.limit);
  const line = joins.changes ? parameter(league.generation) : '';
  const rows: PageRow[] = await sql.query(
    `WITH page AS MATERIALIZED (${limited}),
     own AS (SELECT page.*, generate_subscripts(player_ids, 1) AS number FROM page)
     SELECT own.sequence, ${HEAD_COLUMNS.join(', ')}, COALESCE(sides[number], number - 1) AS side,
            ${PERSON} AS player_id, COALESCE(guests[number], false) AS is_guest, scores[number] AS score,
            own.minutes_played[number] AS minutes_played
            ${joins.players ? ', known.handle, known.since AS created_at' : ''} ${joins.changes ? `, ${CHANGE_COLUMNS}` : ''}
            ${joins.changes && joins.contributions ? ', contributions, lacks_contributions' : ''}
     FROM own LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = player_ids[number]
     ${joins.players ? `CROSS JOIN LATERAL (${KNOWN}) AS known` : ''}
     ${joins.changes ? `LEFT JOIN LATERAL (${LINE(line, joins.contributions)}) AS line ON true` : ''}
     ORDER BY own.played_at ${order}, own.sequence ${order}, number`,
    values,
  );
  return toViews(league.id, rows);
}

/** The player that a participant counts as. */
const PERSON = 'COALESCE(into_id, player_ids[number])';

/** LIMIT keeps the planner, which has no statistics of a new league, from joining all of its players. */
const KNOWN = `SELECT handle, since FROM membership WHERE membership.player_id = ${PERSON} AND membership.league_id = $1 LIMIT 1`;

/** LIMIT keeps the planner likewise from joining its whole journal. */
function LINE(generation: string, isExplained: boolean): string {
  return `SELECT ${STORED_LINE_COLUMNS} ${isExplained ? `, ${boundedContributions('page', MAX_PARTS)}` : ''} FROM rating_change AS line
    WHERE line.league_id = $1 AND line.generation = ${generation}
      AND line.player_id = ${PERSON} AND line.played_at = own.played_at AND line.sequence = own.sequence LIMIT 1`;
}

function toViews(leagueId: number, rows: readonly PageRow[]): MatchView[] {
  const views: MatchView[] = [];
  for (let start = 0, end: number; start < rows.length; start = end) {
    const { sequence } = rows[start]!;
    end = start + 1;
    while (rows[end]?.sequence === sequence) end++;
    views.push(toView(leagueId, rows, start, end));
  }
  return views;
}

/** The view of a match from its consecutive rows; written without closures, since it is most of the work of a page. */
function toView(leagueId: number, rows: readonly PageRow[], start: number, end: number): MatchView {
  const head = rows[start]!;
  const match = { leagueId, sequence: head.sequence };
  const sides: (SideView & { participants: ParticipantView[] })[] = [];
  for (let at = start; at < end; at++) {
    const row = rows[at]!;
    const { side } = row;
    if (side === sides.length) {
      sides.push({
        match,
        matchSides: sides,
        position: side,
        name: head.side_names === null ? null : head.side_names[side]!,
        role: head.side_roles === null ? null : head.side_roles[side]!,
        placement: head.placements === null ? null : head.placements[side]!,
        score: head.side_scores === null ? null : head.side_scores[side]!,
        participants: [],
        reported: head.reported === null ? null : head.reported[side]!,
      });
    }
    sides[side]!.participants.push({
      match,
      playerId: row.player_id,
      isGuest: row.is_guest,
      score: row.score,
      minutesPlayed: row.minutes_played,
      scoresAgainst: head.scores_against === null ? [] : scoresOf(head.scores_against[at - start]!, rows, start),
      player: playerOf(row),
      ratingChange: changeOf(leagueId, row, head.played_at),
    });
  }
  return {
    leagueId,
    sequence: head.sequence,
    externalId: head.external_id,
    playedAt: head.played_at,
    status: head.status,
    version: head.version,
    sides: asReported(sides),
    submittedAt: head.submitted_at,
    submittedBy: head.submitted_by,
    weight: head.weight ?? 1,
    details: head.details,
  };
}

function playerOf(row: PageRow): Player | undefined {
  return row.handle === undefined ? undefined : { id: row.player_id, handle: row.handle, createdAt: row.created_at! };
}

/** @returns undefined if lines were not requested */
function changeOf(leagueId: number, row: PageRow, playedAt: Date): JournalChange | null | undefined {
  if (row.revision === undefined) return undefined;
  return row.revision === null
    ? null
    : toChange({ league_id: leagueId, ...(row as Omit<ChangeRow, 'league_id'>), played_at: playedAt });
}

/** @param start where the match's rows begin */
function scoresOf(
  scores: readonly (number | null)[],
  rows: readonly PageRow[],
  start: number,
): ParticipantView['scoresAgainst'] {
  return scores.flatMap((score, position) => {
    const opponent = rows[start + position]!;
    return score === null ? [] : [{ opponentId: opponent.player_id, score, opponent: playerOf(opponent) }];
  });
}

/** @param joins `befores`: whether `before` of the changes is to be as of the moments of the matches; `size` counts the work beyond its rows */
export async function readMatches(
  { reads, raters }: NeedsReads & NeedsRaters,
  league: League,
  filter: MatchFilter,
  page: { limit: number; after: LogPosition | null },
  joins: MatchPageJoins & { readonly befores: boolean },
  size?: ResponseSize,
): Promise<MatchView[]> {
  const matches = await listMatches(reads, league, filter, page, joins);
  if (joins.befores) await growToMatches(reads, raters, league, matches.flatMap(changesOf));
  if (joins.changes && joins.contributions) {
    await addDerivedContributions(reads, raters, league, matches.flatMap(changesOf), size);
  }
  return matches;
}

function changesOf({ sides }: MatchView) {
  return sides.flatMap(({ participants }) => participants.flatMap(({ ratingChange }) => ratingChange ?? []));
}

/**
 * The scores that were expected of the players of some matches against each opponent, on average, by match and by player, as they were
 * submitted and as they count. Players whose lines do not have them are left out.
 */
export async function listExpectedScores(
  sql: Sql,
  { id, generation }: League,
  sequences: readonly number[],
): Promise<{ readonly match: MatchKey; readonly scores: ReadonlyMap<number, number> }[]> {
  const rows: { sequence: number; submitted: number; playerId: number; expected: number | null }[] = await sql.query(
    `WITH asked AS MATERIALIZED (
       SELECT played_at, sequence, player_ids FROM match WHERE league_id = $1 AND sequence = ANY($2::integer[])
     )
     SELECT asked.sequence, own.player_id AS submitted, line.player_id AS "playerId", line.expected
     FROM ${linesOfMatches('asked', `player_id, ${MEAN_EXPECTED} AS expected`, '$3')}`,
    [id, sequences, generation],
  );
  const scores = new Map<number, Map<number, number>>();
  for (const { sequence, submitted, playerId, expected } of rows) {
    if (expected === null) continue;
    const own = madeOnce(scores, sequence, () => new Map<number, number>());
    own.set(submitted, expected).set(playerId, expected);
  }
  return Array.from(scores, ([sequence, own]) => ({ match: { leagueId: id, sequence }, scores: own }));
}

/** An unexpected win among the results up to it. */
export interface Upset {
  /** The mean score expected of the winner against each opponent. */
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
