import { groupedBy } from '../grouped-by.js';
import { isStorable } from '../persistence/text.js';
import type { Sql } from '../persistence/transaction.js';
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

/** The players whom matches may have rated, merged handles as one. */
export async function listRatedPlayers(sql: Sql, leagueId: number, sequences: readonly number[]): Promise<number[]> {
  const rows: { player: number }[] = await sql.query(
    `SELECT DISTINCT COALESCE(into_id, player_id) AS player
     FROM participant LEFT JOIN player_merge USING (league_id, player_id)
     WHERE league_id = $1 AND sequence = ANY($2::integer[]) AND NOT is_guest`,
    [leagueId, sequences],
  );
  return rows.map(({ player }) => player);
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
    // Match by match along the key: for a thousand at once the planner would read the participants of the whole league.
    `SELECT own.sequence, side, COALESCE(into_id, own.player_id) AS player_id, is_guest, score, minutes_played,
            scores_against
     FROM unnest($2::integer[]) AS wanted (sequence)
     CROSS JOIN LATERAL (
       SELECT * FROM participant WHERE league_id = $1 AND participant.sequence = wanted.sequence ORDER BY position
     ) AS own
     LEFT JOIN player_merge ON player_merge.league_id = $1 AND player_merge.player_id = own.player_id
     ORDER BY own.sequence, position`,
    [leagueId, rows.map((row) => row.sequence)],
  );
  const bySequence = groupedBy(participants, ({ sequence }) => sequence);
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
