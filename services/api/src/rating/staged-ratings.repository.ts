import type { EntityManager } from 'typeorm';
import { columnNames, type Row } from '../kit/sql/columns.js';
import { copyRows } from '../kit/sql/copy-in.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { RatingUpdate } from './rate-batch.js';
import type { ScoredMove } from './rating.js';
import { RATING, ratingRow } from './rating.repository.js';

const STAGED = { league_id: 'integer', ...RATING } as const;

/** Writes a board to a temporary table of this transaction. */
export async function stageRatings(
  tx: EntityManager,
  leagueId: number,
  pages: AsyncIterable<readonly RatingUpdate[]>,
): Promise<void> {
  await tx.query('CREATE TEMPORARY TABLE staged_rating (LIKE rating) ON COMMIT DROP');
  for await (const updates of pages) await copyRows(tx, 'staged_rating', STAGED, rowsOf(leagueId, updates));
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
                   ORDER BY abs(after - before) DESC NULLS FIRST, player_id LIMIT $2) AS largest) AS moves,
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

const RANK_MOVES = `coalesce(array_agg(score_before) FILTER (WHERE score_before IS NOT NULL), '{}') AS "left",
  coalesce(array_agg(score_after) FILTER (WHERE score_after IS NOT NULL), '{}') AS taken`;
/** Without matches, there is no rating. */
const ofPlayed = (rating: string, column: string) =>
  `CASE WHEN ${rating}.matches_played > 0 THEN ${rating}.${column} END`;
const rankedScore = (rating: string) =>
  `CASE WHEN ${rating}.matches_played > 0 AND NOT ${rating}.is_provisional THEN ${rating}.score END`;

/**
 * Replaces the board with the staged one, in one statement. Rows that are equal to the bit are not written.
 * @param except players whose staged rows are out of date
 */
export async function publishRatings(tx: Sql, leagueId: number, except: readonly number[]): Promise<void> {
  // The board alone, because a temporary table is never on the server of the league.
  await tx.query(
    `WITH own AS MATERIALIZED (SELECT ${NAMES} FROM rating WHERE league_id = $2)
     INSERT INTO rating AS old (${NAMES}) SELECT ${NAMES} FROM (SELECT ${NAMES} FROM staged_rating) AS new
     WHERE player_id <> ALL ($1::integer[]) AND NOT EXISTS (
       SELECT FROM own WHERE own.player_id = new.player_id AND own *= new
     )
     ON CONFLICT (league_id, player_id) DO UPDATE SET (${NAMES}) = ROW (${EXCLUDED})`,
    [except, leagueId],
  );
}

const NAMES = columnNames(STAGED);
const EXCLUDED = NAMES.replace(/\w+/g, 'excluded.$&').replace(
  'excluded.is_provisional',
  '$& OR old.hidden_at IS NOT NULL',
);
