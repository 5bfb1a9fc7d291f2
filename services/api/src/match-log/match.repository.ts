import type { Formats, PlayerId } from '@openladder/rating';
import { type Columns, columnParameters, columnRows, isStorable } from '../kit/sql/columns.js';
import { columnsOf, fieldsOf, type RowOf } from '../kit/sql/table.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { HeadToHead, LogPosition, MatchKey, StoredMatch, StoredParticipant, StoredSide } from './match.js';
import { MatchTable } from './match.table.js';
import { APPEARANCES, MERGED_IDS, OPPOSED, UNRATED } from './merges-and-waits.repository.js';

/** The match with an external id. */
export interface LoggedMatch extends MatchKey {
  readonly externalId: string;
  /** Of the match as it was first submitted. */
  readonly contentHash: Buffer;
  readonly playedAt: Date;
  /** 1 as submitted, and one more with each correction. */
  readonly version: number;
}

const LOGGED_FIELDS = fieldsOf(MatchTable, [
  ...(['leagueId', 'externalId', 'sequence', 'contentHash', 'playedAt', 'version'] as const),
]);

export async function findByExternalIds(
  sql: Sql,
  leagueId: number,
  externalIds: readonly string[],
): Promise<Map<string, LoggedMatch>> {
  const rows: LoggedMatch[] = await sql.query(
    `SELECT ${LOGGED_FIELDS} FROM match WHERE league_id = $1 AND external_id = ANY($2::text[])`,
    [leagueId, externalIds],
  );
  return new Map(rows.map((match) => [match.externalId, match]));
}

/** Columns of a match that are read besides its sides. */
const HEAD_FIELDS = [
  ...(['sequence', 'externalId', 'playedAt', 'status', 'version', 'submittedAt', 'submittedBy'] as const),
  ...(['weight', 'details'] as const),
] as const;
/** Sides and participants in the row of a match; see `MatchTable`. */
const SIDE_FIELDS = [
  ...(['playerIds', 'sides', 'guests', 'scores', 'minutesPlayed', 'scoresAgainst', 'placements'] as const),
  ...(['sideScores', 'sideNames', 'sideRoles', 'reported'] as const),
] as const;
export const MATCH_FIELDS = [...HEAD_FIELDS, ...SIDE_FIELDS] as const;
type SideColumns = RowOf<MatchTable, (typeof SIDE_FIELDS)[number]>;
export type MatchRow = RowOf<MatchTable, (typeof MATCH_FIELDS)[number]>;

/** Players of `match`, of a league, after merges: merged handles count as one. */
const PERSONS = (league: string) => `CASE WHEN EXISTS (SELECT FROM player_merge WHERE league_id = ${league}) THEN ARRAY(
  SELECT COALESCE(into_id, own.player_id) FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = ${league} AND merge.player_id = own.player_id ORDER BY number
) ELSE player_ids END`;

/** Columns that are read from a row of `match`. @param league SQL of its league's id */
export const matchColumns = (league: string) =>
  columnsOf(MatchTable, ...MATCH_FIELDS).replace('player_ids', `${PERSONS(league)} AS player_ids`);

const MATCH_COLUMNS = matchColumns('$1');

/** No league has more matches. */
const MAX_SEQUENCE = 2 ** 31 - 1;

/** A stretch of the log in its total order, without void matches unless requested. */
export async function listLog(
  sql: Sql,
  leagueId: number,
  page: { limit: number; after: LogPosition | null; withVoid?: boolean },
): Promise<StoredMatch[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match
     WHERE league_id = $1 ${page.withVoid ? '' : "AND status = 'RATED'"} AND (played_at, sequence) > ($2, $3)
     ORDER BY played_at, sequence LIMIT $4`,
    [leagueId, page.after?.playedAt ?? '-infinity', page.after?.sequence ?? 0, page.limit],
  );
  return rows.map((row) => toMatch(leagueId, row));
}

/** Sequences of counting matches that arrived after a sequence and are not after a given place. */
export async function listArrivedUpTo(
  sql: Sql,
  leagueId: number,
  afterSequence: number,
  place: LogPosition,
): Promise<number[]> {
  const rows: { sequence: number }[] = await sql.query(
    `SELECT sequence FROM match
     WHERE league_id = $1 AND sequence > $2 AND status = 'RATED' AND (played_at, sequence) <= ($3, $4)`,
    [leagueId, afterSequence, place.playedAt, place.sequence],
  );
  return rows.map((row) => row.sequence);
}

/** How many matches count from a place on; null: from the beginning. */
export async function countLog(sql: Sql, leagueId: number, from: LogPosition | null): Promise<number> {
  const rows: { count: number }[] = await sql.query(
    `SELECT count(*)::integer AS count FROM match
     WHERE league_id = $1 AND status = 'RATED' AND (played_at, sequence) >= ($2, $3)`,
    [leagueId, from?.playedAt ?? '-infinity', from?.sequence ?? 0],
  );
  return rows[0]!.count;
}

export async function listMatchesBySequence(
  sql: Sql,
  leagueId: number,
  sequences: readonly number[],
): Promise<StoredMatch[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match WHERE league_id = $1 AND sequence = ANY($2::integer[])`,
    [leagueId, sequences],
  );
  return rows.map((row) => toMatch(leagueId, row));
}

export async function findMatchByExternalId(
  sql: Sql,
  leagueId: number,
  externalId: string,
): Promise<StoredMatch | null> {
  if (!isStorable(externalId)) return null;
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match WHERE league_id = $1 AND external_id = $2`,
    [leagueId, externalId],
  );
  return rows[0] ? toMatch(leagueId, rows[0]) : null;
}

/** The players whom some matches may have rated; merged handles count as one. */
export async function listRatedPlayers(sql: Sql, leagueId: number, sequences: readonly number[]): Promise<number[]> {
  const rows: { player: number }[] = await sql.query(
    `SELECT DISTINCT COALESCE(into_id, own.player_id) AS player
     FROM match CROSS JOIN LATERAL unnest(player_ids, guests) AS own (player_id, is_guest)
     LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
     WHERE match.league_id = $1 AND sequence = ANY($2::integer[]) AND is_guest IS NOT TRUE`,
    [leagueId, sequences],
  );
  return rows.map(({ player }) => player);
}

/** Matches of two players, both rated and none with a status, whose results are in the journal. */
const PLAIN_DUEL = 'cardinality(player_ids) = 2 AND guests IS NULL AND reported IS NULL';
const LINES_OF_PLAYER = `rating_change AS line WHERE line.league_id = $1 AND line.player_id = $2
  AND line.generation = (SELECT generation FROM league WHERE id = $1)`;

/** A player's results against an opponent in matches that count, including those that either played as a guest. */
export interface OpponentRecord {
  readonly opponentId: number;
  readonly matches: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly lastPlayedAt: Date;
  /** Sums over the matches against the opponent, from the journal; null if it has none, or they were not read. */
  readonly expected: number | null;
  readonly points: number | null;
}

/** The matches of a player that are added up, and the values to read. */
export interface RecordsOf {
  /** Inclusive; null: from the first match on. */
  readonly asOf: Date | null;
  /** The newest sequence that counts; null: all. */
  readonly knownSequence: number | null;
  /** Whether to read the journal's values for each opponent. */
  readonly withPoints: boolean;
}

/** A duel's line has values of one opponent; see `packContributions`. */
const EXPECTED = 'contributions[3]';
const POINTS = `nullif(contributions[6], 'NaN')`;

/**
 * The results of a player in duels, by opponent. Most matches of most leagues are duels, so the database adds them up.
 * @returns hasOthers: whether `listOtherMatchesOfPlayer` may have more
 */
export async function listDuelRecords(
  sql: Sql,
  leagueId: number,
  player: number,
  { asOf, knownSequence, withPoints }: RecordsOf,
): Promise<{ readonly duels: readonly OpponentRecord[]; readonly hasOthers: boolean }> {
  const points = (sql: string) => (withPoints ? sql : '');
  const count = (verdict: number) => `count(*) FILTER (WHERE verdict = ${verdict})`;
  const rows: (Partial<OpponentRecord> & Omit<OpponentRecord, 'expected' | 'points'>)[] = await sql.query(
    `WITH meeting AS (
       SELECT match.played_at, verdict,
              CASE WHEN ${PLAIN_DUEL} THEN player_ids[CASE WHEN player_ids[1] IN (${MERGED_IDS('$2')}) THEN 2 ELSE 1 END] END AS opponent_id${points(`, ${EXPECTED} AS expected, ${POINTS} AS points`)}
       FROM (SELECT sequence, verdict${points(', contributions')} FROM ${LINES_OF_PLAYER}) AS line
       JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
       WHERE status = 'RATED' AND match.played_at <= $3 AND match.sequence <= $4
     ), met AS (
       SELECT opponent_id, count(*) AS matches, ${count(1)} AS wins, ${count(0)} AS draws, ${count(-1)} AS losses,
              max(played_at) AS last_played_at${points(', sum(expected) AS expected, sum(points) AS points')}
       FROM meeting GROUP BY 1
     )
     SELECT coalesce(into_id, opponent_id) AS "opponentId", sum(matches)::integer AS matches, sum(wins)::integer AS wins,
            sum(draws)::integer AS draws, sum(losses)::integer AS losses, max(last_played_at) AS "lastPlayedAt"${points(', sum(expected) AS expected, sum(points) AS points')}
     FROM met LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = opponent_id
     GROUP BY 1
     UNION ALL SELECT NULL, 0, 0, 0, 0, NULL${points(', NULL, NULL')} WHERE EXISTS (${UNRATED('$2')})`,
    [leagueId, player, asOf ?? 'infinity', knownSequence ?? MAX_SEQUENCE],
  );
  const duels = rows.flatMap(({ expected = null, points = null, ...row }) =>
    row.opponentId === null ? [] : [{ ...row, expected, points }],
  );
  return { duels, hasOthers: duels.length < rows.length };
}

/**
 * A stretch of the matches that count and in which a player took part under any id, in the total order, without those that
 * `listDuelRecords` adds up.
 */
export async function listOtherMatchesOfPlayer(
  sql: Sql,
  leagueId: number,
  player: number,
  { asOf, knownSequence, withPoints }: RecordsOf,
  page: { readonly limit: number; readonly after: LogPosition | null },
): Promise<(StoredMatch & { readonly contributions: readonly number[] | null })[]> {
  const line = `LEFT JOIN LATERAL (SELECT contributions FROM ${LINES_OF_PLAYER}
    AND line.played_at = match.played_at AND line.sequence = match.sequence LIMIT 1) AS told ON true`;
  const rows: (MatchRow & { contributions: number[] | null })[] = await sql.query(
    `SELECT ${MATCH_COLUMNS}, ${withPoints ? 'contributions' : 'NULL AS contributions'} FROM match ${withPoints ? line : ''}
     WHERE league_id = $1 AND status = 'RATED' AND sequence IN (${APPEARANCES('$2')})
       AND (played_at, sequence) > ($3, $4) AND played_at <= $5 AND sequence <= $6
       AND (NOT (${PLAIN_DUEL}) OR sequence IN (${UNRATED('$2')}))
     ORDER BY played_at, sequence LIMIT $7`,
    [
      leagueId,
      player,
      page.after?.playedAt ?? '-infinity',
      page.after?.sequence ?? 0,
      asOf ?? 'infinity',
      knownSequence ?? MAX_SEQUENCE,
      page.limit,
    ],
  );
  return rows.map((row) => ({ ...toMatch(leagueId, row), contributions: row.contributions }));
}

/** The results of a player against another one in duels of them both, added up by the database. */
export async function countDuels(
  sql: Sql,
  leagueId: number,
  player: number,
  opponent: number,
): Promise<Pick<HeadToHead, 'matches' | 'wins' | 'draws' | 'losses' | 'lastPlayedAt'>> {
  const count = (verdict: number) => `(count(*) FILTER (WHERE verdict = ${verdict}))::integer`;
  const rows = await sql.query(
    `SELECT count(*)::integer AS matches, ${count(1)} AS wins, ${count(0)} AS draws, ${count(-1)} AS losses,
            max(match.played_at) AS "lastPlayedAt"
     FROM (SELECT sequence, verdict FROM ${LINES_OF_PLAYER}) AS line
     JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
     WHERE status = 'RATED' AND ${PLAIN_DUEL} AND $2::integer <> $3::integer
       AND (player_ids[1] IN (${MERGED_IDS('$3')}) OR player_ids[2] IN (${MERGED_IDS('$3')}))`,
    [leagueId, player, opponent],
  );
  return rows[0];
}

/**
 * A stretch of the matches that count and in which two players were on different sides, in the total order, without those that `countDuels`
 * counts.
 */
export async function listMeetings(
  sql: Sql,
  leagueId: number,
  player: number,
  opponent: number,
  page: { readonly limit: number; readonly after: LogPosition | null },
): Promise<StoredMatch[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match
     WHERE league_id = $1 AND status = 'RATED'
       AND sequence IN ((${APPEARANCES('$2')}) INTERSECT (${APPEARANCES('$3')}))
       AND (played_at, sequence) > ($4, $5) AND (NOT (${PLAIN_DUEL}) OR sequence IN (${UNRATED('$2')}))
       AND ${OPPOSED(MERGED_IDS('$2'), MERGED_IDS('$3'))}
     ORDER BY played_at, sequence LIMIT $6`,
    [leagueId, player, opponent, page.after?.playedAt ?? '-infinity', page.after?.sequence ?? 0, page.limit],
  );
  return rows.map((row) => toMatch(leagueId, row));
}

export function toMatch(leagueId: number, row: MatchRow): StoredMatch {
  return {
    leagueId,
    sequence: row.sequence,
    externalId: row.external_id,
    playedAt: row.played_at,
    status: row.status,
    version: row.version,
    sides: toSides(row),
    submittedAt: row.submitted_at,
    submittedBy: row.submitted_by,
    weight: row.weight ?? 1,
    details: row.details,
  };
}

/** The sides of a match's row. */
function toSides(row: SideColumns): StoredSide[] {
  const { player_ids: players } = row;
  const sides: (StoredSide & { participants: StoredParticipant[] })[] = [];
  for (const [position, playerId] of players.entries()) {
    const side = row.sides ? row.sides[position]! : position;
    sides[side] ??= {
      name: row.side_names?.[side] ?? null,
      role: row.side_roles?.[side] ?? null,
      placement: row.placements?.[side] ?? null,
      score: row.side_scores?.[side] ?? null,
      participants: [],
      reported: row.reported?.[side] ?? null,
    };
    sides[side].participants.push({
      playerId,
      isGuest: row.guests?.[position] ?? false,
      score: row.scores?.[position] ?? null,
      minutesPlayed: row.minutes_played?.[position] ?? null,
      scoresAgainst: (row.scores_against?.[position] ?? []).flatMap((score, opponent) =>
        score === null ? [] : [{ opponentId: players[opponent]!, score }],
      ),
    });
  }
  return sides;
}

/** A player just before a place of the log. */
export interface PlayerAt {
  readonly player: PlayerId;
  /** Null: the end of the log. */
  readonly before: LogPosition | null;
}

const COLUMNS = { player_id: 'integer', at: 'timestamptz', sequence: 'integer' } as const satisfies Columns;

/** The relation `wanted` of players, made from the parameters $2 to $4: each with a place, `before_at` and `before_sequence`. */
export const WANTED = `(
  SELECT player_id, COALESCE(at, 'infinity') AS before_at, COALESCE(sequence, 0) AS before_sequence
  FROM ${columnRows(COLUMNS, 2)}
) AS wanted`;

export function wantedParameters(players: readonly PlayerAt[]): Buffer[] {
  const rows = players.map(({ player, before }) => {
    return { player_id: Number(player), at: before?.playedAt ?? null, sequence: before?.sequence ?? null };
  });
  return columnParameters(COLUMNS, rows);
}

const SHOWN = 10;

/** The league's matches that a rater with these formats cannot rate: the first one, and how many there are. */
export async function listUnratable(
  sql: Sql,
  leagueId: number,
  { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide }: Formats,
): Promise<{ externalIds: string[]; count: number }> {
  const rows: { external_id: string; count: number }[] = await sql.query(
    `WITH incompatibility AS MATERIALIZED (
       SELECT external_id, played_at, sequence FROM match
       WHERE league_id = $1 AND NOT CASE
         WHEN sides IS NULL THEN cardinality(player_ids) BETWEEN $2 AND $3 AND 1 BETWEEN $4 AND $5
         ELSE (SELECT count(*) BETWEEN $2 AND $3 AND min(players) >= $4 AND max(players) <= $5
               FROM (SELECT count(*) AS players FROM unnest(sides) AS own (side) GROUP BY side) AS part)
       END
     )
     SELECT external_id, (SELECT count(*)::integer FROM incompatibility) AS count FROM incompatibility
     ORDER BY played_at, sequence LIMIT $6`,
    [leagueId, minSides, maxSides ?? 32_767, minPlayersPerSide, maxPlayersPerSide ?? 32_767, SHOWN],
  );
  return { externalIds: rows.map((row) => row.external_id), count: rows[0]?.count ?? 0 };
}
