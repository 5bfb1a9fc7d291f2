import { displayRating } from '@openladder/rating';
import {
  columnCount,
  columnNames,
  columnParameters,
  columnRows,
  columnValues,
  gatedBy,
  type Row,
} from '../kit/sql/columns.js';
import { columnsOf, type RowOf, typedColumns } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { IS_NOT_DELETED } from '../league/slug.repository.js';
import { activeSince, boardRuleOf, type RatingSystem } from '../raters/rating-system.js';
import type { RatingUpdate } from './rate-batch.js';
import type { Rating, ShownRating } from './rating.js';
import { RatingTable } from './rating.table.js';

const SHOWN_FIELDS = ['playerId', 'value', 'deviation', 'score', 'isProvisional', 'display'] as const;
const SHOWN = typedColumns(RatingTable, SHOWN_FIELDS);

/** A rating and its player. */
export const RATING = typedColumns(RatingTable, [
  ...SHOWN_FIELDS,
  ...(['state', 'matchesPlayed', 'wins', 'draws', 'losses', 'peak', 'lastPlayedAt'] as const),
]);

export const RATING_PARAMETERS = columnCount(RATING);

const REPLACE = `matches_played = excluded.matches_played, wins = excluded.wins, draws = excluded.draws,
  losses = excluded.losses, peak = excluded.peak`;
const ADD = `matches_played = old.matches_played + excluded.matches_played, wins = old.wins + excluded.wins,
  draws = old.draws + excluded.draws, losses = old.losses + excluded.losses, peak = GREATEST(old.peak, excluded.peak)`;

/**
 * Writes ratings of the league $1.
 * @param counts whether the tallies are added to the stored ones or replace them
 * @param minimum SQL of how many matches a player needs for a rank; if omitted, the rows decide
 */
export function upsertRatingsSql(first: number, counts: 'added' | 'whole', gate?: string, minimum?: string): string {
  return `INSERT INTO rating AS old ${ratingRowsSql(first, gate, minimum)}
    ON CONFLICT (league_id, player_id) DO UPDATE SET
      value = excluded.value, deviation = excluded.deviation, score = excluded.score,
      is_provisional = excluded.is_provisional OR old.hidden_at IS NOT NULL, display = excluded.display, state = excluded.state,
      last_played_at = excluded.last_played_at, ${counts === 'added' ? ADD : REPLACE}`;
}

/** Columns and rows of an INSERT into the ratings of the league $1. */
function ratingRowsSql(first: number, gate?: string, minimum?: string): string {
  const isUnlisted = `(is_provisional OR matches_played + coalesce((SELECT known.matches_played FROM rating AS known
    WHERE known.league_id = $1::integer AND known.player_id = new.player_id), 0) < ${minimum})`;
  const values = columnValues(RATING, first);
  return `(league_id, ${columnNames(RATING)})
    SELECT $1::integer, ${minimum ? values.replace('is_provisional', isUnlisted) : values} FROM ${columnRows(RATING, first)} ${gatedBy(gate)}`;
}

export function ratingParameters(updates: readonly RatingUpdate[]): Buffer[] {
  return columnParameters(RATING, updates.map(ratingRow));
}

/** The row of a rating in its league. */
export function ratingRow(update: RatingUpdate): Row<typeof RATING> {
  const { tally } = update;
  return {
    player_id: update.playerId,
    value: update.value,
    deviation: update.deviation,
    score: update.score ?? Number.NEGATIVE_INFINITY,
    is_provisional: update.isProvisional,
    display: update.display,
    state: update.state === null ? null : JSON.stringify(update.state),
    matches_played: tally.matchesPlayed,
    wins: tally.wins,
    draws: tally.draws,
    losses: tally.losses,
    peak: tally.peak,
    last_played_at: tally.lastPlayedAt === null ? null : new Date(tally.lastPlayedAt),
  };
}

export async function upsertRatings(
  tx: Sql,
  leagueId: number,
  updates: readonly RatingUpdate[],
  counts: 'added' | 'whole',
): Promise<void> {
  if (updates.length === 0) return;
  const rows: unknown[] = await tx.query(`${upsertRatingsSql(2, counts)} RETURNING 1`, [
    leagueId,
    ...ratingParameters(updates),
  ]);
  expectRows('upsertRatings', rows.length, updates.length);
}

/** Writes ratings that have changed with time, without a match. */
export async function updateShownRatings(
  tx: Sql,
  league: BoardLeague,
  ratings: readonly (ShownRating & { readonly playerId: number })[],
): Promise<void> {
  const rows = ratings.map(
    ({ playerId, score, isProvisional, ...rating }): Row<typeof SHOWN> => ({
      player_id: playerId,
      value: rating.value,
      deviation: rating.deviation,
      score: score ?? Number.NEGATIVE_INFINITY,
      is_provisional: isProvisional,
      display: rating.display,
    }),
  );
  const [, touched] = await tx.query(
    `UPDATE rating SET value = new.value, deviation = new.deviation, score = new.score,
                       is_provisional = new.is_provisional OR ${isUnlistedSql(league)}, display = new.display
     FROM ${columnRows(SHOWN, 2)} WHERE rating.league_id = $1 AND rating.player_id = new.player_id`,
    [league.id, ...columnParameters(SHOWN, rows)],
  );
  expectRows('updateShownRatings', touched, ratings.length);
}

/** The fields of a league that decide who has a rank. */
type BoardLeague = Pick<League, 'id' | 'refreshedThrough' | 'minMatches' | 'activeWithin'>;

/** Whether a league denies a row of `rating` a rank, whatever the rater decides. */
function isUnlistedSql(league: BoardLeague): string {
  const isHidden = 'rating.hidden_at IS NOT NULL';
  const rule = boardRuleOf(league);
  if (!rule) return isHidden;
  const since = activeSince(rule, league.refreshedThrough);
  const isInactive = since === null ? 'false' : `rating.last_played_at < '${new Date(since).toISOString()}'`;
  return `(${isHidden} OR rating.matches_played < ${Number(rule.minMatches)} OR ${isInactive})`;
}

/** Removes the ranks of players who have been inactive for too long by the league's newest midnight. */
export async function updateInactive(tx: Sql, league: BoardLeague): Promise<void> {
  if (league.activeWithin === null) return;
  await tx.query(
    `UPDATE rating SET is_provisional = true
     WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional AND ${isUnlistedSql(league)}`,
    [league.id],
  );
}

/** Ranks players again by their newest line of the journal. Only for raters whose ratings do not change with time. */
export async function updateListed(tx: Sql, league: BoardLeague & Pick<League, 'generation'>): Promise<void> {
  await tx.query(
    `UPDATE rating SET is_provisional = last.is_provisional OR ${isUnlistedSql(league)}
     FROM rating AS own CROSS JOIN LATERAL (
       SELECT line.is_provisional FROM rating_change AS line
       WHERE line.league_id = $1 AND line.generation = $2 AND line.player_id = own.player_id
       ORDER BY line.played_at DESC, line.sequence DESC LIMIT 1
     ) AS last
     WHERE rating.league_id = $1 AND own.league_id = $1 AND own.player_id = rating.player_id AND rating.matches_played > 0
       AND rating.is_provisional <> (last.is_provisional OR ${isUnlistedSql(league)})`,
    [league.id, league.generation],
  );
}

/** Registers players in a league before their first match, after which the board shows them. */
export async function insertUnplayed(
  tx: Sql,
  leagueId: number,
  { rater, settings }: RatingSystem,
  playerIds: readonly number[],
): Promise<void> {
  const initial = rater.initial(settings);
  const { value, deviation, score } = rater.rating(initial, settings);
  const rows: unknown[] = await tx.query(
    `INSERT INTO rating (league_id, player_id, value, deviation, score, is_provisional, display, matches_played, wins,
                         draws, losses)
     SELECT $1, player_id, $3, $4, $5, true, $6, 0, 0, 0, 0 FROM unnest($2::integer[]) AS new (player_id)
     RETURNING 1`,
    [leagueId, playerIds, value, deviation, score ?? Number.NEGATIVE_INFINITY, displayRating(rater, initial, settings)],
  );
  expectRows('insertUnplayed', rows.length, playerIds.length);
}

const RATING_FIELDS = [
  ...(['leagueId', 'playerId', 'value', 'deviation', 'score', 'isProvisional', 'display', 'matchesPlayed'] as const),
  ...(['wins', 'draws', 'losses', 'peak', 'lastPlayedAt', 'hiddenAt'] as const),
] as const;
export const RATING_COLUMNS = columnsOf(RatingTable, ...RATING_FIELDS);
export type RatingRow = RowOf<RatingTable, (typeof RATING_FIELDS)[number]>;

export function toRating(row: RatingRow): Rating {
  return {
    leagueId: row.league_id,
    playerId: row.player_id,
    value: row.value,
    deviation: row.deviation,
    score: row.score === Number.NEGATIVE_INFINITY ? null : row.score,
    isProvisional: row.is_provisional,
    isHidden: row.hidden_at !== null,
    display: row.display,
    matchesPlayed: row.matches_played,
    wins: row.wins,
    draws: row.draws,
    losses: row.losses,
    peak: row.peak,
    lastPlayedAt: row.last_played_at,
  };
}

export async function findRating(sql: Sql, leagueId: number, playerId: number): Promise<Rating | null> {
  const rows: RatingRow[] = await sql.query(
    `SELECT ${RATING_COLUMNS} FROM rating WHERE league_id = $1 AND player_id = $2`,
    [leagueId, playerId],
  );
  return rows[0] ? toRating(rows[0]) : null;
}

export async function listRatings(sql: Sql, leagueId: number, playerIds: readonly number[]): Promise<Rating[]> {
  const rows: RatingRow[] = await sql.query(
    `SELECT ${RATING_COLUMNS} FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[])`,
    [leagueId, playerIds],
  );
  return rows.map(toRating);
}

/** How many lines the journal of a league has, by its board. */
export async function countOwnLines(sql: Sql, leagueId: number): Promise<number> {
  const rows: { lines: number }[] = await sql.query(
    'SELECT coalesce(sum(matches_played), 0)::integer AS lines FROM rating WHERE league_id = $1',
    [leagueId],
  );
  return rows[0]!.lines;
}

/** How many rated matches some players have in a league, added up. */
export async function countMatchesPlayed(sql: Sql, leagueId: number, playerIds: readonly number[]): Promise<number> {
  const rows: { count: number }[] = await sql.query(
    `SELECT coalesce(sum(matches_played), 0)::integer AS count FROM rating
     WHERE league_id = $1 AND player_id = ANY($2::integer[])`,
    [leagueId, playerIds],
  );
  return rows[0]!.count;
}

/**
 * Each player's ratings by league: in public leagues and the private ones given (null: in all). Only leagues of
 * `among`; null: of any.
 */
export async function listRatingsOfPlayers(
  sql: Sql,
  playerIds: readonly number[],
  privateLeagues: readonly number[] | null,
  { limit, afterLeagueId, among }: { limit: number; afterLeagueId: number; among: readonly number[] | null },
): Promise<Rating[]> {
  const from = (condition: string) =>
    `FROM membership JOIN rating USING (league_id, player_id) JOIN league_slug USING (league_id)
     WHERE ${condition} AND league_id > $2 AND ${IS_NOT_DELETED}
       AND ($3::integer[] IS NULL OR visibility = 'PUBLIC' OR league_id = ANY($3))
       ${among ? 'AND rating.league_id = ANY($5::integer[])' : ''}`;
  const [isOne, one] = [playerIds.length === 1, playerIds[0]];
  // The rows of one player need no numbers, so that no more are read than the page has.
  const rows: RatingRow[] = await sql.query(
    isOne
      ? `SELECT ${RATING_COLUMNS} ${from('player_id = $1')} ORDER BY league_id LIMIT $4`
      : `SELECT * FROM (SELECT ${RATING_COLUMNS}, row_number() OVER (PARTITION BY player_id ORDER BY league_id) AS place
           ${from('player_id = ANY($1::integer[])')}) AS own
         WHERE place <= $4 ORDER BY league_id`,
    [isOne ? one : playerIds, afterLeagueId, privateLeagues, limit, ...(among ? [among] : [])],
  );
  return rows.map(toRating);
}

/** Which of these players belong to the league: they were registered, or have played in it. */
export async function listMembers(sql: Sql, leagueId: number, playerIds: Iterable<number>): Promise<Set<number>> {
  const rows: { player_id: number }[] = await sql.query(
    'SELECT player_id FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[])',
    [leagueId, [...playerIds]],
  );
  return new Set(rows.map((row) => row.player_id));
}

/** Players with a rated match, by id. */
export async function listPlayed(
  sql: Sql,
  leagueId: number,
  page: { limit: number; after: number },
): Promise<number[]> {
  const rows: { player_id: number }[] = await sql.query(
    `SELECT player_id FROM rating WHERE league_id = $1 AND player_id > $2 AND matches_played > 0
     ORDER BY player_id LIMIT $3`,
    [leagueId, page.after, page.limit],
  );
  return rows.map((row) => row.player_id);
}

/** Everybody who belongs to the league, or those of them without a rated match. */
export async function listRecorded(sql: Sql, leagueId: number, which: 'all' | 'unplayed'): Promise<number[]> {
  const isAsked = which === 'all' ? '' : 'AND matches_played = 0';
  const query = `SELECT array_agg(player_id) AS players FROM rating WHERE league_id = $1 ${isAsked}`;
  const rows: { players: number[] | null }[] = await sql.query(query, [leagueId]);
  return rows[0]!.players ?? [];
}

/** Which of these players have been in the league in any way: registered, rated, merged, as a guest, in a void match. */
export async function listKnown(sql: Sql, leagueId: number, playerIds: Iterable<number>): Promise<Set<number>> {
  const rows: { player_id: number }[] = await sql.query(
    `SELECT player_id FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[])
     UNION SELECT player_id FROM player_merge WHERE league_id = $1 AND player_id = ANY($2::integer[])
     UNION SELECT player_id FROM unrated_appearance WHERE league_id = $1 AND player_id = ANY($2::integer[])`,
    [leagueId, [...playerIds]],
  );
  return new Set(rows.map((row) => row.player_id));
}

/** How many handles are compared with a mistyped one. */
const MAX_SIMILAR = 5000;

/** Handles of the league's players with about the length of a text; handles with the same beginning come first. */
export async function listSimilarHandles(sql: Sql, leagueId: number, key: string): Promise<string[]> {
  const reach = Math.floor(key.length / 3);
  const rows: { handle: string }[] = await sql.query(
    `SELECT handle FROM rating JOIN membership USING (league_id, player_id)
     WHERE league_id = $1 AND length(handle_key) BETWEEN $2 AND $3
     ORDER BY left(handle_key, 1) <> left($4, 1), handle_key LIMIT ${MAX_SIMILAR}`,
    [leagueId, key.length - reach, key.length + reach, key],
  );
  return rows.map(({ handle }) => handle);
}

/** Players who are hidden from the boards of a league, by id. */
export async function listHidden(sql: Sql, leagueId: number): Promise<number[]> {
  const rows: { player_id: number }[] = await sql.query(
    'SELECT player_id FROM rating WHERE league_id = $1 AND hidden_at IS NOT NULL ORDER BY player_id',
    [leagueId],
  );
  return rows.map((row) => row.player_id);
}

/** How many players who have played are hidden from the boards of a league. */
export async function countHidden(sql: Sql, leagueId: number): Promise<number> {
  const rows: { count: number }[] = await sql.query(
    `SELECT count(*)::integer AS count FROM rating
     WHERE league_id = $1 AND hidden_at IS NOT NULL AND matches_played > 0`,
    [leagueId],
  );
  return rows[0]!.count;
}

/** Hides a player from the boards of a league, or shows them again without a rank, which `showRatings` restores. @param at null: shown */
export async function updateHidden(tx: Sql, leagueId: number, playerId: number, at: Date | null): Promise<void> {
  const [, touched] = await tx.query(
    'UPDATE rating SET hidden_at = $3, is_provisional = true WHERE league_id = $1 AND player_id = $2',
    [leagueId, playerId, at],
  );
  expectRows('updateHidden', touched, 1);
}
