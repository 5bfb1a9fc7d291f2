import { isStorable } from '../persistence/text.js';
import { expectRows, type Sql } from '../persistence/transaction.js';
import type { Match, MatchStatus, Participant, Side } from './match.js';

/** Names a match within the platform. */
export interface MatchKey {
  readonly leagueId: number;
  readonly sequence: number;
}

/** What stands in the log under an external id. */
export interface LoggedMatch extends MatchKey {
  readonly externalId: string;
  readonly contentHash: Buffer;
}

export async function findByExternalIds(
  sql: Sql,
  leagueId: number,
  externalIds: readonly string[],
): Promise<Map<string, LoggedMatch>> {
  const rows: { external_id: string; sequence: number; content_hash: Buffer }[] = await sql.query(
    'SELECT external_id, sequence, content_hash FROM match WHERE league_id = $1 AND external_id = ANY($2::text[])',
    [leagueId, externalIds],
  );
  return new Map(
    rows.map((row) => [
      row.external_id,
      { leagueId, sequence: row.sequence, externalId: row.external_id, contentHash: row.content_hash },
    ]),
  );
}

/** A match on its way into the log. */
export type NewMatch = Omit<Match, 'status' | 'version'> & { readonly contentHash: Buffer };

/** Writes a batch of matches with their participants: two statements, however many matches there are. */
export async function insertMatches(tx: Sql, leagueId: number, matches: readonly NewMatch[]): Promise<void> {
  const columns = matches.map(({ sides }) => sideColumns(sides));
  const rows: { sequence: number }[] = await tx.query(
    `INSERT INTO match (league_id, sequence, external_id, played_at, placements, side_scores, side_names,
                        content_hash, submitted_at, submitted_by)
     SELECT $1, sequence, external_id, played_at, placements::integer[], side_scores::double precision[],
            side_names::text[], content_hash, submitted_at, submitted_by
     FROM unnest($2::integer[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::bytea[],
                 $9::timestamptz[], $10::integer[])
       AS new (sequence, external_id, played_at, placements, side_scores, side_names, content_hash, submitted_at,
               submitted_by)
     RETURNING sequence`,
    [
      leagueId,
      matches.map((match) => match.sequence),
      matches.map((match) => match.externalId),
      matches.map((match) => match.playedAt.toISOString()),
      columns.map(({ placements }) => placements),
      columns.map(({ scores }) => scores),
      columns.map(({ names }) => names),
      matches.map((match) => match.contentHash),
      matches.map((match) => match.submittedAt.toISOString()),
      matches.map((match) => match.submittedBy),
    ],
  );
  expectRows('insertMatches', rows.length, matches.length);
  await insertParticipants(tx, leagueId, matches);
}

/** What a match's row holds of its sides, as array literals. */
export function sideColumns(sides: readonly Side[]) {
  return {
    placements: arrayLiteral(sides.map((side) => side.placement)),
    scores: arrayLiteral(sides.map((side) => side.score)),
    names: arrayLiteral(sides.map((side) => side.name)),
  };
}

/** Writes the participants of matches; the players as they were submitted, whoever they are merged into. */
export async function insertParticipants(
  tx: Sql,
  leagueId: number,
  matches: readonly Pick<Match, 'sequence' | 'sides'>[],
): Promise<void> {
  const flat = matches.flatMap((match) => {
    const players = match.sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
    let position = 0;
    return match.sides.flatMap((side, index) =>
      side.participants.map((participant) => ({
        sequence: match.sequence,
        position: position++,
        side: index,
        ...participant,
        scoresAgainst: scoresByPosition(participant, players),
      })),
    );
  });
  await tx.query(
    `INSERT INTO participant (league_id, sequence, position, side, player_id, is_guest, score, minutes_played,
                              scores_against)
     SELECT $1, sequence, position, side, player_id, is_guest, score, minutes_played,
            scores_against::double precision[]
     FROM unnest($2::integer[], $3::smallint[], $4::smallint[], $5::integer[], $6::boolean[],
                 $7::double precision[], $8::double precision[], $9::text[])
       AS new (sequence, position, side, player_id, is_guest, score, minutes_played, scores_against)`,
    [
      leagueId,
      flat.map((row) => row.sequence),
      flat.map((row) => row.position),
      flat.map((row) => row.side),
      flat.map((row) => row.playerId),
      flat.map((row) => row.isGuest),
      flat.map((row) => row.score),
      flat.map((row) => row.minutesPlayed),
      flat.map((row) => arrayLiteral(row.scoresAgainst)),
    ],
  );
}

function scoresByPosition(participant: Participant, players: readonly number[]): (number | null)[] {
  if (participant.scoresAgainst.length === 0) return [];
  const scores = new Map(participant.scoresAgainst.map(({ opponentId, score }) => [opponentId, score]));
  return players.map((player) => scores.get(player) ?? null);
}

/** A PostgreSQL array as text, since unnest cannot take arrays of different lengths; null where every element is. */
function arrayLiteral(values: readonly (number | string | null)[]): string | null {
  if (values.every((value) => value === null)) return null;
  const elements = values.map((value) => {
    if (value === null) return 'NULL';
    return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}

export interface MatchRow {
  readonly sequence: number;
  readonly external_id: string;
  readonly played_at: Date;
  readonly status: MatchStatus;
  readonly version: number;
  readonly placements: number[] | null;
  readonly side_scores: (number | null)[] | null;
  readonly side_names: (string | null)[] | null;
  readonly submitted_at: Date;
  readonly submitted_by: number | null;
}

export interface ParticipantRow {
  readonly sequence: number;
  readonly side: number;
  readonly player_id: number;
  readonly is_guest: boolean;
  readonly score: number | null;
  readonly minutes_played: number | null;
  readonly scores_against: (number | null)[] | null;
}

const MATCH_COLUMNS = `sequence, external_id, played_at, status, version, placements, side_scores, side_names,
  submitted_at, submitted_by`;

/** A place in the total order. */
export interface LogPosition {
  readonly playedAt: Date;
  readonly sequence: number;
}

/** Ids under which a player of the league of $1 was submitted: his own, and those merged into him. */
export const SAME_PLAYER = (parameter: string) =>
  `SELECT ${parameter}::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = ${parameter}::integer`;

/** A stretch of the log in its total order; void matches are left out. */
export async function listLog(
  sql: Sql,
  leagueId: number,
  page: { limit: number; after: LogPosition | null },
): Promise<Match[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match
     WHERE league_id = $1 AND status = 'RATED' AND (played_at, sequence) > ($2, $3)
     ORDER BY played_at, sequence LIMIT $4`,
    [leagueId, page.after?.playedAt ?? '-infinity', page.after?.sequence ?? 0, page.limit],
  );
  return withParticipants(sql, leagueId, rows);
}

/** A stretch of the log in the order of arrival, void matches among them. */
export async function listArrivals(
  sql: Sql,
  leagueId: number,
  page: { limit: number; afterSequence: number },
): Promise<Match[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match WHERE league_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
    [leagueId, page.afterSequence, page.limit],
  );
  return withParticipants(sql, leagueId, rows);
}

/** Sequences of the matches that count, arrived after a sequence, and stand at a place or before it. */
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
): Promise<Match[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match WHERE league_id = $1 AND sequence = ANY($2::integer[])`,
    [leagueId, sequences],
  );
  return withParticipants(sql, leagueId, rows);
}

export async function findMatchByExternalId(sql: Sql, leagueId: number, externalId: string): Promise<Match | null> {
  if (!isStorable(externalId)) return null;
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match WHERE league_id = $1 AND external_id = $2`,
    [leagueId, externalId],
  );
  return (await withParticipants(sql, leagueId, rows))[0] ?? null;
}

/** Rated matches in which two players stood on different sides, in the total order. */
export async function listMeetings(sql: Sql, leagueId: number, player: number, opponent: number): Promise<Match[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match
     JOIN participant AS a USING (league_id, sequence)
     JOIN participant AS b USING (league_id, sequence)
     WHERE league_id = $1 AND status = 'RATED' AND a.side <> b.side
       AND a.player_id IN (${SAME_PLAYER('$2')}) AND b.player_id IN (${SAME_PLAYER('$3')})
     ORDER BY played_at, sequence`,
    [leagueId, player, opponent],
  );
  return withParticipants(sql, leagueId, rows);
}

async function withParticipants(sql: Sql, leagueId: number, rows: readonly MatchRow[]): Promise<Match[]> {
  if (rows.length === 0) return [];
  const participants: ParticipantRow[] = await sql.query(
    `SELECT sequence, side, COALESCE(into_id, player_id) AS player_id, is_guest, score, minutes_played, scores_against
     FROM participant LEFT JOIN player_merge USING (league_id, player_id)
     WHERE league_id = $1 AND sequence = ANY($2::integer[]) ORDER BY sequence, position`,
    [leagueId, rows.map((row) => row.sequence)],
  );
  const bySequence = groupBySequence(participants);
  return rows.map((row) => ({
    leagueId,
    sequence: row.sequence,
    externalId: row.external_id,
    playedAt: row.played_at,
    status: row.status,
    version: row.version,
    sides: toSides(row, bySequence.get(row.sequence) ?? []),
    submittedAt: row.submitted_at,
    submittedBy: row.submitted_by,
  }));
}

function groupBySequence(participants: readonly ParticipantRow[]): Map<number, ParticipantRow[]> {
  const groups = new Map<number, ParticipantRow[]>();
  for (const row of participants) {
    const group = groups.get(row.sequence);
    if (group) group.push(row);
    else groups.set(row.sequence, [row]);
  }
  return groups;
}

function toSides(match: MatchRow, participants: readonly ParticipantRow[]): Side[] {
  const sides: (Side & { participants: Participant[] })[] = [];
  for (const row of participants) {
    sides[row.side] ??= {
      name: match.side_names?.[row.side] ?? null,
      placement: match.placements?.[row.side] ?? null,
      score: match.side_scores?.[row.side] ?? null,
      participants: [],
    };
    sides[row.side]!.participants.push({
      playerId: row.player_id,
      isGuest: row.is_guest,
      score: row.score,
      minutesPlayed: row.minutes_played,
      scoresAgainst: (row.scores_against ?? []).flatMap((score, position) =>
        score === null ? [] : [{ opponentId: participants[position]!.player_id, score }],
      ),
    });
  }
  return sides;
}
