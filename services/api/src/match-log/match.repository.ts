import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import { APPEARANCES, OPPOSED, SAME_PLAYER } from './appearances.js';
import type { MatchDetails } from './details.js';
import type { MatchStatus, StoredMatch } from './match.js';
import { SIDE_COLUMNS, type SideColumns, toSides } from './side-columns.js';

/** Names a match within the platform. */
export interface MatchKey {
  readonly leagueId: number;
  readonly sequence: number;
}

/** The match with an external id. */
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

export interface MatchRow extends SideColumns {
  readonly sequence: number;
  readonly external_id: string;
  readonly played_at: Date;
  readonly status: MatchStatus;
  readonly version: number;
  readonly submitted_at: Date;
  readonly submitted_by: number | null;
  readonly details: MatchDetails | null;
}

/** Players of `match`, of the league of $1, as they count: merged handles as one. */
const PERSONS = `CASE WHEN EXISTS (SELECT FROM player_merge WHERE league_id = $1) THEN ARRAY(
  SELECT COALESCE(into_id, own.player_id) FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id ORDER BY number
) ELSE player_ids END`;

const MATCH_COLUMNS = `sequence, external_id, played_at, status, version, submitted_at, submitted_by, details,
  ${SIDE_COLUMNS.replace('player_ids', `${PERSONS} AS player_ids`)}`;

/** No league has more matches. */
const MAX_SEQUENCE = 2 ** 31 - 1;

/** A place in the total order. */
export interface LogPosition {
  readonly playedAt: Date;
  readonly sequence: number;
}

/** A stretch of the log in its total order; void matches are left out. */
export async function listLog(
  sql: Sql,
  leagueId: number,
  page: { limit: number; after: LogPosition | null },
): Promise<StoredMatch[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match
     WHERE league_id = $1 AND status = 'RATED' AND (played_at, sequence) > ($2, $3)
     ORDER BY played_at, sequence LIMIT $4`,
    [leagueId, page.after?.playedAt ?? '-infinity', page.after?.sequence ?? 0, page.limit],
  );
  return rows.map((row) => toMatch(leagueId, row));
}

/** A stretch of the log in the order of arrival, void matches among them. */
export async function listArrivals(
  sql: Sql,
  leagueId: number,
  page: { limit: number; afterSequence: number },
): Promise<StoredMatch[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match WHERE league_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
    [leagueId, page.afterSequence, page.limit],
  );
  return rows.map((row) => toMatch(leagueId, row));
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

/** The players whom matches may have rated, merged handles as one. */
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

/** A stretch of the matches that count and in which a player took part, under whatever id, in the total order. */
export async function listMatchesOfPlayer(
  sql: Sql,
  leagueId: number,
  player: number,
  { asOf, knownSequence }: { readonly asOf: Date | null; readonly knownSequence: number | null },
  page: { readonly limit: number; readonly after: LogPosition | null },
): Promise<StoredMatch[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match
     WHERE league_id = $1 AND status = 'RATED' AND sequence IN (${APPEARANCES('$2')})
       AND (played_at, sequence) > ($3, $4) AND played_at <= $5 AND sequence <= $6
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
  return rows.map((row) => toMatch(leagueId, row));
}

/** Matches that count in which two players stood on different sides, in the total order. */
export async function listMeetings(
  sql: Sql,
  leagueId: number,
  player: number,
  opponent: number,
): Promise<StoredMatch[]> {
  const rows: MatchRow[] = await sql.query(
    `SELECT ${MATCH_COLUMNS} FROM match
     WHERE league_id = $1 AND status = 'RATED'
       AND sequence IN ((${APPEARANCES('$2')}) INTERSECT (${APPEARANCES('$3')}))
       AND ${OPPOSED(SAME_PLAYER('$2'), SAME_PLAYER('$3'))}
     ORDER BY played_at, sequence`,
    [leagueId, player, opponent],
  );
  return rows.map((row) => toMatch(leagueId, row));
}

function toMatch(leagueId: number, row: MatchRow): StoredMatch {
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
    details: row.details,
  };
}
