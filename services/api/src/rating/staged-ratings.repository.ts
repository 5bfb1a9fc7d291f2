import type { EntityManager } from 'typeorm';
import { columnNames, type Row } from '../kit/sql/columns.js';
import { copyRows } from '../kit/sql/copy-in.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { RatingUpdate } from './rate-batch.js';
import type { ScoredMove } from './rating.js';
import { RATING, ratingRow } from './rating.repository.js';

const STAGED = { league_id: 'integer', ...RATING } as const;
const NAMES = columnNames(STAGED);
/** What a published row changes. */
const WRITTEN = columnNames(RATING).replace('player_id, ', '');

/**
 * Writes to a temporary table of this transaction the rows of a board that are not equal to the bit to those of the current one. What is
 * compared before the league is locked needs no look under the lock, and in the order of the key, rows are updated in 0.9 of the time.
 */
export async function stageRatings(
  tx: EntityManager,
  leagueId: number,
  pages: AsyncIterable<readonly RatingUpdate[]>,
): Promise<void> {
  await tx.query('CREATE TEMPORARY TABLE whole_rating (LIKE rating) ON COMMIT DROP');
  for await (const updates of pages) await copyRows(tx, 'whole_rating', STAGED, rowsOf(leagueId, updates));
  // The board by itself, because a temporary table is never on the server of the league. No row is equal to that of a hidden player, which
  // is without a rank only until the player is shown again.
  await tx.query(
    `CREATE TEMPORARY TABLE staged_rating ON COMMIT DROP AS
     WITH own AS MATERIALIZED (SELECT ${NAMES}, hidden_at FROM rating WHERE league_id = $1)
     SELECT new.*, own.player_id IS NULL AS is_new
     FROM (SELECT ${NAMES}, hidden_at FROM whole_rating) AS new LEFT JOIN own ON own.player_id = new.player_id
     WHERE (own *= new) IS NOT TRUE ORDER BY new.player_id`,
    [leagueId],
  );
}

function* rowsOf(leagueId: number, updates: readonly RatingUpdate[]): Generator<Row<typeof STAGED>> {
  for (const update of updates) yield { league_id: leagueId, ...ratingRow(update) };
}

/** Scores of ranked players whose score or rank changes. */
export interface RankMoves {
  /** Before the change. */
  readonly left: readonly number[];
  /** After the change. */
  readonly taken: readonly number[];
}

/** The changes of a staged board. */
export interface StagedMoves {
  /** Players whose value or deviation changes. */
  readonly count: number;
  /** The largest changes. */
  readonly moves: readonly ScoredMove[];
  /** Scores of the omitted players. */
  readonly leftOut: RankMoves;
}

type Scores = Pick<ScoredMove, 'scoreBefore' | 'scoreAfter'>;
/** JSON has no infinite numbers, so an infinite score is a string. */
type MoveRow = Omit<ScoredMove, keyof Scores> & { readonly [Score in keyof Scores]: Scores[Score] | string };

/** Compares the staged board with the current one, and stores the result in a temporary table, before the league is locked. */
export async function stageMoves(tx: Sql, leagueId: number): Promise<RankMoves> {
  // The board alone, because a temporary table is never on the server of the league.
  await tx.query(
    `CREATE TEMPORARY TABLE staged_move ON COMMIT DROP AS
     WITH own AS MATERIALIZED (SELECT * FROM rating WHERE league_id = $1)
     SELECT *, (before, deviation_before) IS DISTINCT FROM (after, deviation_after) AS is_move,
            score_before IS DISTINCT FROM score_after AS is_rank_move
     FROM (SELECT player_id, ${ofPlayed('old', 'value')} AS before, ${ofPlayed('old', 'deviation')} AS deviation_before,
                  ${ofPlayed('new', 'value')} AS after, ${ofPlayed('new', 'deviation')} AS deviation_after, ${rankedScore('old')} AS score_before,
                  CASE WHEN old.hidden_at IS NULL THEN ${rankedScore('new')} END AS score_after,
                  old.peak AS peak_before, new.peak AS peak_after
           FROM staged_rating AS new LEFT JOIN own AS old USING (player_id)) AS compared`,
    [leagueId],
  );
  await tx.query(`CREATE INDEX ON staged_move (${LARGEST_FIRST}) WHERE is_move`);
  const rows: RankMoves[] = await tx.query(`SELECT ${RANK_MOVES} FROM staged_move WHERE is_rank_move`);
  return rows[0]!;
}

/**
 * The stored comparison.
 * @param except players whose staged rows are out of date
 * @param most how many changes to list, the largest first, equal ones by player id
 */
export async function listStagedMoves(tx: Sql, except: readonly number[], most: number): Promise<StagedMoves> {
  const rows: (RankMoves & { count: number; moves: MoveRow[] })[] = await tx.query(
    `SELECT (SELECT count(*)::integer FROM staged_move WHERE is_move AND player_id <> ALL ($1::integer[])) AS count,
            (SELECT coalesce(json_agg(json_build_object(
                      'playerId', player_id, 'before', json_build_object('value', before, 'deviation', deviation_before),
                      'after', json_build_object('value', after, 'deviation', deviation_after),
                      'scoreBefore', score_before, 'scoreAfter', score_after,
                      'peakBefore', peak_before, 'peakAfter', peak_after)), '[]')
             FROM (SELECT * FROM staged_move WHERE is_move AND player_id <> ALL ($1::integer[])
                   ORDER BY ${LARGEST_FIRST} LIMIT $2) AS largest) AS moves,
            ${RANK_MOVES}
     FROM staged_move WHERE is_rank_move AND player_id = ANY ($1::integer[])`,
    [except, most],
  );
  const { count, moves, ...leftOut } = rows[0]!;
  const numberOf = (score: MoveRow['scoreBefore']) => (score === null ? null : Number(score));
  const scored = moves.map((move) => ({
    ...move,
    scoreBefore: numberOf(move.scoreBefore),
    scoreAfter: numberOf(move.scoreAfter),
  }));
  return { count, moves: scored, leftOut };
}

const LARGEST_FIRST = 'abs(after - before) DESC NULLS FIRST, player_id';
const RANK_MOVES = `coalesce(array_agg(score_before) FILTER (WHERE score_before IS NOT NULL), '{}') AS "left",
  coalesce(array_agg(score_after) FILTER (WHERE score_after IS NOT NULL), '{}') AS taken`;
/** Without matches, there is no rating. */
const ofPlayed = (rating: string, column: string) =>
  `CASE WHEN ${rating}.matches_played > 0 THEN ${rating}.${column} END`;
const rankedScore = (rating: string) =>
  `CASE WHEN ${rating}.matches_played > 0 AND NOT ${rating}.is_provisional THEN ${rating}.score END`;

/**
 * Replaces the board with the staged one.
 * @param except players whose staged rows are out of date
 */
export async function publishRatings(tx: Sql, leagueId: number, except: readonly number[]): Promise<void> {
  // An UPDATE takes 0.8 of the time of INSERT … ON CONFLICT, and hardly any row is new.
  const [, touched] = await tx.query(
    `UPDATE rating AS old SET (${WRITTEN}) = ROW (${writtenFrom('new')}) FROM staged_rating AS new
     WHERE old.league_id = $1 AND old.player_id = new.player_id AND NOT is_new AND new.player_id <> ALL ($2::integer[])`,
    [leagueId, except],
  );
  const [{ old, fresh }] = await tx.query(
    `SELECT count(*) FILTER (WHERE NOT is_new)::integer AS old, count(*) FILTER (WHERE is_new)::integer AS fresh
     FROM staged_rating WHERE player_id <> ALL ($1::integer[])`,
    [except],
  );
  expectRows('publishRatings', touched, old);
  if (fresh === 0) return;
  await tx.query(
    `INSERT INTO rating AS old (${NAMES}) SELECT ${NAMES} FROM staged_rating WHERE is_new AND player_id <> ALL ($1::integer[])
     ON CONFLICT (league_id, player_id) DO UPDATE SET (${WRITTEN}) = ROW (${writtenFrom('excluded')})`,
    [except],
  );
}

/** SQL of the values of `WRITTEN`, for `old`, which may have been hidden. */
function writtenFrom(row: string): string {
  const values = WRITTEN.replace(/\w+/g, `${row}.$&`);
  return values.replace(`${row}.is_provisional`, '$& OR old.hidden_at IS NOT NULL');
}
