import type { EntityManager } from 'typeorm';
import { columnNames, type Row } from '../kit/sql/columns.js';
import { copyRows } from '../kit/sql/copy-rows.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { RatingSnapshot } from './rating.js';
import { RATING, ratingRow } from './rating.repository.js';
import type { ScoredMove } from './rating-move.js';
import type { RatingUpdate } from './rating-update.js';

const STAGED = { league_id: 'integer', ...RATING } as const;

/** Writes a board into a table that only this transaction sees, and that goes with it. */
export async function stageRatings(
  tx: EntityManager,
  leagueId: number,
  pages: Iterable<readonly RatingUpdate[]>,
): Promise<void> {
  await tx.query('CREATE TEMPORARY TABLE staged_rating (LIKE rating) ON COMMIT DROP');
  await copyRows(tx, 'staged_rating', STAGED, rowsOf(leagueId, pages));
}

function* rowsOf(leagueId: number, pages: Iterable<readonly RatingUpdate[]>): Generator<Row<typeof STAGED>> {
  for (const updates of pages) for (const update of updates) yield { league_id: leagueId, ...ratingRow(update) };
}

/** Scores of ranked players whose score or rank changes. */
export interface RankMoves {
  /** As they were. */
  readonly left: readonly number[];
  /** As they will be. */
  readonly taken: readonly number[];
}

/** What a staged board changes. */
export interface StagedMoves {
  /** Players whose value or deviation changes. */
  readonly count: number;
  /** Those of them who move most. */
  readonly moves: readonly ScoredMove[];
  /** Of the players who were left out. */
  readonly leftOut: RankMoves;
}

type MoveColumns = readonly [
  playerId: number,
  before: RatingSnapshot['value'],
  deviationBefore: RatingSnapshot['deviation'],
  after: RatingSnapshot['value'],
  deviationAfter: RatingSnapshot['deviation'],
  // JSON has no infinite number: such a score is a text.
  scoreBefore: number | string | null,
  scoreAfter: number | string | null,
];

/** Compares what was staged with the board, into a table like that of the staged one, so that the league need not be locked for long. */
export async function stageMoves(tx: Sql): Promise<RankMoves> {
  await tx.query(
    `CREATE TEMPORARY TABLE staged_move ON COMMIT DROP AS
     SELECT *, (before, deviation_before) IS DISTINCT FROM (after, deviation_after) AS is_move,
            score_before IS DISTINCT FROM score_after AS is_rank_move
     FROM (SELECT player_id, old.value AS before, old.deviation AS deviation_before, new.value AS after,
                  new.deviation AS deviation_after, ${rankedScore('old')} AS score_before, ${rankedScore('new')} AS score_after
           FROM staged_rating AS new LEFT JOIN rating AS old USING (league_id, player_id)) AS compared`,
  );
  const rows: RankMoves[] = await tx.query(`SELECT ${RANK_MOVES} FROM staged_move WHERE is_rank_move`);
  return rows[0]!;
}

/**
 * What was staged, as far as it is still so.
 * @param except players whose staged rows are outdated
 * @param most moves to list, the largest first; players of equal moves by id
 */
export async function listStagedMoves(tx: Sql, except: readonly number[], most: number): Promise<StagedMoves> {
  const rows: (RankMoves & { count: number; moves: MoveColumns[] })[] = await tx.query(
    `SELECT (SELECT count(*)::integer FROM staged_move WHERE is_move AND player_id <> ALL ($1::integer[])) AS count,
            (SELECT coalesce(json_agg(json_build_array(player_id, before, deviation_before, after, deviation_after,
                                                       score_before, score_after)), '[]')
             FROM (SELECT * FROM staged_move WHERE is_move AND player_id <> ALL ($1::integer[])
                   ORDER BY abs(after - before) DESC NULLS FIRST, player_id LIMIT $2) AS largest) AS moves,
            ${RANK_MOVES}
     FROM staged_move WHERE is_rank_move AND player_id = ANY ($1::integer[])`,
    [except, most],
  );
  const { count, moves, ...leftOut } = rows[0]!;
  return { count, moves: moves.map(toMove), leftOut };
}

const RANK_MOVES = `coalesce(array_agg(score_before) FILTER (WHERE score_before IS NOT NULL), '{}') AS "left",
  coalesce(array_agg(score_after) FILTER (WHERE score_after IS NOT NULL), '{}') AS taken`;
const rankedScore = (rating: string) =>
  `CASE WHEN ${rating}.matches_played > 0 AND NOT ${rating}.is_provisional THEN ${rating}.score END`;

function toMove(columns: MoveColumns): ScoredMove {
  const [playerId, before, deviationBefore, after, deviationAfter, scoreBefore, scoreAfter] = columns;
  return {
    playerId,
    before: { value: before, deviation: deviationBefore },
    after: { value: after, deviation: deviationAfter },
    scoreBefore: scoreBefore === null ? null : Number(scoreBefore),
    scoreAfter: scoreAfter === null ? null : Number(scoreAfter),
  };
}

/**
 * Makes the board what was staged, in one statement; rows that are so already, to the bit, are not even locked.
 * @param except players whose staged rows are outdated
 */
export async function publishRatings(tx: Sql, except: readonly number[]): Promise<void> {
  await tx.query(
    `INSERT INTO rating (${NAMES}) SELECT ${NAMES} FROM staged_rating AS new
     WHERE player_id <> ALL ($1::integer[]) AND NOT EXISTS (
       SELECT FROM rating AS old WHERE (old.league_id, old.player_id) = (new.league_id, new.player_id) AND old *= new
     )
     ON CONFLICT (league_id, player_id) DO UPDATE SET (${NAMES}) = ROW (${EXCLUDED})`,
    [except],
  );
}

const NAMES = columnNames(STAGED);
const EXCLUDED = NAMES.replace(/\w+/g, 'excluded.$&');
