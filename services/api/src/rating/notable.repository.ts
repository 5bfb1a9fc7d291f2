import type { Sql } from '../kit/sql/transaction.js';
import { linesOf, parametersOf } from './past.repository.js';
import type { PastLines } from './past-lines.js';

/** The matches of a player that stand out. */
export interface NotableMatches {
  /** Sequences, the most notable first. */
  readonly sequences: readonly number[];
  /** Lines of opponents that were read to know it. */
  readonly read: number;
}

/** Who somebody of `match` counts as in the league of $1. */
const PERSON = `SELECT COALESCE(merge.into_id, own.player_id) AS player_id, COALESCE(sides[number], number) AS side
  FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
  LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id`;

/**
 * The wins of some players against the strongest opponents, or their defeats against the weakest ones, by the players' ids. Opponents
 * are as strong as the mean of their values after their match before it; of matches that are alike the newer comes first.
 */
export async function listNotableMatches(
  sql: Sql,
  lines: PastLines,
  kind: 'best wins' | 'worst defeats',
  most: number,
  playerIds: readonly number[],
): Promise<Map<number, NotableMatches>> {
  const [verdict, order] = kind === 'best wins' ? [1, 'DESC'] : [-1, 'ASC'];
  const rows: (NotableMatches & { playerId: number })[] = await sql.query(
    `SELECT who.player_id AS "playerId", notable.* FROM unnest($6::integer[]) AS who (player_id)
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(sequence ORDER BY place) FILTER (WHERE place <= $8), '{}') AS sequences,
              coalesce(sum(read), 0)::integer AS read
       FROM (
         SELECT sequence, read, row_number() OVER (ORDER BY strength ${order}, played_at DESC, sequence DESC) AS place
         FROM (
           SELECT line.sequence, line.played_at, opponents.* FROM ${linesOf(lines, 'verdict', 'who.player_id')} AS line
           JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
           CROSS JOIN LATERAL (
             SELECT avg(other.before_value) AS strength, count(*) AS read
             FROM (${PERSON}) AS person
             CROSS JOIN LATERAL ${linesOf(lines, 'before_value', 'person.player_id')} AS other
             WHERE other.played_at = line.played_at AND other.sequence = line.sequence
               AND person.side <> (SELECT side FROM (${PERSON}) AS own WHERE own.player_id = who.player_id LIMIT 1)
           ) AS opponents
           WHERE verdict = $7
         ) AS strong WHERE strength IS NOT NULL
       ) AS placed
     ) AS notable`,
    [...parametersOf(lines), playerIds, verdict, most],
  );
  return new Map(rows.map(({ playerId, ...notable }) => [playerId, notable]));
}
