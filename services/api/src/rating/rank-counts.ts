import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { countAbove } from './board.repository.js';

/** How many ranked players of a board stand above a score. */
export type AboveCount = (score: number) => number;

/**
 * Counts who stands above scores: by rank buckets where the league has them, else along all scores of the board, which then has
 * some thousand at most.
 * @param scores all that will be asked for
 */
export async function countAboveEach(sql: Sql, league: League, scores: readonly number[]): Promise<AboveCount> {
  if (scores.length === 0) return () => 0;
  const rows: { scores: number[] }[] = await sql.query(
    `SELECT coalesce(array_agg(score), '{}') AS scores FROM rating
     WHERE league_id = $1 AND matches_played > 0 AND NOT is_provisional
       AND NOT EXISTS (SELECT FROM rank_scale WHERE league_id = $1)`,
    [league.id],
  );
  const board = rows[0]!.scores;
  if (board.length > 0) return countIn(board);
  const above = await countAbove(sql, league, scores);
  return (score) => above.get(score)!;
}

/** Counts among scores how many are above one. */
export function countIn(scores: readonly number[]): AboveCount {
  const sorted = Float64Array.from(scores).sort();
  return (score) => {
    let [least, most] = [0, sorted.length];
    while (least < most) {
      const middle = (least + most) >> 1;
      if (sorted[middle]! > score) most = middle;
      else least = middle + 1;
    }
    return sorted.length - least;
  };
}
